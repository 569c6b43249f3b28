"""Who begins a rematch."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.series import Result, SeriesState
from ludotheque.table import commands
from ludotheque.table.commands import Terms, create
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Table, begun, fold_all
from tests.marks import rule
from tests.table.tables import ANA, BRUNO, made, moment

CHLOE = Sitter("person", "chloe", "Chloé")


def rematch(table: Table, seed: int = 1) -> Change:
    """The new table once all have accepted; its log leads to what the commands say."""
    chance = Random(seed)
    _, change = commands.rematch(table, 0, "again", moment(chance))
    for guest in ("ana", "bruno", "chloe"):
        seated = commands.accept_rematch(change.after, guest, moment(chance))
        change = Change(seated.after, (*change.events, *seated.events))
    first, *later = change.events
    assert fold_all(begun(first, "again"), later) == change.after
    return change


def began(change: Change) -> str:
    """The name of who began the game."""
    state = change.after.state
    assert isinstance(state, SeriesState)
    assert state.first is not None
    return change.after.seats[state.first].name


def finished(spec: str, *rounds: tuple[int, ...]) -> Table:
    """A table of three after rounds with these points."""
    table = made(spec, ANA, BRUNO, CHLOE).after
    state = SeriesState(tuple(Result(0, points) for points in rounds), 0, None, table.state.round)
    return replace(table, history=replace(table.history, state=state))


@rule("redline", "1.5")
def test_the_winner_begins_a_rematch_of_two() -> None:
    for seed in range(4):
        for loser, winner in ((0, "Bruno"), (1, "Ana")):
            table = commands.resign(made("redline").after, loser, moment()).after
            fresh = rematch(table, seed)
            assert [sitter.name for sitter in fresh.after.seats] == ["Bruno", "Ana"]
            assert began(fresh) == winner
            assert fresh.after.turn is not None, "the tiles are dealt"


@rule("redline", "1.5")
def test_the_winner_begins_a_rematch_of_three() -> None:
    table = finished("redline(players=3,rounds=2)", (1, 2, 3), (2, 1, 3))
    assert {began(rematch(table, seed)) for seed in range(8)} == {"Chloé"}


@rule("redline", "1.5")
def test_after_a_shared_win_the_lot_decides_among_the_winners() -> None:
    table = finished("redline(players=3,rounds=2)", (3, 1, 2), (1, 2, 3))
    assert table.outcome is not None
    assert table.outcome.winners == (2,)
    shared = finished("redline(players=3,rounds=2)", (2, 1, 3), (3, 1, 2))
    assert {began(rematch(shared, seed)) for seed in range(20)} == {"Ana", "Chloé"}
    even = finished("redline(players=3,rounds=3)", (1, 2, 3), (2, 3, 1), (3, 1, 2))
    assert {began(rematch(even, seed)) for seed in range(30)} == {"Ana", "Bruno", "Chloé"}


def test_other_games_draw_lots_again() -> None:
    table = commands.resign(made("plus4").after, 0, moment()).after
    assert {began(rematch(table, seed)) for seed in range(8)} == {"Ana", "Bruno"}


@rule("redline", "1.5")
def test_a_rematch_that_waits_for_somebody_keeps_who_begins() -> None:
    """Chance deals when the last open seat is filled."""
    terms = Terms(first=1)
    waiting = create("t", load("redline"), (ANA, Sitter("open")), moment(), terms).after
    assert waiting.state.first == 1
    assert waiting.turn is None
    filled = commands.take_seat(waiting, 1, "bruno", "Bruno", moment())
    assert filled.after.turn == 1
    assert fold_all(waiting, filled.events) == filled.after


@rule("babylone", "1.4")
@pytest.mark.parametrize(("chooser", "youngest"), [("first", "Ana"), ("second", "Bruno")])
def test_in_a_rematch_the_youngest_is_the_same_person(chooser: str, youngest: str) -> None:
    first = made(f"babylone(chooser={chooser})").after
    table = commands.resign(first, 0, moment()).after
    for seed in range(4):
        fresh = rematch(table, seed).after
        for choosing in (first, fresh):
            assert choosing.turn is not None
            assert choosing.seats[choosing.turn].name == youngest
        again = rematch(commands.resign(fresh, 1, moment()).after, seed).after
        assert again.kit.spec == first.kit.spec
