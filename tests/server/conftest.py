"""One running site for a module of tests: one process on SQLite, then two on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.running import Running

DATABASES = ("sqlite", "postgresql")


def fresh(kind: str, folder: Path) -> str:
    """The address of an empty database of that kind."""
    folder.mkdir(exist_ok=True)
    return (
        f"sqlite:///{folder / 'site.sqlite3'}" if kind == "sqlite" else postgres.shared().database()
    )


@pytest.fixture(scope="session", autouse=True)
def _stop_postgres() -> Iterator[None]:
    yield
    postgres.stop_shared()


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request.param, tmp_path)


@pytest.fixture(scope="module", params=DATABASES)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("site")
    workers = 1 if request.param == "sqlite" else 2
    running = Running(folder, fresh(request.param, folder), workers).start()
    yield running
    running.stop()
    log = running.log.read_text()
    assert "Traceback" not in log, log
