"""The store: one thread, savepoints, an answer only after the commit."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.cli import main
from ludotheque.house.hub import Hub
from ludotheque.house.thinking.bots import Bots
from ludotheque.site.settings import Settings, from_environment, to_environment
from ludotheque.site.site import build
from ludotheque.site.storage import migrations
from ludotheque.site.storage.copies import backup
from ludotheque.site.storage.database import address, engine_for, migrate, public
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.schema import guests, metadata
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.workers import Workers
from ludotheque.table.commands import act
from ludotheque.table.messages import Act
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Moment, Table
from tests.site.shared import DATABASES, fresh, make_known


def row(number: int) -> dict[str, str]:
    return {"id": f"g{number}", "secret": f"s{number}", "name": ""}


def add(number: int, connection: sa.Connection) -> None:
    connection.execute(sa.insert(guests).values(row(number)))


def test_a_failed_job_leaves_the_others_standing(database: str) -> None:
    async def both() -> list[object]:
        with opened(database) as store:
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


def test_opening_often_and_at_once_migrates_once(database: str) -> None:
    def look(_: int) -> set[str]:
        with opened(database) as store:
            return store.read_now(lambda c: set(sa.inspect(c).get_table_names()))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(look, range(4)))
    assert all(names == {*metadata.tables, "alembic_version"} for names in found)


def test_the_database_has_the_shape_that_the_code_expects(database: str) -> None:
    def compare(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    with opened(database) as store:
        assert store.read_now(compare) == []
    versions = Path(migrations.__file__).parent / "versions"
    newest = max(file.stem.partition("_")[0] for file in versions.glob("*.py"))
    assert newest == migrations.REVISION


def test_tables_of_older_versions_get_an_invitation_each(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"id": name, "spec": "plus4", "rules": 1, "seq": 0, "over": False, "waits": False}
        for name in ("one", "two")
    ]
    insert = sa.text(
        "insert into tables (id, spec, rules, seq, over, waits_for_bot, changed)"
        " values (:id, :spec, :rules, :seq, :over, :waits, 0)"
    )
    engine = engine_for(database, writes=True)
    with monkeypatch.context() as before:
        before.setattr("ludotheque.site.storage.database.REVISION", "0002")
        migrate(engine)
    with engine.begin() as connection:
        connection.execute(insert, rows)
    migrate(engine)
    with engine.begin() as connection:
        found = list(connection.execute(sa.text("select invite from tables")).scalars())
    engine.dispose()
    assert len(set(found)) == 2
    assert all(len(invite) == 32 for invite in found)


def test_a_backup_is_whole_and_can_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, copy = tmp_path / "x.sqlite3", tmp_path / "copy.sqlite3"

    async def play() -> str:
        with opened(f"sqlite:///{file}") as store:
            tables = Tables(store)
            make_known(store, "a")
            table = await tables.create(
                load("plus4"), [Sitter("person", "a"), Sitter("person", "a")]
            )
            backup(f"sqlite:///{file}", copy)
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
            make_known(store, "a")
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


def test_bots_that_have_left_the_game_are_replaced_by_the_middling_one(database: str) -> None:
    async def play() -> int:
        with opened(database) as store:
            tables = Tables(store)
            hub = Hub(encoded)
            workers = Workers(1)
            thinkers = Bots(tables, hub, workers, hub.tell, 5)
            bots = [Sitter("bot", bot="medium"), Sitter("bot", bot="no such bot")]
            table = await tables.create(load("plus4"), bots)
            with hub.following(table):
                thinkers.wake(table)
                for task in list(thinkers._busy.values()):
                    await asyncio.wait_for(task, 60)
            await thinkers.stop()
            workers.close()
            done = await tables.get(table.id)
            assert done is not None
            assert done.outcome is not None
            return len(done.moves)

    assert asyncio.run(play()) > 4


def test_a_refusal_that_nobody_waits_for_is_no_failure(database: str) -> None:
    """The caller is gone before the answer; errors that nobody receives are logged."""
    unheard: list[object] = []

    async def play() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: unheard.append(context))
        site = build(Settings(database=database))
        make_known(site.store, "a")
        sitters = [Sitter("person", "a"), Sitter("person", "a")]
        table = await site.tables.create(load("plus4"), sitters)
        late = Act(id="late", expected=0, action="1")
        asked = asyncio.create_task(site.command(table.id, late, "a"))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        await asyncio.to_thread(site.store.close)
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    asyncio.run(play())
    gc.collect()
    assert not unheard


def test_what_no_database_can_hold_is_not_found(database: str) -> None:
    async def look() -> list[object]:
        with opened(database) as store:
            tables = Tables(store)
            return [await tables.get("a\x00b"), await Guests(store).find("\ud800")]

    assert asyncio.run(look()) == [None, None]


def played(url: str, rounds: int = 3) -> dict[str, Table]:
    """A site with guests, an open seat, and some games under way."""

    async def play() -> dict[str, Table]:
        with opened(url) as store:
            tables = Tables(store)
            guest, _ = await Guests(store).add("Zoé")
            both = [Sitter("person", guest, "Zoé"), Sitter("person", guest)]
            found = [await tables.create(load("plus4"), [both[0], Sitter("open")])]
            for spec in ("plus4(mode=endless)", "redline(players=2)", "babylone") * rounds:
                table = await tables.create(load(spec), both)
                for number in range(6):
                    if table.outcome is not None:  # a deal may end a game early
                        break
                    game, rng = table.kit.game, Random(number)
                    text = game.notation.write_action(rng.choice(game.actions(table.state)))
                    kept = await tables.change(table.id, partial(acts, text), f"c{number}")
                    table = kept.table
                found.append(table)
            return {table.id: table for table in found}

    return asyncio.run(play())


def acts(text: str, table: Table, moment: Moment) -> Change:
    return act(table, [0, 1], text, moment)


def stands(url: str, ids: Iterable[str]) -> dict[str, Table]:
    """The tables of a site as they are read afresh."""
    with opened(url) as store:
        return {table.id: table for table in asyncio.run(Tables(store).get_all(list(ids)))}


def rows(url: str) -> dict[str, list[str]]:
    with opened(url) as store:
        return {
            name: store.read_now(lambda c, t=table: sorted(map(repr, c.execute(sa.select(t)))))  # type: ignore[misc]
            for name, table in metadata.tables.items()
        }


@pytest.mark.parametrize("kinds", list(product(DATABASES, repeat=2)))
def test_a_site_moves_between_databases_without_losing_anything(
    tmp_path: Path, kinds: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = (fresh(kind, tmp_path / str(n)) for n, kind in enumerate(kinds))
    tables = played(here)
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy), "--database", here]) == 0
    assert main(["restore", str(copy), "--database", there]) == 0
    assert rows(there) == rows(here)
    assert stands(there, tables) == tables, "and every table stands as it stood"
    assert main(["restore", str(copy), "--database", there, "--lang", "en"]) == 2
    assert "already contains a site" in capsys.readouterr().err
    assert played(there, 1), "and it can be played on"


def test_a_copy_that_is_none_is_refused(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no database at all " * 99)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("create table events (x)")
        other.commit()
    for name in ("text", "other"):
        words = ["restore", str(tmp_path / name), "--database", database, "--lang", "fr"]
        assert main(words) == 2
        assert "n’est pas la sauvegarde" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "none"), "--database", database]) == 2


def test_migrating_by_hand_names_the_shape_and_refuses_a_newer_one(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(["migrate", "--database", database]) == 0
        assert migrations.REVISION in capsys.readouterr().out
    engine = engine_for(database, writes=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    engine.dispose()
    for verb in ("migrate", "serve"):
        assert main([verb, "--database", database, "--lang", "en"]) == 2
        assert "newer version" in capsys.readouterr().err


def test_tables_of_another_program_that_bear_our_names_are_refused(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    create = sa.text("create table guests (tent integer)")
    raw = sa.create_engine(address(database))
    with raw.begin() as connection:
        connection.execute(create)
    assert main(["migrate", "--database", database, "--lang", "en"]) == 2
    assert "something other than a site" in capsys.readouterr().err
    assert sa.inspect(raw).get_table_names() == ["guests"]
    raw.dispose()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--database", "x.sqlite3", "--workers", "2"], "a single process"),
        (["--database", "mysql://x/y"], "Invalid database URL"),
        (["--database", "://"], "Invalid database URL"),
        (["--database", "postgresql://127.0.0.1:1/x", "--workers", "2"], "is not responding"),
    ],
)
def test_serve_says_in_one_line_what_it_cannot_do(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.site.storage.store._WRITER_TRIES_S", 0.1)
    for lang in ("en", "fr"):
        assert main(["serve", *words, "--lang", lang]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert (told in line) == (lang == "en")


def test_the_password_of_the_database_is_never_shown() -> None:
    assert public("postgres://me:secret@127.0.0.1/x") == "postgresql+psycopg://me:***@127.0.0.1/x"


def test_settings_go_through_the_environment_unchanged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tmp_path.joinpath("build.json").touch()
    changed = Settings(
        database="postgresql://x/y", host="::1", port=1, workers=3, secure=True, proxies="*",
        domains="x", sockets=7, connections=9, absence_seconds=3.5, writes_per_second=9.5,
        bot_workers=2, bot_seconds=1.5, review_seconds=2.5, open_tables=False,
        blocked_names=__file__, print=False, pocket=str(tmp_path),
        log="json", log_level="info", metrics="all", shutdown_seconds=4, push=False,
        push_contact="mailto:x", push_services="http://x", keep_unfinished_days=5,
        keep_finished_days=6, keep_guests_days=0,
    )  # fmt: skip
    assert all(getattr(changed, name) != getattr(Settings(), name) for name in CHANGED)
    for settings in (Settings(database="sqlite:////x.sqlite3"), changed):
        for name, value in to_environment(settings).items():
            monkeypatch.setenv(name, value)
        assert from_environment() == settings


@pytest.mark.parametrize(
    ("setting", "value", "french", "english"),
    [
        ("PORT", "many", "ne peut pas valoir «\u00a0many\u00a0»", "cannot be “many”"),
        ("BLOCKED_NAMES", "/no/list", "un fichier qui n’existe pas", "a file that does not exist"),
        ("POCKET", "/no/games", "ludotheque export\u00a0» n’a pas", "ludotheque export” did not"),
    ],
)
def test_a_setting_that_will_not_do_is_named_in_the_language(
    setting: str, value: str, french: str, english: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(f"LUDOTHEQUE_{setting}", value)
    for lang, told in (("fr", french), ("en", english)):
        assert main(["serve", "--lang", lang]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert f"LUDOTHEQUE_{setting}" in line
        assert told in line
        assert value in line


def test_a_setting_may_have_its_old_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in OLD_SETTINGS.items():
        monkeypatch.setenv(f"LUDOTHEQUE_{name}", value)
    told = list[tuple[str, str]]()
    found = from_environment(lambda *names: told.append(names))
    assert not found.open_tables
    assert (found.writes_per_second, found.shutdown_seconds) == (9.5, 4)
    assert (found.blocked_names, found.absence_seconds) == (__file__, 3.5)
    assert ("LUDOTHEQUE_MEETING", "LUDOTHEQUE_OPEN_TABLES") in told
    assert len(told) == len(OLD_SETTINGS)
    monkeypatch.setenv("LUDOTHEQUE_OPEN_TABLES", "yes")
    told.clear()
    assert from_environment(lambda *names: told.append(names)).open_tables
    assert not [names for names in told if names[0] == "LUDOTHEQUE_MEETING"], "the new name counts"


OLD_SETTINGS = {
    "MEETING": "no", "RATE": "9.5", "GRACE": "4", "NAMES": __file__, "ABSENCE": "3.5",
}  # fmt: skip


CHANGED = tuple(Settings.model_fields)
