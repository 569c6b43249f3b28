"""A site within this process whose guests may use a push service of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from ludotheque.site.site import Site
from tests.site.inside import serving
from tests.site.push.service import Browser, PushService, push_service
from tests.site.running import Running
from tests.site.wire import Wire


class Club(NamedTuple):
    """A site, its parts, and the push service that it calls."""

    site: Running
    parts: Site
    service: PushService
    opened: ExitStack

    def browser(self, lang: str = "en") -> Browser:
        browser = Browser(self.site, self.service, lang)
        self.opened.enter_context(browser.http)
        return browser

    def host(self, host: Browser, name: str = "Ana", clock: str = "") -> tuple[str, str]:
        """A table at which one person waits for another, and its link."""
        form = {"seat0": "me", "name0": name, "seat1": "open", "clock": clock}
        table = self.site.new_table(host.http, "plus4", **form)
        (link,) = self.site.invites(host.http, table)
        return table, link

    def at(self, browser: Browser, table: str) -> Wire:
        """Opens the table in a browser."""
        wire = Wire(self.site, table, f"guest={browser.http.cookies['guest']}")
        wire.hello()
        return wire


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("push")
    with push_service() as service, serving(folder, push_services=service.url) as (address, parts):
        running = Running(folder)
        running.port = int(address.rpartition(":")[2])
        with ExitStack() as opened:
            yield Club(running, parts, service, opened)
