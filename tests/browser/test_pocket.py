"""The house without a server in a real browser: installed, then without any network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from shutil import copytree
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludotheque import load
from ludotheque.core.record import read_record
from ludotheque.play.match import Match, replay
from tests.browser.acting import (
    LIT,
    connected,
    is_over,
    moves,
    play_out,
    put_verdict_away,
    put_welcome_away,
    seq_changed,
    sit_down,
    turn_by_finger,
    turn_by_keyboard,
    turn_by_mouse,
    until,
)
from tests.browser.conftest import HURRY, PATIENCE_MS
from tests.browser.test_croisements import announce, press
from tests.pocket.pyodide import built_once

PLACE = "club/"
"""The pages lie below some folder of a host, as they may."""
KEPT = """async names => {
  const found = await Promise.all(names.map(name => caches.match(name)));
  return !!navigator.serviceWorker.controller && found.every(Boolean);
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def pocket(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser that has visited the pages once; then the host has gone for good."""
    folder = tmp_path_factory.mktemp("pocket")
    copytree(built_once(tmp_path_factory), folder / PLACE)
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{host.server_address[1]}/{PLACE}"
    context = chromium.new_context(
        base_url=address, locale="fr-FR", viewport={"width": 390, "height": 844}, has_touch=True
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(HURRY)
    page = context.new_page()
    page.goto("box/croisements/")
    until(page, KEPT, [f"{address}{name}" for name in ("memory", "words/fr.words.xz")])
    page.close()
    host.shutdown()
    host.server_close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def page(pocket: BrowserContext) -> Iterator[Page]:
    """A page that complains fails the test."""
    errors: list[str] = []
    opened = pocket.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield opened
    opened.close()
    assert errors == []


def begin(page: Page, game: str, *seats: str, lang: str = "") -> None:
    """Fills in the form of a new game and starts it."""
    page.goto(f"{lang}play/?/new/{game}")
    for number, who in enumerate(seats):
        sit_down(page, number, who)
    page.click("form.sheet > button.main")
    connected(page)
    put_welcome_away(page)


def record(page: Page) -> Match:
    """The game of the table, as a file would keep it."""
    path = f"/t/{page.url.rpartition('/')[2]}/record"
    text = page.evaluate("path => pocket.ask(path).then(answer => answer.text())", path)
    return replay(read_record(text))


@pytest.mark.parametrize("game", ["babylone", "plus4", "redline"])
def test_a_whole_game_against_a_bot_by_finger(page: Page, game: str) -> None:
    rng, turns = Random(game), 0
    while (
        turns < 2
    ):  # the deal is the device's own, and ends one game of Redline in hundreds at once
        begin(page, game, "me", "random")
        turns = play_out(page, lambda p: turn_by_finger(p, rng))
    expect(page.locator("#over h2")).to_contain_text(re.compile("gagn|nulle"))
    assert record(page).outcome is not None


def test_the_rules_beside_a_table_stay_open_while_one_looks_through_them(page: Page) -> None:
    begin(page, "plus4", "me", "here")
    page.click("[data-sheet=rules]")
    page.locator(".contents a").last.click()
    expect(page.locator(".rules h2").last).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#panel-rules")).to_be_visible()


def test_a_whole_game_of_words_against_a_bot(page: Page) -> None:
    begin(page, "croisements", "me", "casual")
    for _ in range(120):
        page.wait_for_selector(f"{LIT}, #over:not([hidden])")
        if is_over(page):
            break
        take_turn(page)
    assert record(page).outcome is not None


def take_turn(page: Page) -> None:
    """Presses and types what the strongest bot would do, so that the game is short."""
    put_verdict_away(page)
    match, before = record(page), moves(page)
    bots = load("croisements(language=fr)").bots
    action = bots["champion"].choose(match.kit.game, match.state, Random(0))
    text = match.kit.game.notation.write_action(action)
    pawn, _, way = text.partition("-")
    if way:
        crossing, word = way.split(" ", 1)
        square, support = crossing.split("/")
        announce(page, pawn, square, support, word, "fr")
    else:
        press(page, "button-pass" if pawn == "pass" else f"square-{pawn}")
        play = page.locator("#buttons [data-do=play]")
        while play.count():
            play.click()
    seq_changed(page, before)


def test_on_one_screen_by_keyboard_then_closed_and_opened_again(
    page: Page, pocket: BrowserContext
) -> None:
    begin(page, "babylone", "me", "here", lang="en/")
    for _ in range(3):
        turn_by_keyboard(page)
    expect(page.locator("#mail")).to_have_attribute("data-state", "kept")
    played, address = moves(page), page.url
    page.close()
    again = pocket.new_page()
    again.goto("en/")
    again.get_by_role("link", name="My games").click()
    again.locator(".list a").first.click()
    connected(again)
    assert again.url == address
    assert moves(again) == played
    assert play_out(again, turn_by_keyboard) > 0
    again.close()


def test_a_hint_the_end_and_the_review(page: Page) -> None:
    begin(page, "plus4", "me", "random")
    page.wait_for_selector(LIT)
    page.click("#hint")
    expect(page.locator(".areas .part.hinted").first).to_be_visible()
    rng = Random(4)
    play_out(page, lambda p: turn_by_mouse(p, rng))
    page.get_by_role("link", name=re.compile("Revoir")).first.click()
    expect(page.locator("#progress")).not_to_be_empty()
    expect(page.locator("#said")).not_to_be_empty()
    page.go_back()
    expect(page.locator("#over")).to_be_visible()


HOLD_DECISIONS = """() => {
  const read = Response.prototype.json;
  const released = new Promise(done => { window.release = done; });
  window.held = false;
  Response.prototype.json = async function () {
    const content = await read.call(this);
    if (!("decisions" in content)) return content;
    window.held = true;
    await released;
    return content;
  };
}"""
"""Lets the decisions of a review be read only once `release()` is called."""


def test_an_answer_that_is_read_while_its_page_is_left_does_not_arrive(page: Page) -> None:
    begin(page, "plus4", "me", "random")
    page.click("#menu-open")
    page.click("#resign")
    page.click("#sure-yes")
    expect(page.locator("#over")).to_be_visible()
    page.evaluate(HOLD_DECISIONS)
    page.get_by_role("link", name=re.compile("Revoir")).first.click()
    until(page, "held")
    page.go_back()
    expect(page.locator("#over")).to_be_visible()
    page.evaluate("release()")
    assert page.evaluate("held")  # a complaint of the left page would have come before this


def test_the_first_lesson_and_the_problem_of_the_day(page: Page) -> None:
    page.goto("")
    page.locator(".box-plus4").get_by_role("link", name=re.compile("Ouvrir")).click()
    page.get_by_role("link", name=re.compile("Apprendre")).click()
    page.click("#solution")
    page.locator("[data-id].lit").first.dispatch_event("click")
    expect(page.locator("#next .button")).to_be_visible()
    page.locator("#next .button").click()
    expect(page.locator(".count")).to_contain_text("2")
    page.goto("play/?/problem/babylone")
    expect(page.locator("#areas .part").first).to_be_visible()


@pytest.mark.parametrize("path", ["", "box/redline/", "play/?/tables", "en/play/?/learn/redline/1"])
def test_pages_are_in_their_language_and_pass_axe(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == ("en" if "en/" in path else "fr")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def choose(page: Page, **choices: str) -> None:
    for name, value in choices.items():
        page.click(f".prefer [name={name}][value={value}]")


def test_language_and_theme_are_chosen_for_good(page: Page) -> None:
    page.goto("play/?/tables")
    expect(page.locator("h1")).to_have_text("Mes parties")
    choose(page, theme="night")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'night'")
    chosen = page.locator(".prefer [name=theme][aria-current=true]")
    expect(chosen).to_have_attribute("value", "night")  # the page is there anew
    choose(page, lang="en")
    expect(page.locator("h1")).to_have_text("My games")
    page.goto("")  # the shelf of this address is French
    expect(page.locator("nav")).to_contain_text("My games")
    expect(page.locator(".prefer [name=theme][aria-current=true]")).to_have_attribute(
        "value", "night"
    )
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    choose(page, lang="fr")
    expect(page.locator("nav")).to_contain_text("Mes parties")
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    choose(page, theme="auto")
    page.wait_for_function("() => !document.documentElement.dataset.theme")


def test_a_theme_is_chosen_at_an_address_with_a_fragment(page: Page) -> None:
    page.goto("rules/plus4/#main")
    choose(page, theme="night")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'night'")
    page.locator("nav a[href*=tables]").click()
    expect(page.locator("h1")).to_have_text("Mes parties")
    choose(page, theme="auto")
    page.wait_for_function("() => !document.documentElement.dataset.theme")


FAILING_WORKER = """
  window.Worker = class {
    postMessage({ id }) {
      for (const data of [{ failed: "old" }, { id, error: "old" }])
        setTimeout(() => this.onmessage({ data }));
    }
  };
"""


def test_whoever_waits_is_told_that_the_browser_cannot_open_the_box(pocket: BrowserContext) -> None:
    page = pocket.new_page()
    page.add_init_script(FAILING_WORKER)
    with page.expect_event("pageerror"):
        page.goto("play/?/tables")
    expect(page.get_by_role("status")).to_contain_text("n’a pas pu ouvrir la boîte")
    page.close()


HOLD_PAGES = """() => {
  const read = Response.prototype.text;
  const released = new Promise(done => { window.release = done; });
  window.held = false;
  Response.prototype.text = async function () {
    const text = await read.call(this);
    window.held = true;
    await released;
    return text;
  };
}"""
"""Lets the next page be read only once `release()` is called."""


def test_a_page_that_arrives_late_does_not_undo_the_choice_of_a_language(page: Page) -> None:
    page.goto("play/?/tables")
    expect(page.locator("h1")).to_have_text("Mes parties")
    page.evaluate(HOLD_PAGES)
    page.locator("nav a[href*=me]").first.click()
    until(page, "held")
    page.evaluate("""() => {
      document.querySelector(".prefer [name=lang][value=en]").click();
      setTimeout(release);
    }""")
    expect(page.locator("h1")).to_have_text("My games")
    choose(page, lang="fr")
    expect(page.locator("h1")).to_have_text("Mes parties")


def test_a_page_begins_at_its_top(page: Page) -> None:
    page.goto("")
    page.locator(".box-croisements a.button").click()
    expect(page.locator("h1")).to_have_text("Croisements")
    assert page.evaluate("scrollY") == 0


def test_a_record_is_opened_and_a_wrong_one_refused(page: Page, tmp_path: Path) -> None:
    match = Match(load("babylone"))
    match.settle(Random(3))
    match.play(match.kit.game.actions(match.state)[0])
    file = tmp_path / "game.txt"
    file.write_text(match.record().write(), encoding="utf-8")
    page.goto("play/?/open")
    page.fill("#text", "nonsense")
    page.click("form.sheet button.main")
    expect(page.locator("[role=alert]")).to_be_visible()
    page.set_input_files("#file", file)
    page.click("form.sheet button.main")
    connected(page)
    assert record(page).moves == match.moves
    page.click("#menu-open")
    with page.expect_download() as saved:
        page.get_by_role("link", name=re.compile("Télécharger")).click()
    assert replay(read_record(saved.value.path().read_text("utf-8"))).moves == match.moves


def test_all_games_are_saved_brought_back_and_played_on(
    page: Page, pocket: BrowserContext, tmp_path: Path
) -> None:
    """The file comes back into a browser in which everything was cleared."""
    page.add_init_script("""
      StorageManager.prototype.persist = async () => { window.asked = true; return false; };
      StorageManager.prototype.persisted = async () => false;
    """)
    begin(page, "babylone", "me", "here")
    page.wait_for_function("() => window.asked")  # once a table was kept
    for _ in range(3):
        turn_by_keyboard(page)
    expect(page.locator("#mail")).to_have_attribute("data-state", "kept")
    played, address = record(page).moves, page.url
    page.goto("play/?/me")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Enregistrer toutes les parties").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.evaluate("""async () => {
      const database = await new Promise(resolve => {
        indexedDB.open("ludotheque").onsuccess = event => resolve(event.target.result);
      });
      const names = [...database.objectStoreNames];
      const writing = database.transaction(names, "readwrite");
      for (const name of names) writing.objectStore(name).clear();
      await new Promise(resolve => { writing.oncomplete = resolve; });
      database.close();
    }""")
    other = pocket.new_page()
    other.goto("play/?/tables")
    expect(other.locator(".list a")).to_have_count(0)
    other.goto("play/?/me")
    button = other.get_by_role("button", name="Restaurer ces parties")
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    for chosen, said in ((wrong, "[role=alert]"), (file, "#games [role=status]")):
        other.set_input_files("#games-file", chosen)
        button.click()
        expect(other.locator(said)).to_be_visible()
    assert Axe().run(other).violations_count == 0
    other.reload()
    expect(other.locator("#games [role=status]")).to_contain_text("ajoutée")
    other.goto(address)
    connected(other)
    assert record(other).moves == played
    turn_by_keyboard(other)
    expect(other.locator("#mail")).to_have_attribute("data-state", "kept")
    assert len(record(other).moves) > len(played)
    other.close()
