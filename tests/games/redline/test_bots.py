"""The players of Redline: lawful, the same again from a seed, and awake to what is near."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from functools import cache
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.player import settle
from ludotheque.games.redline import thinking
from ludotheque.games.redline.bots import TreePlayer
from ludotheque.games.redline.rules import Action, Place, Redline, RedlineOptions, State
from ludotheque.games.redline.solver import Solver
from ludotheque.kernels import PLAIN
from tests.games.redline.choosing import chosen
from tests.games.redline.test_solver import ONLY_MOVE
from tests.games.redline.thinking.test_tree import SPECS, game_of, positions

LEVELS = ["random", "beginner", "casual", "regular", "strong", "expert", "champion"]


def test_seven_levels_weakest_first() -> None:
    assert list(load("redline").bots) == LEVELS


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_among_many_only_levels_that_can_be_told_apart(players: int) -> None:
    apart = ["random", "beginner", "regular", "champion"]
    assert list(load(f"redline(players={players})").bots) == apart


def test_without_numba_there_are_the_levels_that_need_none(monkeypatch: Any) -> None:
    monkeypatch.setattr("ludotheque.core.player.has_kernels", lambda: False)
    assert list(load("redline").bots) == LEVELS[:5]
    assert load("redline").missing_bots == ("expert", "champion")
    assert list(load("redline(players=6)").bots) == ["random", "beginner", "regular"]
    assert load("redline(players=6)").missing_bots == ("champion",)


CHOSEN = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from tests.games.redline.choosing import chosen
print(*chosen(), sep="\\n")
"""


@pytest.mark.skipif(PLAIN, reason="compares with what is compiled")
def test_without_numba_the_search_chooses_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHOSEN], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == chosen()
    assert len(chosen()) > 20


@pytest.mark.parametrize("spec", SPECS)
def test_every_level_plays_lawfully_to_the_end(spec: str) -> None:
    """Seats of different levels, the search with few looks: quick, and every branch of it."""
    kit = load(spec)
    options: Any = kit.options
    game, rng = kit.game, Random(spec)
    few: list[Any] = [TreePlayer(options, 4 if PLAIN else 60, 50), kit.bots["beginner"]]
    state = settle(game, game.initial(), rng)
    turns = 0
    while (seat := game.turn(state)) is not None:
        action = few[seat % 2].choose(game, state, rng)
        assert action in game.actions(state)
        state = settle(game, game.play(state, action), rng)
        turns += 1
        if PLAIN and turns == 4:
            return
    assert game.outcome(state) is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_brings_the_same_action(level: str) -> None:
    for spec in ("redline", "redline(players=6)"):
        kit = load(spec)
        if level not in kit.bots:
            continue
        for state in positions(spec)[::9]:
            bot, again = kit.bots[level], load(spec).bots[level]
            one, other = (b.choose(kit.round, state, Random(3)) for b in (bot, again))
            assert one == other


@cache
def near_wins() -> list[tuple[State, list[Action]]]:
    """Positions in which some actions win on the spot and others do not."""
    game, found = game_of("redline"), []
    for state in positions("redline", 60):
        if sum(map(len, state.hands)) > 8:
            continue
        actions = game.actions(state)
        winning = [a for a in actions if game.apply(state, a).winner == game.turn(state)]
        if winning and len(winning) < len(actions):
            found.append((state, winning))
    return found


@cache
def dangers() -> list[tuple[State, list[Action]]]:
    """Positions not lost in which some actions lose to an answer that wins at once."""
    game, solver, found = game_of("redline"), Solver(RedlineOptions(), 3000), []
    for state in positions("redline", 15):
        seat, then = game.turn(state), [game.apply(state, a) for a in game.actions(state)]
        losing = [_loses(game, after, seat) for after in then]
        if any(losing) and not all(losing):
            chances = solver.exact(then)
            if chances is None or any(chance != seat for chance in chances):
                actions = zip(game.actions(state), losing, strict=True)
                found.append((state, [action for action, lost in actions if lost]))
    return found


def _loses(game: Redline, state: State, seat: int | None) -> bool:
    """Whether the other has won, or wins with the next action."""
    if state.winner is not None or game.turn(state) in {None, seat}:
        return state.winner not in {None, seat}
    then = (game.apply(state, action) for action in game.actions(state))
    return any(after.winner not in {None, seat} for after in then)


@pytest.mark.skipif(PLAIN, reason="thousands of looks")
@pytest.mark.parametrize("level", ["beginner", *LEVELS[3:]])
def test_it_wins_at_once_where_it_can(level: str) -> None:
    bot = load("redline").bots[level]
    assert len(near_wins()) > 3
    for state, winning in near_wins():
        assert bot.choose(game_of("redline"), state, Random(1)) in winning


@pytest.mark.skipif(PLAIN, reason="thousands of looks")
@pytest.mark.parametrize("level", LEVELS[4:])
def test_it_does_not_lose_at_once_where_it_need_not(level: str) -> None:
    bot = load("redline").bots[level]
    assert len(dangers()) > 3
    for state, losing in dangers():
        assert bot.choose(game_of("redline"), state, Random(1)) not in losing


def test_an_endgame_that_is_small_enough_is_proved() -> None:
    kit = load("redline")
    state: Any = kit.round.notation.read_state(ONLY_MOVE)
    for seed in range(3):
        found = TreePlayer(RedlineOptions(), 1, 4000).choose(kit.round, state, Random(seed))
        assert kit.round.notation.write_action(found) == "B345@-1,4"
    game = game_of("redline")
    assert thinking.by_proof(game, state, 10, Random(1)) is None


@pytest.mark.skipif(PLAIN, reason="thousands of thoughts")
def test_a_long_evening_keeps_no_memory() -> None:
    """Every level thinks again and again, and then holds no more memory than before."""
    kit = load("redline")
    options = RedlineOptions()
    players = [*map(kit.bots.__getitem__, LEVELS[:4]), TreePlayer(options, 500, 300)]
    some = positions("redline")[::2]

    def evening() -> None:
        for number, state in enumerate(some):
            for player in players:
                player.choose(kit.round, state, Random(number))

    def held() -> int:
        gc.collect()  # also frees the tuples that Python keeps for later use
        return tracemalloc.get_traced_memory()[0]

    evening()
    tracemalloc.start()
    try:
        evening()
        before = held()
        for _ in range(3):
            evening()
        assert held() - before < 20_000
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("spec", ["redline", "redline(players=3)"])
def test_once_prepared_nothing_is_left_to_compile(spec: str) -> None:
    """A process of its own, which knows nothing yet: preparing loads every kernel a move needs."""
    script = f"""
from random import Random
from ludotheque import load
from ludotheque.core.player import settle
from ludotheque.games.redline.thinking import search, tree
kit = load({spec!r})
kit.bots["champion"].prepare()
used = [tree.grow, tree.winning, tree.favourite]
used += [search.chance] if kit.game.seats == 2 else []
assert all(kernel.signatures for kernel in used)
before = [len(kernel.signatures) for kernel in used]
rng = Random(1)
state = settle(kit.game, kit.game.initial(), rng)
while kit.game.outcome(state) is None:
    level = "champion" if len(kit.game.actions(state)) < 5 else "regular"
    action = kit.bots[level].choose(kit.game, state, rng)
    state = settle(kit.game, kit.game.apply(state, action), rng)
assert [len(kernel.signatures) for kernel in used] == before
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_lot_and_the_first_tile_are_no_trouble() -> None:
    """From a series just begun."""
    kit = load("redline")
    state = settle(kit.game, kit.game.initial(), Random(1))
    for level in LEVELS:
        action = kit.bots[level].choose(kit.game, state, Random(1))
        assert isinstance(action, Place)
        assert action.square == (0, 0)
