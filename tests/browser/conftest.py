"""Debian's Chromium, driven by Playwright, against a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.needs import needs
from tests.site.running import PATIENT, Running

# Without a window of its own, which takes longer to set up than most of our pages.
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Much longer than anything takes: on busy cores a review, which gives way to all else, has to wait.
PATIENCE_MS = 120_000
# Two presses in quick succession are a double press, which plays nothing: a script, which presses
# fast, would have to wait at every move.
HURRY = "performance.now = (now => () => 10 * now())(performance.now.bind(performance))"
Opener = Callable[..., Page]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for all files; it must end before other tests may run an event loop of their own."""
    needs("a browser")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One site for all files; their tests share nothing but its address."""
    folder = tmp_path_factory.mktemp("browser")
    site = Running(
        folder, module="tests.browser.dealing", LUDOTHEQUE_ABSENCE_SECONDS="2", **PATIENT
    ).start()
    yield site
    site.stop()


@pytest.fixture
def site(running: Running) -> Iterator[Running]:
    with running.without_traceback():
        yield running


@pytest.fixture
def person(chromium: Browser, site: Running) -> Iterator[Opener]:
    """Opens a browser of its own for each person; a page that complains fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        lang: str = "en", width: int = 1280, height: int = 800, hurry: bool = True, **more: Any
    ) -> Page:
        context = chromium.new_context(
            base_url=site.url,
            locale={"en": "en-GB", "fr": "fr-FR"}[lang],
            viewport={"width": width, "height": height},
            **more,
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        if hurry:
            page.add_init_script(HURRY)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if "Security Policy" in m.text else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
