"""All of these tests start processes that think, on one site on SQLite: thinking keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.doors import House, PocketHouse, SiteHouse
from tests.needs import needs
from tests.pocket.browser import MemoryBrowser
from tests.site.running import PATIENT, Running


@pytest.fixture(autouse=True)
def _thinking() -> None:
    needs("processes that think")


@pytest.fixture(scope="session")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site where thinking may take as long as it does on a busy machine."""
    running = Running(tmp_path_factory.mktemp("patient"), **PATIENT).start()
    yield running
    running.stop()


@pytest.fixture
def site(patient: Running) -> Iterator[Running]:
    with patient.without_traceback():
        yield patient


@pytest.fixture(params=["site", "pocket"])
def house(request: pytest.FixtureRequest, browser: MemoryBrowser) -> Iterator[House]:
    if request.param == "pocket":
        pocket = PocketHouse(browser)
        yield pocket
        pocket.close()
    else:
        yield SiteHouse(request.getfixturevalue("site"))
