"""Exact answers for Babylone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.games.babylone import kernel
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, State
from ludotheque.games.babylone.solver import PlainMemory, Solver, canonical
from ludotheque.kernels import PLAIN
from ludotheque.play.match import Match
from tests.inner import passes_with_plain_kernels


def solver(*start: int) -> Solver:
    return Solver(BabyloneOptions(start=start))


def plain(game: Babylone, state: State) -> bool:
    """Whether the player to move wins, by the rules alone."""
    return any(not plain(game, game.apply(state, move)) for move in game.actions(state))


def test_the_second_player_wins_the_game_of_twelve() -> None:
    twelve = solver(3, 3, 3, 3)
    assert not twelve.wins(twelve.game.initial())
    assert twelve.best(twelve.game.initial()) == []


@pytest.mark.parametrize("total", range(2, 15))
def test_two_colours_follow_the_theorem_of_georgakopoulos_and_winkler(total: int) -> None:
    """First wins exactly when the total is odd or the minority colour has one or two tablets."""
    for minority in range(1, total // 2 + 1):
        two = solver(total - minority, minority)
        assert two.wins(two.game.initial()) == (total % 2 == 1 or minority in (1, 2)), minority


@pytest.mark.parametrize(
    "start", [(2,), (5,), (2, 2), (1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 1, 1, 1)]
)
def test_agrees_with_the_rules_played_out(start: tuple[int, ...]) -> None:
    small = solver(*start)
    assert small.wins(small.game.initial()) == plain(small.game, small.game.initial())


def test_every_winning_move_wins_and_every_other_loses() -> None:
    small = solver(2, 2, 1)
    for move in small.game.actions(small.game.initial()):
        after = small.game.apply(small.game.initial(), move)
        assert (move in small.best(small.game.initial())) == (not plain(small.game, after))


@pytest.mark.parametrize("start", ["3,2,2,2", "3,3,3,3", "2,2,2"])
def test_the_perfect_player_chooses_the_winning_side_and_wins(start: str) -> None:
    kit = load(f"babylone(start={start})")
    for seed in range(6):
        rng = Random(seed)
        match = Match(kit)
        match.settle(rng)
        perfect = match.turn
        while match.outcome is None:
            match.move(kit.bots["perfect" if match.turn == perfect else "random"], rng)
        assert match.outcome.winners == (perfect,)


def test_the_perfect_player_wins_every_won_round_against_random() -> None:
    kit = load("babylone")
    perfect, other = kit.bots["perfect"], kit.bots["random"]
    for seed in range(12):
        rng = Random(seed)
        state = kit.round.initial(0)
        while kit.round.outcome(state) is None:
            player = perfect if kit.round.turn(state) == 1 else other
            state = kit.round.play(state, player.choose(kit.round, state, rng))
        end = kit.round.outcome(state)
        assert end is not None
        assert end.winners == (1,), "the second player wins the game of twelve"


def random_positions(rng: Random) -> Iterator[tuple[Babylone, State]]:
    for _ in range(40):
        start = tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 6)))
        if 2 <= sum(start) <= (9 if PLAIN else 14):
            game = Babylone(BabyloneOptions(start=start))
            yield from ((game, state) for state, _ in walk(game, rng))


def test_the_kernel_agrees_with_the_plain_memory() -> None:
    """From positions along random games, over random starts of up to six colours."""
    compared = set()
    for game, state in random_positions(Random(24)):
        memory = kernel.Memory(game.options.start, 1 << 10)
        plain_memory = PlainMemory()
        assert memory.wins(canonical(state)) == plain_memory.wins(canonical(state))
        compared.add(canonical(state))
    assert len(compared) > (30 if PLAIN else 100)


def test_the_kernel_looks_at_the_same_positions_one_move_away() -> None:
    for game, state in random_positions(Random(4)):
        memory = kernel.Memory(game.options.start, 1 << 10)
        count = kernel._list_after(memory._groups, memory._work, memory.packed(canonical(state)), 0)
        listed = {int(after) for after in memory._work[kernel.FRAMES :][:count]}
        moves = game.actions(state)
        assert listed == {memory.packed(canonical(game.apply(state, move))) for move in moves}


@pytest.mark.skipif(PLAIN, reason="a hundred thousand positions")
def test_twenty_four_tablets_and_a_memory_that_grows() -> None:
    start = (6, 6, 6, 6)
    small, large = kernel.Memory(start, 1 << 10), kernel.Memory(start)
    position = canonical(Babylone(BabyloneOptions(start=start)).initial())
    assert small.wins(position)
    assert large.wins(position)
    assert small.looked_at > 1 << 10
    two = kernel.Memory((12, 12))
    assert not two.wins(canonical(Babylone(BabyloneOptions(start=(12, 12))).initial()))


@pytest.mark.skipif(PLAIN, reason="runs itself")
def test_the_kernel_as_plain_python() -> None:
    passes_with_plain_kernels(__file__, "-k", "kernel")


def test_it_says_how_many_positions_it_looked_at() -> None:
    twelve = solver(3, 3, 3, 3)
    assert twelve.looked_at == 0
    twelve.wins(twelve.game.initial())
    assert 100 < twelve.looked_at < 20_000
