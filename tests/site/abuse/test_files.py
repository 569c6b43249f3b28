"""Files that are no database, belong to another user, are read-only or are served already."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ludotheque import load
from ludotheque.cli import main
from ludotheque.core.texts import texts
from ludotheque.site.settings import Settings
from ludotheque.site.site import build
from ludotheque.site.storage.copies import backup
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.seats import Sitter
from tests.site.shared import make_known

_NOBODY = 65534


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database of a site, closed."""
    with opened(f"sqlite:///{tmp_path / 'site.sqlite3'}"):
        pass
    return tmp_path / "site.sqlite3"


def refused(file: Path, capsys: pytest.CaptureFixture[str], verb: str = "serve") -> str:
    """The complaint of a verb of the site about a file, always one line."""
    assert main([verb, "--database", str(file), "--lang", "en"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def say(key: str) -> str:
    return texts("ludotheque.cli", "en")(f"database.{key}")


@pytest.mark.parametrize("verb", ["serve", "migrate"])
def test_what_is_no_database_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear club, " * 999)
    assert refused(text, capsys, verb) == say("damaged")
    assert text.read_text() == "Dear club, " * 999


def test_a_damaged_database_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + os.urandom(4000) + whole[4100:])
    assert refused(file, capsys) == say("damaged")


def test_a_database_that_is_damaged_within_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(file)) as site:
        (size,) = site.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
        (page,) = site.execute(query).fetchone()
    with file.open("r+b") as bytes_:
        bytes_.seek((page - 1) * size)
        bytes_.write(b"\xff" * size)
    assert refused(file, capsys) == say("damaged")


@pytest.mark.parametrize("table", ["recipes", "guests", "alembic_version"])
def test_the_database_of_another_program_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str
) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"CREATE TABLE {table} (version_num TEXT)")
        other.commit()
    file.chmod(0o644)
    before = file.read_bytes()
    for verb in ("serve", "migrate"):
        assert refused(file, capsys, verb) == say("of_others")
    assert file.read_bytes() == before
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


@contextmanager
def nobody() -> Iterator[None]:
    """As a user other than root, to whom file permissions do not apply."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_database_that_cannot_be_written_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        locked = Path(folder) / file.name
        locked.write_bytes(file.read_bytes())
        locked.chmod(0o444)
        Path(folder).chmod(0o555)
        with nobody():
            assert refused(locked, capsys) == say("read_only")
        Path(folder).chmod(0o755)


def test_a_folder_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    assert refused(tmp_path / "folder", capsys) == say("read_only")


def test_one_process_serves_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(database=str(file))
    first = build(settings)
    assert refused(file, capsys) == say("served")
    backup(settings.database, file.with_name("copy"))
    first.store.close()
    build(settings).store.close()


def test_databases_and_copies_are_for_their_owner_alone(file: Path) -> None:
    file.chmod(0o644)
    with opened(f"sqlite:///{file}"):
        copy = file.with_name("copy")
        backup(f"sqlite:///{file}", copy)
        found = [path for path in file.parent.iterdir() if path.is_file()]
        assert {path.name for path in found} >= {file.name, f"{file.name}-wal", "copy"}
        assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
    assert main(["restore", str(copy), "--database", str(file.with_name("back.sqlite3"))]) == 0
    assert stat.S_IMODE(file.with_name("back.sqlite3").stat().st_mode) == 0o600


KILLED = """
import os, signal
from pathlib import Path
from ludotheque.site.storage import copies
from tests.site.shared import make_known
copies._copy_rows = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
copies.restore(Path({file!r}), {target!r})
"""


def test_a_restore_that_is_killed_leaves_nothing_behind(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    target = f"sqlite:///{tmp_path / 'target.sqlite3'}"
    program = KILLED.format(file=str(file), target=target)
    places = {name: str(folder) for name in ("TMPDIR", "SQLITE_TMPDIR")}
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **places}, check=False
    )
    assert done.returncode == -9
    assert list(folder.iterdir()) == []


def test_bots_move_on_though_the_clock_was_set_back(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waiting() -> tuple[list[str], str]:
        with opened(f"sqlite:///{file}") as store:
            tables = Tables(store)
            make_known(store, "ana")
            sitters = [Sitter("bot", bot="random"), Sitter("person", "ana")]
            made = await tables.create(load("plus4"), sitters)
            while not made.waits_for_bot:  # who begins is drawn by lot
                made = await tables.create(load("plus4"), sitters)
            now = time.time()
            assert await tables.waiting_for_bots() == [], "somebody thinks about it"
            monkeypatch.setattr(time, "time", lambda: now - 3600)
            return await tables.waiting_for_bots(), made.id

    found, made = asyncio.run(waiting())
    assert found == [made]
