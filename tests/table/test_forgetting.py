"""Tables of a guest who is forgotten: the same game, without the name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.reason import Refusal
from ludotheque.table.commands import resign
from ludotheque.table.forgetting import NAMING, Forgotten, forget
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Event, Table, begun, fold_all
from tests.table.tables import ANA, BRUNO, Drawn, made, moment
from tests.table.test_fold import any_change, some_table

CLEO, BOT = Sitter("person", "cleo", "Cléo"), Sitter("bot", bot="random")


def forgetting(table: Table, log: list[Event]) -> Forgotten | None:
    naming = [event for event in log if event.kind in NAMING]
    return forget(table, naming, "ana", "alias", moment(at=5))


@pytest.mark.parametrize("spec", ["plus4", "redline(players=4)", "babylone"])
@given(data=st.data())
@settings(max_examples=17)
def test_what_is_stored_and_what_is_in_memory_stay_one_table(
    spec: str, data: st.DataObject
) -> None:
    rng = Drawn(data)
    created = some_table(spec, rng)
    table, log = created.after, list(created.events)
    for number in range(rng.randrange(12)):
        try:
            change = any_change(table, rng, moment(rng.chance, at=1000 + number))
        except Refusal:
            continue
        table, log = change.after, [*log, *change.events]
    done = forgetting(table, log)
    if done is None:
        assert table.guests() == {"ana"}
        return
    after, new = done.change.after, {event.seq: event for event in done.rewritten}
    stored = [new.get(event.seq, event) for event in log] + list(done.change.events)
    assert fold_all(table, done.change.events) == after
    assert not after.seats_of("ana")
    assert [move.text for move in after.moves][: len(table.moves)] == [m.text for m in table.moves]
    if new:
        assert fold_all(begun(stored[0], "t"), stored[1:]) == after
        assert "ana" not in json.dumps([event.body for event in stored]).lower()
    else:
        assert done.change.events == ()
    assert forgetting(after, stored) == Forgotten(Change(after), []), "asked again"


def test_who_plays_one_person_resigns() -> None:
    first = made("plus4", ANA, BRUNO)
    done = forgetting(first.after, list(first.events))
    assert done is not None
    assert done.change.after.outcome is not None
    assert done.change.after.outcome.winners == (1,)


def test_a_seat_among_several_is_open_again() -> None:
    first = made("redline(players=3)", ANA, BRUNO, CLEO)
    done = forgetting(first.after, list(first.events))
    assert done is not None
    assert [who.kind for who in done.change.after.seats] == ["open", "person", "person"]
    assert done.change.after.outcome is None


@pytest.mark.parametrize("others", [(BOT,), (ANA,), (Sitter("open"),)])
def test_a_game_in_which_nobody_else_takes_part_goes_too(others: tuple[Sitter, ...]) -> None:
    first = made("plus4", ANA, *others)
    assert forgetting(first.after, list(first.events)) is None


def test_two_forgotten_people_stay_two() -> None:
    first = made("plus4", ANA, BRUNO)
    ended = resign(first.after, 0, moment())
    done = forgetting(ended.after, [*first.events, *ended.events])
    assert done is not None
    again = forget(done.change.after, done.rewritten, "bruno", "other", moment())
    assert again is not None
    assert again.change.after.guests() == {"alias", "other"}
