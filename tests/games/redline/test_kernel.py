"""The kernel of Redline against the rules, from positions along random games, for every option."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from benchmarks.random_kernels import play_games, table_of

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.games.redline import layout as at
from ludotheque.games.redline.kernel import act, go_back
from ludotheque.games.redline.layout import Integers
from ludotheque.games.redline.packing import pack
from ludotheque.games.redline.rules import Redline, RedlineOptions, State
from ludotheque.kernels import PLAIN
from ludotheque.kernels.chance import seeded
from ludotheque.play.perft import perft
from tests.specs import specs

SPECS = [spec for spec in specs() if spec.startswith("redline") and "rounds" not in spec]
SPECS += ["redline(players=3,hand=10,contrast=yes)", "redline(players=5)"]
IN_HEADER = (
    at.WIDTH, at.PHASE, at.MOVER, at.LAST, at.PLACED, at.OPEN, at.LAID, at.RESERVE, at.GONE,
    at.WINNER, at.SEATS, at.HAND, at.CONTRAST, at.OWN_DEAD_END,
)  # fmt: skip


def game_of(spec: str) -> Redline:
    rules = load(spec).round.rules
    assert isinstance(rules, Redline)
    return rules


def told(table: Integers) -> tuple[object, ...]:
    """All that a table says, whatever order its open squares are in."""
    opened = table[at.OPENS : at.OPENS + table[at.OPEN]]
    squares = table[at.SQUARES :].reshape(at.AREA, at.EACH_SQUARE)
    returning = table[at.PHASE] == at.RETURNING
    return (
        tuple(int(table[field]) for field in IN_HEADER),
        tuple(int(table[field]) for field in (at.RETURNER, at.OWED) if returning),
        table[at.SEAT : at.SEAT + at.MOST_SEATS * at.EACH_SEAT].tobytes(),
        frozenset((int(square), squares[square].tobytes()) for square in opened),
        frozenset((int(sq), int(squares[sq, at.COLOUR])) for sq in np.flatnonzero(squares[:, 2])),
    )


def after(table: Integers, chosen: int) -> Integers:
    then = table.copy()
    act(then, chosen)
    return then


def sequences(table: Integers, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return int(table[at.WIDTH])
    return sum(sequences(after(table, n), depth - 1) for n in range(table[at.WIDTH]))


@pytest.mark.parametrize("spec", SPECS)
def test_every_action_leads_where_the_rules_lead(spec: str) -> None:
    game = game_of(spec)
    rng = Random(spec)
    for first in range(1 if PLAIN else 2):
        for state, _ in walk(game, rng, first):
            table = pack(game, state)
            actions = game.actions(state)
            assert table[at.WIDTH] == len(actions)
            if state.board.tiles and rng.random() < (0.1 if PLAIN else 0.5):
                ours = Counter(told(after(table, n)) for n in range(len(actions)))
                theirs = Counter(told(pack(game, game.apply(state, a))) for a in actions)
                assert ours == theirs


@pytest.mark.parametrize("spec", SPECS)
def test_whole_games_go_the_same_way_and_end_alike(spec: str) -> None:
    """One table through the whole game, begun again and again, as play-outs use it."""
    game = game_of(spec)
    rng = Random(spec)
    options: Any = game.options
    table, start = table_of(options), table_of(options)
    for round_ in range(1 if PLAIN else 5):
        go_back(table, start)
        table[at.MOVER] = round_ % game.seats
        state = game.initial(round_ % game.seats)
        while table[at.WIDTH]:
            chosen = rng.randrange(int(table[at.WIDTH]))
            then = told(after(table, chosen))
            act(table, chosen)
            assert told(table) == then
            state = following(game, state, then)
        end = game.outcome(state)
        assert end is not None
        assert end.winners == (table[at.WINNER],)
        assert end.points == points(table)


def following(game: Redline, state: State, then: tuple[object, ...]) -> State:
    """The one position after this that the kernel tells.

    Where a line may run into a tile, two rotations can leave the kernel the same.
    """
    candidates = [game.apply(state, action) for action in game.actions(state)]
    found = [state for state in candidates if told(pack(game, state)) == then]
    assert found
    assert len(found) == 1 or game.options.own_dead_end
    return found[0]


def points(table: Integers) -> tuple[int, ...]:
    """The scores of the seats, by when they went out."""
    seats, winner = int(table[at.SEATS]), int(table[at.WINNER])
    out = [int(table[at.SEAT + at.EACH_SEAT * s + at.PLACE_OUT]) or 99 for s in range(seats)]
    scored = [1 + sum(1 for o, p in enumerate(out) if o != winner and p < own) for own in out]
    scored[winner] = seats
    return tuple(scored)


@pytest.mark.parametrize("spec", ["redline", "redline(contrast=yes)", "redline(players=6)"])
def test_perft_along_a_game_agrees(spec: str) -> None:
    game = game_of(spec)
    compared = 0
    for state, _ in walk(game, Random(7)):
        few = len(game.actions(state)) < (4 if PLAIN else 12)
        if state.board.tiles and few:
            depth = 2 if len(game.actions(state)) > 5 else 3
            table = pack(game, state)
            assert sequences(table, depth) == perft(game, state, depth)
            compared += 1
    assert compared > 2


@pytest.mark.skipif(PLAIN, reason="thousands of games")
@pytest.mark.parametrize("players", [2, 3])
def test_random_games_are_won_as_often_as_by_the_rules(players: int) -> None:
    """Both shares are of thousands of games: five standard errors part them at most."""
    game = game_of(f"redline(players={players})")
    rng = Random(players)
    few, many = 300, 100_000
    ends = [list(walk(game, rng))[-1][0].winner for _ in range(few)]
    wins = np.zeros(players, np.int64)
    turns, squared = play_games(table_of(RedlineOptions(players=players)), many, seeded(1), wins)
    assert wins.sum() == many
    for seat in range(players):
        share = wins[seat] / many
        assert abs(ends.count(seat) / few - share) < 5 * sqrt(share * (1 - share) / few)
    assert squared > turns * turns / many
