"""The keys of a site are made once, by the first process, and stored with its data."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.house.reader import Asker
from ludotheque.house.tasks import cancel_all
from ludotheque.site.push import looking as module
from ludotheque.site.push.keys import Keys, keys_of
from ludotheque.site.push.looking import Looking
from ludotheque.site.storage.copies import backup, restore
from ludotheque.site.storage.notices import Notices
from ludotheque.site.storage.store import Store, opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.seats import Sitter
from tests.site.postgres import shared
from tests.site.shared import make_known


def made(*stores: Store) -> list[Keys]:
    async def make() -> list[Keys]:
        return await asyncio.gather(*map(keys_of, stores))

    return asyncio.run(make())


def test_two_processes_that_start_together_make_one_pair() -> None:
    url = shared().database()
    with opened(url) as one, opened(url) as other:
        keys = {*made(one, other, one, other), *made(other)}
    assert len(keys) == 1


def test_a_copy_of_a_site_has_its_keys_even_where_a_site_was_started(tmp_path: Path) -> None:
    here, there = (f"sqlite:///{tmp_path / name}" for name in ("here.sqlite3", "there.sqlite3"))
    found = []
    for url in (here, there):
        with opened(url) as store:
            found += made(store)
    backup(here, tmp_path / "copy")
    restore(tmp_path / "copy", there)
    with opened(there) as store:
        assert made(store) == [found[0]]
    assert found[0] != found[1]


def test_who_looks_through_another_process_is_known_to_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = shared().database()

    async def ask(one: Store, other: Store) -> list[bool]:
        hubs = Hub(encoded), Hub(encoded)
        notices = [Notices(url, Tables(s), h) for s, h in zip((one, other), hubs, strict=True)]
        looking, _ = [Looking(hub, store) for hub, store in zip(hubs, (one, other), strict=True)]
        listening = [asyncio.create_task(notice.listen()) for notice in notices]
        while not all(notice.connected for notice in notices):
            await asyncio.sleep(0.01)
        make_known(one, "ana", "bruno")
        seats = [Sitter("person", "ana"), Sitter("person", "bruno")]
        table = await Tables(one).create(load("plus4"), seats)
        with hubs[1].following(table, Asker("", "ana")):
            monkeypatch.setattr(module, "_ANSWERED_WITHIN_S", 60)
            answers = [await looking.anywhere(table.id, "ana")]
            monkeypatch.setattr(module, "_ANSWERED_WITHIN_S", 0.1)
            answers.append(await looking.anywhere(table.id, "bruno"))
        answers.append(await looking.anywhere(table.id, "ana"))
        await cancel_all(listening)
        return answers

    with opened(url) as one, opened(url) as other:
        assert asyncio.run(ask(one, other)) == [True, False, False]
