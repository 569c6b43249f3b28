"""One site for all tests of abuse, in their own process, so that they can look at its parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludotheque.site.site import Site
from tests.site.inside import serving

CONNECTIONS = 10  # of one address; only those of proxies, such as 127.0.0.1, are not counted


@pytest.fixture(scope="package")
def within(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Site]]:
    """The address of the site, and the site."""
    with serving(tmp_path_factory.mktemp("abused"), connections=CONNECTIONS) as found:
        yield found


@pytest.fixture
def address(within: tuple[str, Site]) -> str:
    return within[0]


@pytest.fixture
def site(within: tuple[str, Site]) -> Site:
    return within[1]
