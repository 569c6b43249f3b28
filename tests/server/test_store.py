"""The store: one thread, savepoints, an answer only after the commit."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.cli import main
from ludotheque.server.live import Hub
from ludotheque.server.settings import Settings
from ludotheque.server.store import backup, guests, opened
from ludotheque.server.table import Sitter
from ludotheque.server.tables import Tables
from ludotheque.server.thinking import Thinkers


def row(number: int) -> dict[str, str]:
    return {"id": f"g{number}", "secret": f"s{number}", "name": ""}


def add(number: int, connection: sa.Connection) -> None:
    connection.execute(sa.insert(guests).values(row(number)))


def test_a_failed_job_leaves_the_others_standing(tmp_path: Path) -> None:
    async def both() -> list[object]:
        with opened(f"sqlite:///{tmp_path / 'x.sqlite3'}") as store:
            insert = [store.write(partial(add, number)) for number in (1, 1, 2)]
            done = await asyncio.gather(*insert, return_exceptions=True)
            query = sa.select(sa.func.count()).select_from(guests)
            count = await store.read(lambda c: c.execute(query).scalar())
            return [*done, count]

    first, second, third, count = asyncio.run(both())
    assert not isinstance(first, Exception)
    assert isinstance(second, sa.exc.IntegrityError)
    assert not isinstance(third, Exception)
    assert count == 2


def test_the_file_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'x.sqlite3'}") as store:
        settings = store.read_now(
            lambda c: [
                c.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous")
            ]
        )
    assert settings == ["wal", 2]


def test_opening_twice_migrates_once(tmp_path: Path) -> None:
    for _ in range(2):
        with opened(f"sqlite:///{tmp_path / 'x.sqlite3'}"):
            pass
    with sqlite3.connect(tmp_path / "x.sqlite3") as database:
        names = {name for (name,) in database.execute("select name from sqlite_master")}
    assert {"guests", "tables", "seats", "events", "alembic_version"} <= names


def test_a_backup_is_whole_and_can_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, copy = tmp_path / "x.sqlite3", tmp_path / "copy.sqlite3"

    async def play() -> str:
        with opened(f"sqlite:///{file}") as store:
            tables = Tables(store)
            table = await tables.create(
                load("plus4"), [Sitter("person", "a"), Sitter("person", "a")]
            )
            backup(file, copy)
            return table.id

    table_id = asyncio.run(play())
    with opened(f"sqlite:///{copy}") as store:
        assert asyncio.run(Tables(store).get(table_id)) is not None
    words = ["backup", str(tmp_path / "again.sqlite3"), "--database", str(file)]
    assert main(words) == 0
    assert main(words) == 2, "never over a file that is there"
    assert main(["backup", str(tmp_path / "z"), "--database", str(tmp_path / "none")]) == 2
    capsys.readouterr()


def test_the_site_refuses_to_start_on_tables_it_cannot_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.sqlite3"

    async def play() -> str:
        with opened(f"sqlite:///{file}") as store:
            people = [Sitter("person", "a"), Sitter("person", "a")]
            return (await Tables(store).create(load("plus4"), people)).id

    table_id = asyncio.run(play())
    with closing(sqlite3.connect(file)) as database:
        database.execute("update tables set rules = 99")
        database.commit()
    assert main(["serve", "--database", str(file), "--port", "0", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert table_id in told
    assert "cannot continue" in told


def test_a_stuck_or_broken_bot_falls_back_to_a_legal_move(tmp_path: Path) -> None:
    async def play() -> int:
        with opened(f"sqlite:///{tmp_path / 'x.sqlite3'}") as store:
            tables = Tables(store)
            thinkers = Thinkers(tables, Hub(), Settings(bot_seconds=0.001))
            bots = [Sitter("bot", bot="hard"), Sitter("bot", bot="no such bot")]
            table = await tables.create(load("plus4"), bots)
            thinkers.wake(table)
            for task in list(thinkers._busy.values()):
                await asyncio.wait_for(task, 60)
            await thinkers.stop()
            done = await tables.get(table.id)
            assert done is not None
            assert done.outcome is not None
            return len(done.moves)

    assert asyncio.run(play()) > 4
