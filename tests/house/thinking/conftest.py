"""These tests share one site on SQLite with worker processes, which store nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.conftest import POCKET
from tests.needs import needs
from tests.site.running import Running
from tests.site.shared import Sites


@pytest.fixture(autouse=True)
def _thinking() -> None:
    needs("processes that think")


@pytest.fixture(scope="module")
def site(sites: Sites) -> Iterator[Running]:
    with sites["sqlite"].without_traceback():
        yield sites["sqlite"]


@pytest.fixture(scope="module", params=["site", POCKET])
def door(request: pytest.FixtureRequest) -> Running | None:
    return None if request.param == POCKET else request.getfixturevalue("site")
