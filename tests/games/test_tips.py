"""The tips of rules pages that can be checked at once; docs/evidence/tips.md has the others."""

from __future__ import annotations

from random import Random

import pytest
from tools.tips import piles, placed

from ludotheque import load
from ludotheque.games.croisements.rules import Croisements


def test_the_first_push_is_answered_in_the_same_column_or_lost() -> None:
    kit = load("plus4")
    game, solver = kit.round, kit.solver
    assert solver is not None
    start = game.initial(0)
    for first in game.actions(start):
        answers = solver.analyse(game.apply(start, first)).actions
        worths = {answer.column: verdict.word for answer, verdict in answers}
        assert worths.pop(first.column) == "draw"
        assert set(worths.values()) == {"loss"}


def test_whoever_begins_babylone_wins_with_an_odd_number_of_piles() -> None:
    kit = load("babylone")
    game, rng, ends = kit.round, Random(1), set[bool]()
    for _ in range(30):
        state = game.initial(0)
        while game.outcome(state) is None:
            state = game.apply(state, rng.choice(game.actions(state)))
        end, is_odd = game.outcome(state), len(piles(state)) % 2 == 1
        assert end is not None
        assert end.winners == ((0,) if is_odd else (1,))
        ends.add(is_odd)
    assert ends == {True, False}


@pytest.mark.parametrize(("gap", "crosses"), [(1, True), (2, True), (3, False)])
def test_pawns_one_or_two_columns_apart_cross_on_the_next_row(gap: int, crosses: bool) -> None:
    kit = load("croisements")
    state = placed(kit, 1, {0: gap, 1: 2})
    rules = kit.round.rules
    assert isinstance(rules, Croisements)
    own = set(state.pawns[state.side])
    near = [
        crossing
        for crossing in rules.crossings(state)
        if crossing.support in own and abs(crossing.square.row - crossing.pawn.row) == 1
    ]
    assert bool(near) == crosses
