"""A site that serves the pocket: installed, without a network, and back again; newer versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from ludotheque.pocket.building import build
from tests.browser.acting import LIT, connected, moves, put_welcome_away, turn_by_keyboard, until
from tests.browser.conftest import HURRY, PATIENCE_MS
from tests.pocket.pyodide import pyodide
from tests.site.running import PATIENT, Running

READY = """async () => {
  const workers = await navigator.serviceWorker.getRegistrations();
  const memory = await caches.match('/pocket/memory');
  return workers.length === 2 && workers.every(worker => worker.active) && !!memory;
}"""
VERSIONS = "() => caches.keys()"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that are written without Node: browsers compile the sources."""
    written = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(written))
        assert not build(written, pyodide(), "/")
    return written


@pytest.fixture(scope="module")
def club(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("club")
    running = Running(home, LUDOTHEQUE_POCKET=str(folder), **PATIENT).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def installed(chromium: Browser, club: Running) -> Iterator[BrowserContext]:
    """A browser that has installed the site, and opened the pocket once, for all tests in turn."""
    context = chromium.new_context(base_url=club.url, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(HURRY)
    page = context.new_page()
    page.goto("/")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    page.goto("/pocket/en/")
    until(page, READY)
    page.close()
    yield context
    context.close()


def test_the_site_says_that_it_can_be_installed(club: Running) -> None:
    with club.guest() as guest:
        assert 'rel="manifest"' in guest.get("/").text
        told = guest.get("/site.webmanifest").json()
        assert told["start_url"] == told["scope"] == "/"
        for icon in told["icons"]:
            assert guest.get(icon["src"]).status_code == 200
        policy = guest.get("/pocket/").headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "wasm" not in guest.get("/").headers["content-security-policy"]
        assert guest.get("/pocket/nothing").status_code == 404


def test_without_a_network_the_pocket_opens_and_with_one_the_site(
    installed: BrowserContext,
) -> None:
    page = installed.new_page()
    installed.set_offline(True)
    try:
        page.goto("/me")
        expect(page.locator(".box-plus4")).to_be_visible()
        assert "/pocket/" in page.url
    finally:
        installed.set_offline(False)
    page.wait_for_url("/")
    page.close()


def test_whether_the_site_answers_is_never_kept(installed: BrowserContext) -> None:
    page = installed.new_page()
    page.goto("/pocket/en/")
    asked = "async () => (await fetch('/healthz', { cache: 'no-store' })).ok"
    assert page.evaluate(asked)
    kept = "async () => (await Promise.all((await caches.keys()).map(name => caches.open(name))"
    kept += ".map(async open => (await (await open).keys()).map(({ url }) => url)))).flat()"
    addresses = page.evaluate(kept)
    assert addresses
    assert all("/pocket/" in address for address in addresses)
    page.close()


def test_a_table_goes_on_online(installed: BrowserContext) -> None:
    page = installed.new_page()
    page.goto("/pocket/en/")
    page.locator(".box-babylone button.main").click()
    connected(page)
    put_welcome_away(page)
    page.wait_for_selector(LIT)
    turn_by_keyboard(page)
    page.wait_for_selector(LIT)
    played = moves(page)
    page.click("#menu-open")
    page.get_by_role("link", name="Continue online").click()
    page.wait_for_url("/open*")
    page.click("form.sheet button.main")
    page.wait_for_url("/t/*")
    connected(page)
    assert moves(page) == played
    page.close()


def test_a_new_version_is_offered_but_not_at_a_table(
    installed: BrowserContext, folder: Path
) -> None:
    page = installed.new_page()
    page.goto("/pocket/en/")
    (before,) = page.evaluate(VERSIONS)
    build(folder, pyodide(), "/?")
    page.locator(".box-babylone button.main").click()
    connected(page)
    table = page.url.rpartition("/")[2]
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update() }")
    until(page, "async () => !!(await navigator.serviceWorker.ready).waiting")
    assert page.locator("#update").count() == 0, "nobody is asked during a game"
    assert before in page.evaluate(VERSIONS)
    page.goto("/pocket/en/")
    page.evaluate("old => { setInterval(() => caches.open(old), 1) }", before)  # as a late request
    page.locator("#take-update").click()
    until(page, f"async () => !(await caches.keys()).includes('{before}')")
    expect(page.locator(".box-babylone")).to_be_visible()
    page.goto("/pocket/en/play/?/tables")
    expect(page.locator(f".list .game [href$='/t/{table}']")).to_have_count(1)
