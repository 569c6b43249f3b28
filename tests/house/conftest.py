"""The house as the site serves it, on each database, and as the pocket has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.doors import House, PocketHouse, SiteHouse
from tests.pocket.browser import MemoryBrowser, browser
from tests.site.conftest import DATABASES, database, site, sites
from tests.site.running import Running

__all__ = ["browser", "database", "site", "sites"]
POCKET = "pocket"


@pytest.fixture(params=[*DATABASES, POCKET])
def house(
    request: pytest.FixtureRequest, sites: dict[str, Running], browser: MemoryBrowser
) -> Iterator[House]:
    """A house through each door; errors that a site logs meanwhile are refused."""
    if request.param == POCKET:
        pocket = PocketHouse(browser)
        yield pocket
        pocket.close()
        return
    running = sites[request.param]
    with running.without_traceback():
        yield SiteHouse(running)
