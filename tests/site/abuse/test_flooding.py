"""A network counts as one address, and the list of open tables stays usable when flooded."""

from __future__ import annotations

import asyncio

import pytest
from orjson import dumps as encoded
from starlette.requests import HTTPConnection

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.house.reader import Asker
from ludotheque.site.company import openings
from ludotheque.site.company.openings import Openings
from ludotheque.site.company.presence import Presence
from ludotheque.site.company.stays import Place
from ludotheque.site.limits import (
    OPEN_TABLES,
    OPEN_TABLES_NEAR,
    WRITES,
    Addresses,
    Limits,
    network_of,
)
from ludotheque.site.places import Connections
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.visitors import asker_of
from ludotheque.table.commands import Terms
from ludotheque.table.seats import OPEN, Sitter
from ludotheque.table.table import Denied, Meeting, now_ms
from tests.site.shared import make_known

PUBLIC = Terms(meeting=Meeting())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
        ("nonsense:", "nonsense:", True),
    ],
)
def test_in_ipv6_a_network_is_one_address(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


def visitor(address: str) -> Asker:
    return asker_of(HTTPConnection({"type": "http", "client": (address, 1), "headers": []}))


def test_many_addresses_of_a_network_write_no_more_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    limits = Limits(1, 10)
    waits = [limits.wait(visitor(f"2001:db8:77:1:{n:x}::1"), WRITES) for n in range(900)]
    assert waits.count(0) == WRITES.address * WRITES.burst_s
    assert not limits.wait(visitor("2001:db8:77:2::1"), WRITES), "another network"


class Busy:
    idle = False

    def give_way(self) -> None:
        raise AssertionError("a request is being answered")


def test_many_addresses_of_a_network_hold_no_more_connections() -> None:
    connections = Connections(2, {"127.0.0.1", "::1"}.__contains__, network_of)
    busy = [Busy() for _ in range(3)]
    assert [connections.take(f"2001:db8::{n}", busy[n]) for n in range(3)] == [True, True, False]
    assert connections.take("2001:db8:0:1::1", Busy())
    assert all(connections.take("::1", Busy()) for _ in range(5)), "a proxy"
    connections.give_back("2001:db8::7", busy[0])
    assert connections.take("2001:db8::8", Busy())


class Crowd:
    """A site with open tables, and guests whose addresses are known."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.addresses = tables, Addresses()
        self.presence = Presence(tables.store, Hub(encoded), 100)
        self.openings = Openings(tables, self.presence, self.addresses)

    async def open(self, guest: str, address: str, *, there: bool = True) -> str:
        """Opens a table for a guest, whom it has seen just now or has not."""
        make_known(self.tables.store, guest)
        self.addresses.note(Asker(address, guest))
        seats = [Sitter("person", guest), Sitter(OPEN)]
        table = await self.tables.create(load("babylone"), seats, PUBLIC)
        await self.presence._stays.go(Place(table.id, guest), now_ms() - (0 if there else 60_000))
        if there:
            await self.presence._stays.come(
                [Place(table.id, guest)], now_ms(), now_ms() + 30_000, tell=False
            )
        return table.id

    async def listed(self) -> list[str]:
        return [opening.table.id for opening in await self.openings.all()]


def test_tables_without_their_people_do_not_push_out_attended_ones(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "_MOST_LISTED", 5)

    async def play(crowd: Crowd) -> None:
        attended = await crowd.open("ana", "192.0.2.1")
        for n in range(8):
            await crowd.open(f"g{n}", f"198.51.100.{n}", there=False)
        found = await crowd.listed()
        assert found[0] == attended
        assert len(found) == 5

    with opened(database) as store:
        asyncio.run(play(Crowd(Tables(store))))


@pytest.mark.parametrize("guests", [1, 50])
def test_neither_a_guest_nor_an_address_fills_the_list(
    database: str, guests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "OPEN_TABLES_NEAR", 5)
    monkeypatch.setattr(openings, "_MOST_LISTED", 7)

    async def play(crowd: Crowd) -> None:
        attended = await crowd.open("ana", "192.0.2.1")
        for n in range(9):
            await crowd.open(f"g{n % guests}", "198.51.100.7")
        found = await crowd.listed()
        assert attended in found
        assert len(found) == 1 + (OPEN_TABLES if guests == 1 else 5)

    with opened(database) as store:
        asyncio.run(play(Crowd(Tables(store))))


def test_who_joins_the_tables_of_others_takes_none_of_them_off_the_list(database: str) -> None:
    async def play(crowd: Crowd) -> None:
        own = [await crowd.open("intruder", "198.51.100.7") for _ in range(OPEN_TABLES + 1)]
        make_known(crowd.tables.store, *(f"g{n}" for n in range(OPEN_TABLES + 1)))
        others = []
        for n in range(OPEN_TABLES + 1):
            seats = [Sitter("person", f"g{n}"), Sitter("person", "intruder"), Sitter(OPEN)]
            made = await crowd.tables.create(load("redline(players=3)"), seats, PUBLIC)
            others.append(made.id)
        found = await crowd.listed()
        assert set(others) <= set(found)
        assert len(set(own) & set(found)) < len(own)

    with opened(database) as store:
        asyncio.run(play(Crowd(Tables(store))))


def test_a_network_opens_no_more_tables_than_it_may(database: str) -> None:
    async def play(crowd: Crowd) -> None:
        for n in range(OPEN_TABLES_NEAR):
            await crowd.openings.check_room(visitor(f"2001:db8:77:1:{n:x}::1"))
            await crowd.open(f"g{n}", visitor(f"2001:db8:77:1:{n:x}::2").address)
        with pytest.raises(Denied):
            await crowd.openings.check_room(visitor("2001:db8:77:1:ffff::1"))
        await crowd.openings.check_room(visitor("2001:db8:77:2::1"))

    with opened(database) as store:
        asyncio.run(play(Crowd(Tables(store))))
