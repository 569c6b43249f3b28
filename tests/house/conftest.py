"""The house as the site serves it, on each database, and as the pocket has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.doors import House, PocketHouse, SiteHouse
from tests.pocket.browser import MemoryBrowser, browser
from tests.site.running import Running
from tests.site.shared import DATABASES, Sites

__all__ = ["browser"]
POCKET = "pocket"


@pytest.fixture(scope="module", params=[*DATABASES, POCKET])
def door(request: pytest.FixtureRequest, sites: Sites) -> Iterator[Running | None]:
    """A site on each database, and none for the pocket.

    Errors that a site logs meanwhile are refused, also those between two tests.
    """
    if request.param == POCKET:
        yield None
        return
    running = sites[request.param]
    with running.without_traceback():
        yield running


@pytest.fixture
def house(door: Running | None, browser: MemoryBrowser) -> Iterator[House]:
    """A house through each door."""
    if door is not None:
        yield SiteHouse(door)
        return
    pocket = PocketHouse(browser)
    yield pocket
    pocket.close()
