"""Every screen: board, prompt and hand are in view together, and nothing jumps under a gesture."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.acting import LIT, PLAY, is_begun, moves, new_table, play, seq_changed
from tests.browser.conftest import Opener

SIZES = [
    (360, 740), (740, 360), (768, 1024), (820, 1180), (1024, 768), (1280, 800), (1920, 1080),
]  # fmt: skip
TABLES = [("babylone", 2), ("croisements", 2), ("plus4", 2), ("redline", 2), ("redline", 6)]
MADE = 2  # moves that are played; at the other sizes a gesture is only begun
BACK = "[data-do=back]"
# Where the parts of the page lie that must be in view; a game without a hand has none.
PLACES = """() => Object.fromEntries(['board', 'prompt', 'hand'].flatMap(id => {
  const { x, y, right, bottom, width } = document.getElementById(id)?.getBoundingClientRect() ?? {};
  return width ? [[id, [x, y, right, bottom].map(Math.round)]] : [];
}))"""
SCROLLS = """() => { const e = document.documentElement;
  return e.scrollWidth > innerWidth || e.scrollHeight > innerHeight; }"""


def places(page: Page) -> dict[str, Any]:
    """Where board, prompt and hand lie, wholly within a window that does not scroll."""
    size = page.viewport_size
    assert size is not None
    found: dict[str, Any] = page.evaluate(PLACES)
    assert {"board", "prompt"} <= set(found)
    for name, (left, top, right, bottom) in found.items():
        assert 0 <= left < right <= size["width"], name
        assert 0 <= top < bottom <= size["height"], name
    assert not page.evaluate(SCROLLS)
    return found


def steady(found: dict[str, Any]) -> dict[str, Any]:
    """The parts that must stay where they are; a board may grow."""
    return {name: place for name, place in found.items() if name != "board"}


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_all_is_in_view_and_nothing_jumps(person: Opener, game: str, players: int) -> None:
    page = person("fr", *SIZES[0], reduced_motion="reduce")
    options = {"players": str(players)} if players > 2 else {}
    new_table(page, game, "me", *["here"] * (players - 1), **options)
    for number, (width, height) in enumerate(SIZES):
        resize(page, width, height)
        page.wait_for_selector(LIT)
        before = places(page)
        on_phone = width < 600 and game == "croisements"  # where the board needs all the room
        assert "hand" in before or on_phone or game == "babylone"
        if (width, height) == (740, 360):
            assert cells(page) >= 34
        gesture_is_steady(page, steady(before), made=number < MADE)


def resize(page: Page, width: int, height: int) -> None:
    """Waits for the next frame, in which the page notices its size and may turn the board."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(requestAnimationFrame)")


def cells(page: Page) -> float:
    """How large the smallest part is that can be pressed on the board, in pixels."""
    return float(
        page.eval_on_selector_all(
            "#board .part.lit .hit",
            """all => Math.min(...all.map(hit => {
                 const { width, height } = hit.getBoundingClientRect();
                 return Math.min(width, height);
               }))""",
        )
    )


def gesture_is_steady(page: Page, before: dict[str, Any], made: bool) -> None:
    """Nothing jumps while a gesture goes on, and after it is made or taken back."""
    count = moves(page)
    while True:
        page.locator(LIT).first.dispatch_event("click")
        assert steady(places(page)) == before, "while a gesture is made"
        if page.locator(PLAY).count() or not is_begun(page):
            break
    if made:
        play(page)
        seq_changed(page, count)
        page.wait_for_selector(LIT)
    while page.locator(BACK).count():
        page.locator(BACK).click()
    assert steady(places(page)) == before, "after it"
