"""Invitations by name: they cannot block those of other people, and every guest can refuse them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.site.company.invites import Invites
from ludotheque.site.company.names import NameFilter
from ludotheque.site.site import Site
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.invitations import (
    _MOST_IN_A_DAY,
    _MOST_OF_ONE,
    _MOST_WAITING,
    Invitations,
)
from ludotheque.site.storage.schema import mutes
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.upkeep.forgetting import Forgetting
from ludotheque.table import commands
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Table
from tests.site.running import Running
from tests.site.shared import make_known

BRUNO = "bruno"


class Hosts:
    """People who invite Bruno, on a database."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.invitations = Invitations(tables.store)
        self.invites = Invites(tables, self.invitations, NameFilter(), meeting=True)

    async def table(self, host: str) -> Table:
        make_known(self.tables.store, host, BRUNO)
        return await self.tables.create(load("plus4"), [Sitter("person", host), Sitter("open")])

    async def invite(self, host: str) -> bool:
        """Sets up a table and invites Bruno; returns whether he is told."""
        return await self.invites.add(await self.table(host), 0, BRUNO)

    async def fill(self, table_id: str) -> None:
        await self.tables.change(table_id, lambda now, moment: commands.fill(now, 1, moment))

    async def waiting(self) -> list[str]:
        return [each.table_id for each in await self.invitations.to_guest(BRUNO)]


@pytest.fixture(name="hosts")
def _hosts(database: str) -> Iterator[Hosts]:
    with opened(database) as store:
        yield Hosts(Tables(store))


def test_tables_that_nobody_can_join_any_more_silence_nobody(hosts: Hosts) -> None:
    """Twenty invitations to tables that are then filled with bots, and one by another guest."""

    async def play() -> None:
        for number in range(_MOST_WAITING):
            assert await hosts.invite(f"crony {number}")
        assert not await hosts.invite("ana"), "so many wait for an answer"
        for table_id in await hosts.waiting():
            await hosts.fill(table_id)
        assert await hosts.invite("ana")
        assert len(await hosts.waiting()) == 1

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(2))
def test_one_inviter_has_a_few_that_wait_and_some_in_a_day(hosts: Hosts, seed: int) -> None:
    """Invitations at once, filled tables and answers, in any order."""
    rng = Random(seed)

    async def play() -> None:
        all_told = 0
        for number in range(_MOST_IN_A_DAY // _MOST_OF_ONE + 2):
            told = sum(await asyncio.gather(*(hosts.invite("mallory") for _ in range(4))))
            assert told <= _MOST_OF_ONE
            all_told += told
            assert await hosts.invite(f"ana {number}"), "others still invite"
            waiting = await hosts.waiting()
            assert len(waiting) == told + 1
            rng.shuffle(waiting)
            for table_id in waiting:
                if rng.random() < 0.5:
                    await hosts.fill(table_id)
                else:
                    await hosts.invitations.answer(BRUNO, table_id)
        assert all_told == _MOST_IN_A_DAY

    asyncio.run(play())


def test_a_person_who_is_muted_invites_without_effect_until_allowed_again(hosts: Hosts) -> None:
    async def play() -> None:
        invitations, table = hosts.invitations, await hosts.table("mallory")
        assert await hosts.invite("mallory")
        assert await hosts.invites.add(table, 0, BRUNO)
        await invitations.mute(BRUNO, table.id)
        await invitations.mute(BRUNO, "no such table")
        assert await hosts.waiting() == []
        again = await hosts.table("mallory")
        assert not await hosts.invites.add(again, 0, BRUNO)
        assert await hosts.waiting() == []
        assert await invitations.to_table(again.id) == {BRUNO}, "the inviter does not notice"
        assert await hosts.invite("ana")
        (mute,) = await invitations.muted(BRUNO)
        await invitations.unmute("ana", mute.id)
        assert await invitations.muted(BRUNO) == [mute], "nobody else undoes it"
        await invitations.unmute(BRUNO, mute.id)
        assert await hosts.invite("mallory")

    asyncio.run(play())


@pytest.mark.parametrize("who", [BRUNO, "mallory"])
def test_a_mute_is_forgotten_with_either_guest(hosts: Hosts, who: str) -> None:
    async def play() -> int:
        await hosts.invite("mallory")
        (table_id,) = await hosts.waiting()
        await hosts.invitations.mute(BRUNO, table_id)
        await Forgetting(hosts.tables, Guests(hosts.tables.store)).forget(who)
        count = sa.select(sa.func.count()).select_from(mutes)
        return await hosts.tables.store.read(lambda c: c.execute(count).scalar_one())

    assert asyncio.run(play()) == 0


@pytest.mark.parametrize(
    ("lang", "offered", "allowed"),
    [
        ("fr", "Plus d’invitations de cette personne", "Autoriser à nouveau"),
        ("en", "No invitations from this person", "Allow again"),
    ],
)
def test_the_pages_mute_and_allow_again(
    within: tuple[str, Site], tmp_path: Path, lang: str, offered: str, allowed: str
) -> None:
    running = Running(tmp_path)
    running.port = int(within[0].rpartition(":")[2])
    with running.guest() as ana, running.guest(lang) as bruno:
        played = running.new_table(ana, "plus4", seat0="me", name0="Ana", seat1="open")
        (link,) = running.invites(ana, played)
        bruno.post(link, data={"name": "Bruno"})
        table = invited_by_name(running, ana)
        page = unescape(bruno.get("/tables").text)
        assert offered in page
        assert f'action="/t/{table}/mute"' in page
        assert bruno.post(f"/t/{table}/mute").headers["location"] == "/tables"
        assert offered not in unescape(bruno.get("/tables").text)
        other = invited_by_name(running, ana)
        assert f"/t/{other}/join" not in bruno.get("/tables").text
        page = unescape(bruno.get("/me").text)
        assert allowed in page
        assert "<span>Ana</span>" in page
        (mute,) = re.findall(r'name="mute" value="([^"]+)"', page)
        assert bruno.post("/me/unmute", data={"mute": mute}).headers["location"] == "/me"
        assert allowed not in unescape(bruno.get("/me").text)
        last = invited_by_name(running, ana)
        assert f"/t/{last}/join" in bruno.get("/tables").text


def invited_by_name(running: Running, host: httpx.Client) -> str:
    """Opens another table and invites Bruno to it; its name."""
    table = running.new_table(host, "plus4", seat0="me", name0="Ana", seat1="open")
    page = host.get(f"/t/{table}/invites").text
    (person,) = re.findall(r'value="([^"]+)">Invite Bruno</button>', page)
    assert host.post(f"/t/{table}/invite", data={"person": person}).status_code == 303
    return table
