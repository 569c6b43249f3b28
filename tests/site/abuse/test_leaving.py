"""Players gain no time by leaving a seat while others wait."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.play.clock import read_pace
from ludotheque.site.storage import reading
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table import commands
from ludotheque.table.commands import Terms
from ludotheque.table.messages import Leave
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Table, fold_all, now_ms
from tests.site.shared import make_known
from tests.table.tables import made, moment
from tests.table.test_fold import some_action

MINUTE_MS, DAY_MS = 60_000, 86_400_000
PEOPLE = [Sitter("person", guest, guest.title()) for guest in ("ana", "bruno", "carla", "dora")]


def going_on(seats: list[Sitter]) -> Table:
    """A game of four on a clock of one minute, in which each has moved once, at the time 0."""
    table = made("redline(players=4)", *seats, at=0, clock="1+0").after
    for _ in seats:
        action = some_action(table, Random(1))
        table = commands.act(table, [table.turn or 0], action, moment(at=0)).after
    return table


@pytest.mark.parametrize("two_seats", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_leaving_and_coming_back_gains_no_time(seed: int, two_seats: bool) -> None:
    """The player to move leaves; that player and another one come back, in any order."""
    rng, seats = Random(seed), list(PEOPLE)
    mover = going_on(seats).turn or 0
    if two_seats:
        seats[(mover + 2) % 4] = seats[mover]
    table, at = going_on(seats), 0
    falls_ms, first, left = table.falls_ms, seats[mover].guest, 0
    assert falls_ms is not None
    for _ in range(60):
        at = min(at + rng.choice((0, 100, 499, 2000)), falls_ms - 1)
        guest = rng.choice((first, "emil"))
        try:
            if rng.random() < 0.5:
                leaver = table.seats[mover].guest or guest
                table = Leave("1", table.seq, "open").decide(table, leaver, moment(at=at)).after
                left += 1
            else:
                table = commands.take_seat(table, None, guest, guest, moment(at=at)).after
        except Refusal:
            continue
        assert table.falls_ms == falls_ms
    assert left
    late = commands.call_time(table, moment(at=falls_ms)).after
    assert (late.turn, late.seats[mover].kind) == (mover, "bot")


def test_the_time_of_a_seat_that_was_left_is_called(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep finds the table, a bot takes the seat, and the others play on."""

    async def play(tables: Tables) -> None:
        terms = Terms(pace=read_pace("1d"))
        table = await tables.create(load("redline(players=3)"), PEOPLE[:3], terms)
        assert table.turn is not None
        guest, wish = table.seats[table.turn].guest, Leave("1", table.seq, "open")
        leaves = lambda now, moment: wish.decide(now, guest, moment)  # noqa: E731
        kept = await tables.change(table.id, leaves, wish.id, wish.expected, guest=guest)
        assert kept.table.falls_ms == table.falls_ms
        assert await tables.out_of_time() == []
        monkeypatch.setattr(reading, "now_ms", lambda: now_ms() + 2 * DAY_MS)
        assert await tables.out_of_time() == [table.id]
        late = await tables.change(
            table.id,
            lambda now, moment: commands.call_time(now, replace(moment, at=moment.at + 2 * DAY_MS)),
        )
        assert late.table.seats[table.turn].kind == "bot"
        assert not late.table.incomplete
        assert await tables.out_of_time() == []

    with opened(database) as store:
        make_known(store, *(person.guest for person in PEOPLE))
        asyncio.run(play(Tables(store)))


def test_in_a_log_of_an_earlier_version_time_stands_while_a_seat_is_open() -> None:
    table = going_on(PEOPLE)
    opened_at = commands.leave(table, table.turn or 0, "open", moment(at=MINUTE_MS // 2))
    (event,) = opened_at.events
    body = {name: value for name, value in event.body.items() if name != "runs"}
    assert body != event.body
    old = fold_all(table, [replace(event, body=body)])
    assert old.falls_ms is None
    assert opened_at.after.falls_ms == table.falls_ms
