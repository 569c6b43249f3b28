"""The table's tools: why, rules, confirm, step back, look back, typed moves, zoom, themes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.acting import (
    LIT,
    PLAY,
    READY,
    connected,
    is_begun,
    key_that_leads_on,
    moves,
    new_table,
    open_table,
    play,
    press,
    put_welcome_away,
    seq_changed,
    set_in_menu,
    type_move,
)
from tests.browser.conftest import Opener

# Whether a press at the middle of an element reaches that element.
REACHABLE = """e => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_a_refusal_explains_itself_and_opens_the_rule(person: Opener) -> None:
    page = person("fr")
    new_table(page, "babylone", "me", "here", start="3,2")
    press(page, "button-first")
    press(page, "pile-a")
    press(page, "pile-b")
    expect(page.locator('[data-id="place-a"]')).to_be_visible()
    press(page, "pile-b")
    page.locator('[data-id="pile-d"]').click()
    verdict = page.locator("#verdict")
    expect(verdict.get_by_role("button").first).to_have_text("Règle 2.2")
    verdict.get_by_role("button").first.click()
    expect(page.locator("#rule-2\\.2")).to_be_focused()
    assert page.locator("#panel-rules figure svg").count() > 2
    page.locator(".contents a").last.click()
    expect(page.locator(".rules h2").last).to_be_in_viewport()
    expect(page.locator(".contents")).not_to_be_in_viewport()
    page.locator(".to-contents").last.click()
    expect(page.locator(".contents")).to_be_in_viewport()


def test_steps_back_confirmation_and_typed_moves(person: Opener) -> None:
    page = person()
    new_table(page, "babylone", "me", "here")
    press(page, "button-first")
    press(page, "pile-a")
    expect(page.locator('[data-id="pile-a"]')).to_have_attribute("aria-pressed", "true")
    page.click("[data-do=back]")
    expect(page.locator(".part.chosen")).to_have_count(0)
    set_in_menu(page, "confirm", True)
    before = moves(page)
    press(page, "pile-a")
    press(page, "pile-b")
    expect(page.locator(PLAY)).to_be_visible()
    assert moves(page) == before
    play(page)
    seq_changed(page, before)
    type_move(page, "d>e")
    expect(page.locator("#moves li")).to_have_count(before + 2)
    expect(page.locator("#mail")).to_have_text("Saved")
    type_move(page, "d>e")
    expect(page.locator("#verdict")).to_contain_text("2.1")
    page.click("#undo")
    expect(page.locator("#moves li")).to_have_count(before + 1)


HOLD_COMMANDS = """
  window.held = null;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (held) held.push(() => send.call(this, text));
    else send.call(this, text);
  };
  window.release = () => {
    for (const act of held) act();
    held = null;
  };
"""
"""Once `held` is a list, nothing is sent to the site until `release()` is called."""


def test_what_is_typed_while_a_move_is_not_answered_yet_stays(person: Opener) -> None:
    page = person()
    page.add_init_script(HOLD_COMMANDS)
    new_table(page, "plus4", "me", "here")
    page.evaluate("held = []")
    press(page, "column-1")
    expect(page.locator("#mail")).to_have_attribute("data-state", "sent")
    page.click("#menu-open")
    page.click("#written summary")
    page.fill("#text", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.evaluate("release()")
    expect(page.locator("#mail")).to_have_attribute("data-state", "kept")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#text")).to_have_value("2")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#moves li")).to_have_count(3)
    expect(page.locator("#text")).to_have_value("")


NOTE_CONTEXTS = """
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      contexts.push(this);
    }
  };
"""


def test_sounds_begin_at_a_press_and_again_after_an_interruption(person: Opener) -> None:
    page = person()
    page.add_init_script(NOTE_CONTEXTS)
    open_table(page, "plus4", "me", "here")
    put_welcome_away(page)
    assert page.evaluate("contexts.length") == 0, "a browser that a program drives is silent"
    set_in_menu(page, "sound", True)
    assert page.evaluate("contexts.length") == 1
    page.reload()
    connected(page)
    assert page.evaluate("contexts.length") == 0, "nothing was pressed yet"
    press(page, "column-1")
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    page.evaluate("contexts[0].suspend()")
    page.keyboard.press("Tab")
    page.wait_for_function("() => contexts[0].state === 'running'")
    assert page.evaluate("contexts.length") == 1


def test_a_change_of_the_table_cancels_what_was_about_to_be_sent(person: Opener) -> None:
    """Two tabs of one person: a move begun in the first is not played into the new position."""
    page = person()
    new_table(page, "plus4", "me", "here")
    other = page.context.new_page()
    other.goto(page.url)
    connected(other)
    set_in_menu(page, "confirm", True)
    press(page, "column-1")
    expect(page.locator(PLAY)).to_be_visible()
    page.locator('[data-id="column-2"]').click()
    expect(page.locator('[data-id="column-2"]')).to_have_attribute("aria-pressed", "true")
    press(other, "column-3")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator(PLAY)).to_have_count(0)
    expect(page.locator(".part.chosen")).to_have_count(0)


def test_the_keyboard_keeps_its_place(person: Opener) -> None:
    page = person()
    new_table(page, "redline", "me", "here")
    place_by_keys(page)
    expect(page.locator("[data-do=back]")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("!!document.activeElement.closest('.part')")
    while is_begun(page):
        page.keyboard.press("Escape")
    before = moves(page)
    place_by_keys(page)
    while is_begun(page):
        page.keyboard.press("Enter")
    seq_changed(page, before)
    page.wait_for_function("() => !!document.activeElement.closest('.part')")
    page.locator("#moves button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#moves button").first).to_be_focused()
    type_move(page, "nonsense")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#past")).to_be_hidden()
    expect(page.locator("#text")).to_have_value("nonsense")


def place_by_keys(page: Page) -> None:
    """Chooses a tile and a square by keys, up to the preview."""
    for _ in range(20):
        if page.locator(PLAY).count():
            return
        page.keyboard.press(key_that_leads_on(page))
    raise AssertionError("the keyboard shows no move")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moved_is_seen_to_move_unless_motion_is_unwanted(person: Opener, motion: str) -> None:
    """A full column is pushed: four pawns travel and the fifth falls out."""
    page = person(reduced_motion=motion)
    page.add_init_script(
        "window.travels = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { travels++; return animate.apply(this, all); };"
    )
    new_table(page, "plus4", "me", "here")
    for count in range(2, 7):
        page.evaluate("travels = 0")
        press(page, "column-1")
        expect(page.locator("#moves li")).to_have_count(count)
    assert page.evaluate("travels") == (5 if motion == "no-preference" else 0)
    expect(page.locator(".leaving")).to_have_count(0)
    expect(page.locator('[data-id^="pawn-"]')).to_have_count(4)


def test_looking_back_and_returning_to_the_present(person: Opener) -> None:
    page = person()
    new_table(page, "plus4", "me", "here")
    for number, column in enumerate("123", start=2):
        press(page, f"column-{column}")
        expect(page.locator("#moves li")).to_have_count(number)
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator('[data-id^="pawn-"]')).to_have_count(1)
    page.click("#present")
    expect(page.locator('[data-id^="pawn-"]')).to_have_count(3)
    press(page, "column-4")
    expect(page.locator("#moves li")).to_have_count(5)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_looking_back_leaves_the_board_in_view(person: Opener, size: tuple[int, int]) -> None:
    page = person("fr", *size)
    new_table(page, "plus4", "me", "here")
    for number, column in enumerate("123", start=2):
        press(page, f"column-{column}")
        expect(page.locator("#moves li")).to_have_count(number)
    opener = page.locator("[data-sheet=moves]")
    if opener.is_visible():
        opener.click()
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#told")).to_have_text(re.compile("pousse la colonne 1"))
    assert page.locator("#present").evaluate(REACHABLE)
    for corner in ("column-1", "column-4"):
        assert page.locator(f'[data-id="{corner}"]').evaluate(REACHABLE), "nothing lies over it"
    page.click("#present")
    expect(page.locator("#told")).to_have_text(re.compile("pousse la colonne 3"))


def test_the_end_of_a_game_is_put_away_and_brought_back(person: Opener) -> None:
    page = person("fr", 390, 844)
    new_table(page, "plus4", "me", "here")
    for number, column in enumerate("1212121", start=2):
        type_move(page, column)
        page.wait_for_function(
            "n => document.querySelectorAll('#moves li').length === n", arg=number
        )
    expect(page.locator("#result")).to_be_hidden()
    page.locator("#over .shut").click()
    expect(page.locator("#over")).to_be_hidden()
    page.locator("#result").click()
    expect(page.locator("#over")).to_contain_text("Revanche")
    expect(page.locator("#result")).to_be_hidden()


def test_the_endless_board_pans_and_zooms(person: Opener) -> None:
    page = person()
    new_table(page, "redline", "me", "here")
    board = page.locator(".endless")
    fit = board.get_attribute("viewBox")
    page.click('[data-zoom="1.25"]')
    near = board.get_attribute("viewBox")
    assert near != fit
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 190, steps=4)
    page.mouse.up()
    assert board.get_attribute("viewBox") != near
    page.mouse.wheel(0, -200)
    page.click('[data-zoom="0"]')
    assert board.get_attribute("viewBox") == fit


def test_a_tile_is_shown_before_it_is_placed_and_can_be_turned(person: Opener) -> None:
    page = person("fr")
    new_table(page, "redline", "me", "here")
    page.locator(".area-hand .part.lit").first.click()
    expect(page.locator(".ghost.chosen")).to_have_count(1)
    ghost = page.locator(".ghost.chosen")
    expect(ghost).to_have_attribute("aria-label", re.compile("^(jaune|bleue), lignes? "))
    ways = {ghost.get_attribute("data-id")}
    page.click("[data-do=turn]")
    ways.add(ghost.get_attribute("data-id"))
    page.keyboard.press("r")
    ways.add(ghost.get_attribute("data-id"))
    assert len(ways) > 1, "it lies another way now"
    play(page)
    expect(page.locator('[data-id="at-0,0"]')).to_be_visible()


def test_axe_finds_nothing_on_any_page_in_any_theme(person: Opener) -> None:
    """A theme changes colours alone, by one attribute; a language changes nothing but words."""
    page = person("fr")
    found = {}
    for name in every_page(page):
        found[name, "day"] = violations(page)
        for theme in ("night", "contrast"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            found[name, theme] = violations(page, {"runOnly": ["color-contrast"]})
        page.evaluate("delete document.documentElement.dataset.theme")
    assert {where: told for where, told in found.items() if told} == {}


def every_page(page: Page) -> Iterator[str]:
    """Goes to each page of the site in turn."""
    for path in ("/", "/box/redline", "/box/croisements", "/new/redline", "/new/babylone", "/new/plus4", "/new/croisements", "/rules/croisements", "/rules/redline", "/rules/plus4",
                 "/rules/babylone", "/me", "/open", "/nowhere"):  # fmt: skip
        page.goto(path)
        yield path
    for game in ("babylone", "plus4", "redline", "croisements"):
        new_table(page, game, "me", "here")
        page.wait_for_selector(READY)
        page.click("#tab-rules")
        expect(page.locator("#panel-rules figure").first).to_be_visible()
        yield game
    page.click("#menu-open")
    yield "menu"
    new_table(page, "plus4", "me", "open")
    yield "invites"
    link = page.locator("#invites .link").input_value()
    page.goto("/tables")
    yield "tables"
    page.context.clear_cookies()
    page.goto(link)
    yield "join"


def violations(page: Page, options: dict[str, Any] | None = None, without: str = "") -> list[str]:
    """What axe finds wrong, by default by all its rules and on the whole page."""
    where = {"exclude": [[without]]} if without else None
    asked = {"resultTypes": ["violations"], **(options or {})}
    response = Axe().run(page, context=where, options=asked).response
    return [f"{v['id']}: {v['nodes'][0]['html'][:150]}" for v in response["violations"]]


@pytest.mark.parametrize("game", ["babylone", "plus4", "redline", "croisements"])
def test_a_phone_never_scrolls_sideways_and_targets_are_large(person: Opener, game: str) -> None:
    page = person("fr", 360, 740, has_touch=True, is_mobile=True)
    for path in ("/", f"/box/{game}", f"/new/{game}", f"/rules/{game}", "/me", "/open"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.goto("/")
    page.locator(f".box-{game} button.main").tap()
    connected(page)
    page.wait_for_selector(READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.eval_on_selector_all(
        ".part.lit:not(.ghost)",
        "all => all.map(p => [p.dataset.id, p.getBoundingClientRect()].map(b => b.width ? Math.min(b.width, b.height) : b))",
    )
    # A press goes to the nearest lit part, so that the cells of a large board may be smaller.
    least = 34 if game == "croisements" else 44
    assert [part for part in sizes if round(part[1]) < least] == []
    put_welcome_away(page)
    before = moves(page)
    while not page.locator(PLAY).count() and moves(page) == before:
        page.locator(LIT).first.tap()
    if game != "babylone":
        play_by_finger(page)
    seq_changed(page, before)


def play_by_finger(page: Page) -> None:
    while page.locator(PLAY).count():
        page.locator(PLAY).tap()


TOY = """<!doctype html><html lang="en"><title>toy</title><link rel="stylesheet" href="/sheet/site.css">
<link rel="stylesheet" href="/static/site.css"><link rel="stylesheet" href="/static/board/board.css"><link rel="stylesheet" href="/static/table/table.css"><body class="table-page"><main><div id="table"><div id="shared"></div><section class="stage"><div id="areas" class="areas"></div>
<div id="typing" data-typed="#" data-send="ok" hidden></div></section></div></main><script type="module" src="/toy.js"></script></html>"""
TOY_JS = """
import { Board } from "/static/board/board.js";
window.said = [];
const on = { done: a => said.push(a), why: p => said.push("why " + p), preview() {}, step() {} };
const board = new Board(document.getElementById("areas"), document.getElementById("typing"), on);
const look = (label, role) => [label, "disc", 80, 80, role];
board.show({
  symbols: {}, drawings: { disc: '<circle cx="40" cy="40" r="30"/>' },
  looks: { pawn: look("pawn", "piece"), goal: look("goal", "place"), other: look("other", "place") },
  areas: [{ name: "board", label: "toy", box: [0, 0, 400, 100], endless: false, below: [], above: [],
    parts: [["pawn", "pawn", 0, 10], ["goal", "goal", 150, 10], ["other", "other", 300, 10]] }] },
  [["pawn", "goal", { action: "pawn/goal ", initial: "S", letters: "SET" }], ["pawn", "other", "pawn/other"]]);
"""


def test_a_toy_game_types_its_last_step(person: Opener) -> None:
    """The letters owed are ticked off as they are typed, whatever the game."""
    page = person()
    page.route("**/toy", lambda route: route.fulfill(body=TOY, content_type="text/html"))
    page.route(
        "**/toy.js", lambda route: route.fulfill(body=TOY_JS, content_type="text/javascript")
    )
    page.goto("/toy")
    page.locator('[data-id="pawn"]').click()
    page.locator('[data-id="goal"]').click()
    expect(page.locator("#typing input")).to_be_focused()
    expect(page.locator("#owed")).to_have_attribute("aria-live", "polite")
    page.keyboard.type("sé")
    expect(page.locator(".chip.done")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".part.chosen")).to_have_count(1)
    page.locator('[data-id="goal"]').click()
    page.keyboard.type("sète")
    expect(page.locator(".chip.done")).to_have_count(3)
    page.keyboard.press("Enter")
    assert page.evaluate("said") == ["pawn/goal sète"]
