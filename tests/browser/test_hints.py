"""A hint in a real browser: three steps by mouse and by keyboard, in both languages."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.acting import PLAY, READY, moves, new_table, press, seq_changed, turn_by_mouse
from tests.browser.conftest import Opener
from tests.browser.test_games import invite_from, sit

NARROW = "\u202f"
STEPS = {
    "fr": ["Indice", f"Quelle pièce{NARROW}?", f"Quel coup{NARROW}?"],
    "en": ["Hint", "Which piece?", "Which move?"],
}
CLOSE = {"fr": "Fermer", "en": "Close"}


def signs(page: Page) -> dict[str, str]:
    """The parts that the hint is about, each with its mark."""
    pairs = page.locator(".clue").evaluate_all("ms => ms.map(m => [m.dataset.of, m.textContent])")
    return dict(pairs)


def begun(page: Page) -> None:
    """A round of Babylone on one screen, at its first move."""
    new_table(page, "babylone", "me", "here")
    page.wait_for_selector(READY)
    press(page, "button-second")
    page.wait_for_selector(".part.piece.lit")


@pytest.mark.parametrize(("lang", "by"), [("fr", "keyboard"), ("en", "mouse")])
def test_a_hint_in_three_steps_then_the_move(person: Opener, lang: str, by: str) -> None:
    page = person(lang)
    begun(page)
    button, said = page.locator("#hint small"), page.locator("#verdict")
    key = {"fr": "i", "en": "h"}[lang]
    if by == "keyboard":
        page.locator(".part.lit").first.focus()
    texts, shown = [], []
    for label in STEPS[lang]:
        expect(button).to_have_text(label)
        if by == "mouse":
            button.click()
        else:
            page.keyboard.press(key)
        expect(button).not_to_have_text(label)
        texts.append(said.locator("span").inner_text())
        shown.append(signs(page))
        expect(page.locator(".part.hinted")).to_have_count(len(shown[-1]))
    where, piece, move = shown
    assert 2 <= len(where) < 12
    assert set(where.values()) == {"?"}
    assert list(piece.values()) == ["!"]
    assert list(move.values()) == ["1", "2"]
    assert next(iter(piece)) == next(iter(move))
    assert set(where) & set(move)
    assert len(set(texts)) == 3
    expect(button).to_have_text(CLOSE[lang])
    before = moves(page)
    page.click("#verdict button")
    for part in move:
        press(page, part)
    seq_changed(page, before)
    expect(page.locator(".hinted")).to_have_count(0)
    expect(said).to_be_hidden()
    expect(button).to_have_text(STEPS[lang][0])


def test_a_press_on_what_a_hint_shows_takes_it_up(person: Opener) -> None:
    page = person("fr")
    new_table(page, "redline", "me", "here")
    turn_by_mouse(page, Random(3))
    page.wait_for_selector(READY)
    page.locator("#hand .part.lit").first.click()
    for _ in range(3):
        text = page.locator("#hint small").inner_text()
        page.click("#hint")
        expect(page.locator("#hint small")).not_to_have_text(text)
        expect(page.locator(".areas.begun")).to_have_count(0)
    hinted = page.locator(".ghost.hinted")
    way = hinted.get_attribute("data-id") or ""
    page.locator(".place.hinted").click()
    expect(page.locator(f'.ghost.chosen[data-id="{way}"]')).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("Posez")
    before = moves(page)
    page.locator(PLAY).click()
    seq_changed(page, before)


def test_a_hint_is_closed_outlives_a_look_back_and_goes_with_undo(person: Opener) -> None:
    page = person("en")
    begun(page)
    for _ in range(3):
        text = page.locator("#hint small").inner_text()
        page.click("#hint")
        expect(page.locator("#hint small")).not_to_have_text(text)
    page.locator("#moves button").first.click()
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator(".hinted")).to_have_count(0)
    page.click("#present")
    expect(page.locator(".part.hinted")).to_have_count(2)
    page.click("#hint")
    expect(page.locator(".hinted")).to_have_count(0)
    expect(page.locator("#verdict")).to_be_hidden()
    page.click("#hint")
    expect(page.locator("#verdict")).to_contain_text("The right move is ")
    page.click("#undo")
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator(".clue")).to_have_count(0)


def test_a_hint_fits_a_small_screen_and_a_screen_reader(person: Opener) -> None:
    page = person("fr", width=360, height=740, color_scheme="dark", reduced_motion="reduce")
    begun(page)
    page.click("#hint")
    expect(page.locator("#verdict")).to_contain_text("Le bon coup est")
    assert page.locator("#verdict").get_attribute("role") == "alert"
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing sticks out"
    ring = page.locator(".part.hinted .ring").first
    assert ring.evaluate("e => getComputedStyle(e).animationName") == "none"
    serious = [
        violation["id"]
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_against_people_there_is_no_hint_to_ask_for(person: Opener) -> None:
    ana, bruno = person("fr"), person("en")
    new_table(ana, "plus4", "me", "open")
    sit(bruno, invite_from(ana), "Bruno")
    for page in (ana, bruno):
        expect(page.locator("#seats")).to_contain_text("Bruno")
        expect(page.locator("#hint")).to_be_hidden()
