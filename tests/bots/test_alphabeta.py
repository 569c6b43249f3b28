"""Alpha-beta for any game: against a search that looks at everything, and within its limits."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from tests.bots.branches import CHANCE, DRAW, LOSS, WIN, Branches

SEEDS = range(12)


def chosen(game: Branches, player: AlphaBetaPlayer) -> set[str]:
    return {player.choose(game, "", Random(seed)) for seed in SEEDS}


def grown(rng: Random, turns: tuple[int, ...], depth: int = 4) -> Branches:
    """Three actions everywhere, and ends at random."""
    seats = max(turns) + 1
    ends = {}
    for letters in product("abc", repeat=depth):
        returns = [rng.choice((-1.0, 0.0, 1.0)) for _ in range(seats)]
        ends["".join(letters)] = tuple(returns)
    return Branches(ends, turns)


def whole(game: Branches, state: str, seat: int) -> float:
    """The seat's result if all others play against it, from a search of every position."""
    if state in game.ends:
        return game.ends[state][seat]
    values = [whole(game, state + action, seat) for action in game.actions(state)]
    return max(values) if game.turn(state) == seat else min(values)


def test_it_counts_on_the_best_answer() -> None:
    game = Branches({"aa": WIN, "ab": LOSS, "ba": DRAW, "bb": DRAW})
    assert chosen(game, AlphaBetaPlayer(2, 100)) == {"b"}
    assert chosen(game, AlphaBetaPlayer(1, 100)) == {"a", "b"}, "one action ahead all are alike"


@pytest.mark.parametrize("turns", [(0, 1), (0, 0, 1), (0, 1, 2)])
def test_cutting_off_changes_no_choice(turns: tuple[int, ...]) -> None:
    for seed in range(30):
        game = grown(Random(seed), turns)
        values = {action: whole(game, action, 0) for action in "abc"}
        best = {action for action, value in values.items() if value == max(values.values())}
        game.looked_at = 0
        found = AlphaBetaPlayer(4, 100_000).choose(game, "", Random(seed))
        assert found in best
        assert game.looked_at < len(game.positions) - 1, "something was cut off"


def test_beyond_its_depth_it_asks_for_an_estimate() -> None:
    game = Branches({"aa": WIN, "ab": WIN, "ba": LOSS, "bb": LOSS})
    seen: list[tuple[str, int]] = []

    def against_the_facts(state: str, seat: int) -> float:
        seen.append((state, seat))
        return {"a": 1.0, "b": 2.0}[state]

    assert chosen(game, AlphaBetaPlayer(1, 100, against_the_facts)) == {"b"}
    assert set(seen) == {("a", 0), ("b", 0)}
    assert chosen(game, AlphaBetaPlayer(2, 100, against_the_facts)) == {"a"}


def test_an_end_outweighs_every_estimate() -> None:
    game = Branches({"a": DRAW, "b": WIN, "ca": LOSS})
    assert chosen(game, AlphaBetaPlayer(1, 100, lambda state, seat: 50.0)) == {"b"}


def test_chance_acts_by_its_odds_and_costs_no_depth() -> None:
    game = Branches({"aa": LOSS, "ab": WIN, "ba": DRAW, "bb": DRAW}, (0, CHANCE), odds=(0, 1))
    assert chosen(game, AlphaBetaPlayer(1, 100)) == {"a"}
    longer = Branches({"aaa": WIN, "aba": LOSS, "baa": DRAW, "bba": DRAW}, (0, CHANCE, 1), (0, 1))
    assert chosen(longer, AlphaBetaPlayer(2, 100)) == {"b"}


@pytest.mark.parametrize("most", [3, 20, 60])
def test_it_looks_at_no_more_positions_than_it_may(most: int) -> None:
    game = grown(Random(1), (0, 1), depth=5)
    AlphaBetaPlayer(5, 100_000).choose(game, "", Random(1))
    assert game.looked_at > 60, "without a limit it would look at more"
    game.looked_at = 0
    AlphaBetaPlayer(5, most).choose(game, "", Random(1))
    assert game.looked_at <= most
