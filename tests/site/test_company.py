"""Presence at a table, tracked by two processes of one site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping

import pytest
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.play.clock import read_pace
from ludotheque.site.company import openings
from ludotheque.site.company import presence as presences
from ludotheque.site.company.openings import Openings
from ludotheque.site.company.presence import Presence
from ludotheque.site.company.stays import Place
from ludotheque.site.limits import Addresses
from ludotheque.site.storage import tables as rows
from ludotheque.site.storage.store import Store, opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.commands import Terms, take_seat
from ludotheque.table.company import Stay
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Meeting, Moment, Table, now_ms
from tests.site.shared import make_known
from tests.table.tables import ANA, BRUNO

LONG_S = 1000.0


class Process:
    """The presence that a process of the site tracks; it learns of the other's from notices."""

    def __init__(self, store: Store) -> None:
        self.store, self.hub, self.name = store, Hub(encoded), store.name
        self.presence = Presence(store, self.hub, LONG_S)

    async def settled(self) -> None:
        """Waits until all background work is stored."""
        while self.presence._tasks:
            await asyncio.gather(*self.presence._tasks)
            await asyncio.sleep(0)  # what is done leaves the set in the next turn of the loop

    async def sees(self, table: Table, guest: str) -> bool:
        return (await self.presence.company(table.id)).is_here(guest, now_ms())


Scene = Callable[[Process, Process, Table], Awaitable[None]]


@pytest.fixture
def play(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Scene], None]]:
    """Plays a scene with two processes that follow a table, whose two people have left it."""
    monkeypatch.setattr(rows, "_COMING_MS", 0)
    with opened(database) as first, opened(database) as second:
        make_known(first, "ana", "bruno")

        async def played(scene: Scene) -> None:
            table = await Tables(first).create(load("babylone"), [ANA, BRUNO])
            one, two = Process(first), Process(second)
            with one.hub.following(table), two.hub.following(table):
                await scene(one, two, table)
                await one.settled()

        yield lambda scene: asyncio.run(played(scene))


def test_whoever_comes_is_seen_by_both_and_goes_after_a_grace(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presences, "GRACE_S", 0)

    async def scene(one: Process, two: Process, table: Table) -> None:
        assert not await two.sees(table, "bruno")
        with one.presence.at(Place(table.id, "bruno")):
            await one.settled()
            assert await one.sees(table, "bruno")
            assert await two.sees(table, "bruno")
        while await one.sees(table, "bruno"):
            await asyncio.sleep(0)
        await one.settled()
        assert not await two.sees(table, "bruno")

    play(scene)


def test_a_page_that_is_loaded_anew_has_not_been_away(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presences, "GRACE_S", LONG_S)

    async def scene(one: Process, two: Process, table: Table) -> None:
        place = Place(table.id, "bruno")
        with one.presence.at(place):
            await one.settled()
        before = (await two.presence.company(table.id)).stay("bruno")
        with one.presence.at(place):
            await one.settled()
            assert (await two.presence.company(table.id)).stay("bruno") == before
        await one.presence.stop()

    play(scene)


def test_a_second_device_at_another_process_keeps_somebody_there(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presences, "GRACE_S", 0)

    async def scene(one: Process, two: Process, table: Table) -> None:
        place = Place(table.id, "bruno")
        with two.presence.at(place):
            with one.presence.at(place):
                await one.settled()
                await two.settled()
            while await one.sees(table, "bruno"):
                await asyncio.sleep(0)
            await one.settled()
            two.presence.heard((one.name, table.id))
            await two.settled()
            assert await one.sees(table, "bruno")
        await two.presence.stop()

    play(scene)


def test_whoever_was_served_by_a_process_that_died_is_away_before_long(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presences, "_LEASE_MS", 0)
    monkeypatch.setattr(presences, "GRACE_S", LONG_S)

    async def scene(one: Process, two: Process, table: Table) -> None:
        with one.presence.at(Place(table.id, "bruno")):
            await one.settled()
        while await two.sees(table, "bruno"):
            await asyncio.sleep(0)
        assert (await two.presence.company(table.id)).stay("bruno").until > 0
        await one.presence.stop()

    play(scene)


async def offered(process: Process, tables: Tables) -> list[tuple[Table, bool]]:
    """The open tables, and whether a guest is there."""
    found = await Openings(tables, process.presence, Addresses()).all()
    return [(opening.table, not opening.away_ms) for opening in found]


@pytest.mark.parametrize("clock", ["", "3d"], ids=["at one sitting", "days for a move"])
def test_an_open_table_without_its_people_is_soon_offered_no_more(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    async def scene(one: Process, two: Process, _: Table) -> None:
        tables, pace, sitters = Tables(one.store), read_pace(clock), [ANA, Sitter("open")]
        table = await tables.create(load("babylone"), sitters, Terms(pace=pace, meeting=Meeting()))
        with one.hub.following(table), one.presence.at(Place(table.id, "ana")):
            await one.settled()
            assert await offered(two, tables) == [(table, True)]
            monkeypatch.setattr(presences, "GRACE_S", 0)
        while await one.sees(table, "ana"):
            await asyncio.sleep(0)
        await one.settled()
        assert await offered(two, tables) == [(table, False)]
        monkeypatch.setattr(openings, "_UNATTENDED_MS", -1)
        assert await offered(two, tables) == ([(table, False)] if clock else [])

    play(scene)


def test_of_an_onlooker_nothing_is_stored(play: Callable[[Scene], None]) -> None:
    async def scene(one: Process, two: Process, table: Table) -> None:
        with one.presence.at(Place(table.id, "onlooker")):
            await one.settled()
            assert (await two.presence.company(table.id)).stay("onlooker").until == 0
        await one.presence.stop()

    play(scene)


def bruno_sits(table: Table, moment: Moment) -> Change:
    return take_seat(table, 1, "bruno", "Bruno", moment)


class Heard:
    """A reader who remembers the presence that was sent for each seat."""

    def __init__(self) -> None:
        self.seats: list[list[dict[str, object]]] = []

    def push(self, text: bytes) -> None:
        self.seats.append(json.loads(text)["seats"])


def test_whoever_sits_down_while_that_is_being_read_is_not_told_to_be_away(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(one: Process, two: Process, _: Table) -> None:
        monkeypatch.setattr(rows, "_COMING_MS", int(1000 * LONG_S))
        tables = Tables(one.store)
        table = await tables.create(load("babylone"), [ANA, Sitter("open")])
        read, heard = one.presence._stays.read, Heard()

        async def read_too_early(ids: Collection[str]) -> Mapping[str, Mapping[str, Stay]]:
            found = await read(ids)
            if table.id in ids and one.hub.newest(table.id) == table:
                kept = await tables.change(table.id, bruno_sits)
                one.hub.tell(kept.table)
            return found

        monkeypatch.setattr(one.presence._stays, "read", read_too_early)
        with one.hub.following(table):
            one.presence.follow(table.id, heard)
            await one.settled()
        assert [seats[1]["here"] for seats in heard.seats] == [True]

    play(scene)
