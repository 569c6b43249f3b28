"""A running site for tests that share no more than its address: on SQLite, and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.running import Running
from tests.site.shared import DATABASES, Sites, fresh


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request.param, tmp_path)


@pytest.fixture(scope="module", params=DATABASES)
def site(request: pytest.FixtureRequest, sites: Sites) -> Iterator[Running]:
    running = sites[request.param]
    with running.without_traceback():
        yield running
