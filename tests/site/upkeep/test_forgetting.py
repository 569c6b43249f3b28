"""Forgetting as the database sees it: broken off, overtaken, and on the disk itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.reading import read_events
from ludotheque.site.storage.schema import guests, seats
from ludotheque.site.storage.store import Store, opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.upkeep.forgetting import Forgetting
from ludotheque.table.seats import Sitter
from tests.site.shared import make_known

NAME, BRUNO = "Zebulon Tournesol", Sitter("person", "bruno", "Bruno")


@pytest.fixture(name="store")
def _store(database: str) -> Iterator[Store]:
    with opened(database) as store:
        yield store


async def seated(store: Store) -> tuple[str, str]:
    """A guest with that name, and a table where they sit."""
    make_known(store, "bruno")
    guest, _ = await Guests(store).add(NAME)
    table = await Tables(store).create(load("plus4"), [Sitter("person", guest, NAME), BRUNO])
    return guest, table.id


def logged(store: Store, table: str) -> str:
    return str(store.read_now(lambda c: read_events(c, table)))


def test_what_was_broken_off_is_finished(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        guest, table = await seated(store)
        forgetting = Forgetting(Tables(store), Guests(store))
        with monkeypatch.context() as broken:
            broken.setattr(Guests, "remove", None)
            with pytest.raises(TypeError):
                await forgetting.forget(guest)
        log = logged(store, table)
        assert NAME not in log
        assert await Guests(store).leaving() == [guest]
        assert await forgetting.forget(guest) == []
        assert logged(store, table) == log, "nothing happens twice"

    asyncio.run(play())
    assert store.read_now(lambda c: c.execute(sa.select(guests.c.id)).scalars().all()) == ["bruno"]


def test_nobody_is_at_the_seat_of_who_is_forgotten(store: Store) -> None:
    async def play() -> None:
        guest, table = await seated(store)
        (changed,) = await Forgetting(Tables(store), Guests(store)).forget(guest)
        assert changed.id == table
        assert NAME not in logged(store, table)
        (alias,) = changed.guests() - {"bruno"}
        query = sa.select(seats).where(seats.c.guest == alias)
        row = store.read_now(lambda c: c.execute(query).one())
        assert (row.here_since, row.here_until) == (None, None), "nobody is there"

    asyncio.run(play())


def test_nothing_is_left_on_the_disk_once_the_log_of_sqlite_is_written_back(
    tmp_path: Path,
) -> None:
    file = tmp_path / "site.sqlite3"

    def everything() -> bytes:
        return b"".join(path.read_bytes() for path in tmp_path.iterdir())

    async def play(store: Store) -> None:
        guest, _ = await seated(store)
        assert NAME.encode() in everything()
        await Forgetting(Tables(store), Guests(store)).forget(guest)

    with opened(f"sqlite:///{file}") as store:
        asyncio.run(play(store))
    assert NAME.encode() not in everything()
