"""A pocket of version 0.2.0 in a browser is offered the present version, and keeps its tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from random import Random
from shutil import copytree
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludotheque.core.record import read_record
from ludotheque.play.match import replay
from tests.browser.acting import LIT, connected, put_welcome_away, turn_by_mouse, until
from tests.browser.conftest import HURRY, PATIENCE_MS
from tests.browser.test_pocket import PLACE, Quiet
from tests.pocket.pyodide import built_once
from tests.version_0_2 import (
    dateless,
    later,
    missing,
    since_ms,
    told,
    unpack,
    with_new_options,
    wordless,
)

_KEPT = told("pocket.json")
_LAST = max(row["at"] for row in _KEPT["indexedDB"]["stores"]["events"]["rows"])
KEPT = later(_KEPT, since_ms(_LAST))
TABLES: dict[str, dict[str, Any]] = KEPT["tables"]
(OLD_CACHE,) = KEPT["caches"]
PUT_BACK = """async ({ indexedDB: { name, version, stores }, localStorage: kept }) => {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const [store, { keyPath }] of Object.entries(stores))
      opening.result.createObjectStore(store, keyPath ? { keyPath } : undefined);
  };
  await new Promise(resolve => { opening.onsuccess = resolve; });
  const writing = opening.result.transaction(Object.keys(stores), "readwrite");
  for (const [store, { keyPath, rows }] of Object.entries(stores))
    for (const row of rows)
      if (keyPath) writing.objectStore(store).add(row);
      else writing.objectStore(store).add(row[1], row[0]);
  await new Promise(resolve => { writing.oncomplete = resolve; });
  opening.result.close();
}"""
# The steps of a page of that version once Python has started, which this test does without.
KEEP_OFFLINE = "async () => (await import('../static/pocket/keeping.js')).keepOffline()"
VIEW = """table => new Promise(resolve => {
  const line = pocket.openLine(table);
  line.onmessage = ({ data }) => { line.close(); resolve(JSON.parse(data).view); };
  line.onopen = () => line.send(JSON.stringify({ type: 'hello', since: null }));
})"""
RECORD = "path => pocket.ask(path).then(answer => answer.text())"


@pytest.fixture(scope="module")
def updated(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser that has taken the present version where the old one was installed and played."""
    folder = tmp_path_factory.mktemp("pocket")
    unpack("pocket.zip", folder / PLACE)
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{host.server_address[1]}/{PLACE}"
    context = chromium.new_context(base_url=address, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(HURRY)
    page = context.new_page()
    page.goto("en/")
    page.evaluate(PUT_BACK, KEPT)
    page.evaluate(KEEP_OFFLINE)
    until(page, "() => !!navigator.serviceWorker.controller")
    assert page.evaluate("() => caches.keys()") == [OLD_CACHE]
    copytree(built_once(tmp_path_factory), folder / PLACE, dirs_exist_ok=True)
    page.goto("en/")
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update() }")
    until(page, "async () => !!(await navigator.serviceWorker.ready).waiting")
    page.goto("en/")  # where the old version misses one that arrives while it starts
    page.evaluate(KEEP_OFFLINE)
    page.locator("#take-update").click()
    until(page, f"async () => !(await caches.keys()).includes('{OLD_CACHE}')")
    yield context
    context.close()
    host.shutdown()
    host.server_close()


@pytest.fixture
def page(updated: BrowserContext) -> Iterator[Page]:
    """A page that complains fails the test."""
    errors: list[str] = []
    opened = updated.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield opened
    opened.close()
    assert errors == []


def differences(page: Page, known: dict[str, Any]) -> list[str]:
    """How a table and its record differ from what the old version showed of them."""
    shown = page.evaluate(VIEW, known["table"])
    found = list(missing(wordless(known["view"]), wordless(shown)))
    record = page.evaluate(RECORD, f"/t/{known['table']}/record")
    again = read_record(record)
    if dateless(record) != dateless(known["record"]):
        found.append(f"the record is {record}")
    if replay(again).record(again.date).write() != with_new_options(record):
        found.append(f"the record is written otherwise when it is replayed: {record}")
    return found


def test_the_tables_of_the_old_version_are_listed_and_shown_as_they_were(page: Page) -> None:
    """On one page, because each would start Python anew."""
    page.goto("en/play/?/tables")
    links = page.locator(".list a[href*='/t/']")
    expect(links).to_have_count(len(KEPT["listed"]))
    listed = [str(link.get_attribute("href")).rpartition("/")[2] for link in links.all()]
    assert sorted(listed) == sorted(KEPT["listed"])
    found = {name: differences(page, known) for name, known in TABLES.items()}
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize("name", ["plus4-screen", "redline-four", "plus4-undone"])
def test_a_game_goes_on_where_it_was_left(page: Page, name: str) -> None:
    page.goto(f"en/play/?/t/{TABLES[name]['table']}")
    connected(page)
    put_welcome_away(page)
    page.wait_for_selector(LIT)
    turn_by_mouse(page, Random(name))
    expect(page.locator("#mail")).to_have_attribute("data-state", "kept")


def test_what_was_chosen_learned_and_missed_is_known(page: Page) -> None:
    page.goto("en/play/?/box/plus4")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.goto("en/play/?/problem/babylone")
    assert page.evaluate("() => ({ ...localStorage })").items() >= KEPT["localStorage"].items()
    (mistake,) = json.loads(KEPT["localStorage"]["mistakes-babylone"])
    page.goto(f"en/play/?/t/{mistake['table']}/retry/{mistake['number']}")
    expect(page.locator("#areas .part").first).to_be_visible()
