"""The site around the house: askers are known by their address, and hosts read metrics."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY

from ludotheque import load
from ludotheque.house.reader import Asker
from ludotheque.house.thinking.thinker import Failed, Turn
from ludotheque.play.match import Match
from ludotheque.site.site import Site
from tests.site.inside import serving
from tests.site.running import NO_TLS, until


class Noted:
    """Notes which guests its work is charged to, and never finds anything."""

    def __init__(self) -> None:
        self.askers: list[Asker] = []

    async def ask(self, work: object, seconds: float, turn: Turn) -> Any:
        self.askers.append(turn.asker)
        raise Failed("nothing is found")


@pytest.fixture(scope="module")
def within(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Site]]:
    """The address of a site, and the site."""
    with serving(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def site(within: tuple[str, Site]) -> Site:
    return within[1]


@pytest.fixture
def guest(within: tuple[str, Site]) -> Iterator[httpx.Client]:
    address = f"http://{within[0]}"
    with httpx.Client(base_url=address, headers={"origin": address}, verify=NO_TLS) as client:
        yield client


def laid(guest: httpx.Client, record: str) -> str:
    """The table on which a record lies that the guest has brought."""
    location: str = guest.post("/open", data={"text": record}).headers["location"]
    return location.removeprefix("/t/")


def test_what_a_bot_thinks_counts_for_the_address_of_its_opponent(
    site: Site, guest: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Noted()
    monkeypatch.setattr(site.bots, "_thinker", thinker)
    seats = '[Seat "Ana"]\n[Seat "Bot B (at random)"]'
    name = laid(guest, f'[Game "plus4"]\n[Rules "1"]\n{seats}\n\nbegin 0 | 1 | 2 | 3')
    until(lambda: thinker.askers)
    table = site.tables.known(name)
    assert table is not None
    assert table.seats[0].guest
    assert set(thinker.askers) == {Asker("127.0.0.1", table.seats[0].guest)}


def test_a_host_reads_how_many_decisions_are_remembered(
    site: Site, guest: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.reviews, "_thinker", Noted())
    match, rng = Match(load("plus4")), Random(1)
    match.settle(rng)
    for _ in range(3):
        match.move(match.kit.bots["random"], rng)
    match.resign(0)
    review = f"/api/tables/{laid(guest, match.record().write())}/review?known=0&wait=8"
    until(lambda: guest.get(review).json()["done"])
    assert len(guest.get(review).json()["decisions"]) == 3
    assert REGISTRY.get_sample_value("ludotheque_decisions_remembered") == 3
