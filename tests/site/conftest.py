"""A running site for tests that share no more than its address: on SQLite, and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site import postgres
from tests.site.running import Running

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


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Running]]:
    """The sites that all modules share, by the kind of their database, started when asked for."""
    started = Sites(tmp_path_factory.mktemp("sites"))
    yield started
    for running in started.values():
        running.stop()


class Sites(dict[str, Running]):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, kind: str) -> Running:
        folder, workers = self.folder / kind, 1 if kind == "sqlite" else 2
        self[kind] = Running(folder, fresh(kind, folder), workers).start()
        return self[kind]


@pytest.fixture(scope="module", params=DATABASES)
def site(request: pytest.FixtureRequest, sites: dict[str, Running]) -> Iterator[Running]:
    running = sites[request.param]
    with running.without_traceback():
        yield running
