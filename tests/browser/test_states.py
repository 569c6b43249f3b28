"""A table in each of its states, looked at by axe."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import (
    LIT,
    READY,
    connected,
    new_table,
    open_table,
    press,
    put_verdict_away,
    put_welcome_away,
    turn_by_mouse,
    type_move,
)
from tests.browser.conftest import Opener
from tests.browser.test_croisements import INPUT, begun
from tests.browser.test_table import violations

BACK = "[data-do=back]"
GAMES = ["babylone", "croisements", "plus4", "redline"]
# In all other states the board is one of these, and checking a board takes long.
BOARDS = ("with the welcome", "while a word is typed", "in mid-gesture", "at the end")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_any_state_of_a_table(person: Opener, game: str) -> None:
    """On a phone, where everything that stands beside a board on a desktop slides over it."""
    page, watcher = person("fr", 360, 740, reduced_motion="reduce"), person("fr")
    found = {name: looked_at(page, name) for name in at_the_start(page, game)}
    watcher.goto(page.url)
    connected(watcher)
    found["as a watcher"] = looked_at(watcher, "as a watcher")
    found |= {name: looked_at(page, name) for name in later(page, game)}
    assert {name: told for name, told in found.items() if told} == {}


def looked_at(page: Page, name: str) -> list[str]:
    return violations(page, without="" if name in BOARDS else "#areas")


def at_the_start(page: Page, game: str) -> Iterator[str]:
    """A new table, with the dialogs that can be opened over it."""
    open_table(page, game, "me", "here")
    page.wait_for_selector(READY)
    expect(page.locator("#welcome")).to_be_visible()
    yield "with the welcome"
    put_welcome_away(page)
    type_move(page, "nonsense")
    expect(page.locator("#verdict")).to_be_visible()
    yield "with a refusal"
    put_verdict_away(page)
    if game == "babylone":  # while two buttons are offered, they stand in the place of the tools
        press(page, "button-first")
    for sheet in ("moves", "rules", "people"):
        page.click(f"[data-sheet={sheet}]")
        expect(page.locator(f"#panel-{sheet}")).to_be_visible()
        yield f"with the sheet of {sheet}"
        page.click("#rail-close")


def later(page: Page, game: str) -> Iterator[str]:
    """Gestures, a word, the past, a question, the end, and another table with an open seat."""
    if game == "croisements":
        yield from typing(page)
    else:
        turn_by_mouse(page, Random(game))
        turn_by_mouse(page, Random(game))
    page.wait_for_selector(READY)
    page.locator(LIT).first.dispatch_event("click")
    yield "in mid-gesture"
    while page.locator(BACK).count():
        page.locator(BACK).click()
    page.click("[data-sheet=moves]")
    page.locator("#moves button").first.click()
    expect(page.locator("#past")).to_be_visible()
    yield "in the past"
    page.click("#present")
    page.click("#menu-open")
    page.click("#resign")
    expect(page.locator("#sure")).to_be_visible()
    yield "with a question"
    page.click("#sure-yes")
    expect(page.locator("#over")).to_be_visible()
    yield "at the end"
    new_table(page, game, "me", "open")
    expect(page.locator("#invites .link")).to_be_visible()
    yield "with an open seat"


def typing(page: Page) -> Iterator[str]:
    """A crossing is pressed, its word begun and left again."""
    begun(page)
    press(page, "pawn-b1")
    press(page, "square-c2")
    expect(page.locator(INPUT)).to_be_focused()
    page.keyboard.type("a")
    yield "while a word is typed"
    while page.locator(".part.chosen").count():
        page.keyboard.press("Escape")
