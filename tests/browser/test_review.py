"""The review of a finished game in a real browser, and games played on from its positions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acting import connected
from tests.browser.conftest import Opener
from tests.browser.test_layouts import places
from tests.browser.test_learn import DONE, by_keyboard, play
from tests.browser.test_table import violations
from tests.house.thinking.test_reviews import record
from tests.site.running import Running

WORDS = {
    "fr": {
        "done": "Tous les coups sont examinés.",
        "better": "Voici un meilleur coup",
        "proved": "prouvé",
    },
    "en": {
        "done": "All moves are examined.",
        "better": "Here is a better move",
        "proved": "proved",
    },
}

RETRY = {
    "fr": {
        "retry": "Rejouer ce coup",
        "played": "Dans la partie\u00a0: ",
        "same": "Pas mieux que dans la partie\u00a0: défaite",
        "push": "Poussez la colonne 2.",
        "best": "Bien joué\u00a0: nulle (prouvé).",
        "next": "Erreur suivante",
        "move": "Coup",
    },
    "en": {
        "retry": "Try this move again",
        "played": "In the game: ",
        "same": "No better than in the game: a loss",
        "push": "Push column 2.",
        "best": "Well played: a draw (proved).",
        "next": "Next mistake",
        "move": "Move",
    },
}


def finished(page: Page, spec: str, seed: int, level: int = 0) -> None:
    """Opens a record of a finished game."""
    page.goto("/open")
    page.fill("textarea", record(spec, seed, level).record().write())
    page.locator("main form button").press("Enter")
    connected(page)
    expect(page.locator("#over")).to_be_visible()


def shown(page: Page) -> str:
    """The position on the board, as its parts lie."""
    drawn = page.locator(".area-board").evaluate("e => e.innerHTML")
    assert isinstance(drawn, str)
    return drawn


def stop(page: Page) -> Locator:
    return page.locator("#moves [aria-current=true]")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_review_by_mouse(person: Opener, lang: str) -> None:
    page, words = person(lang), WORDS[lang]
    finished(page, "babylone", 1)
    page.locator("#over a[href$=review]").click()
    expect(page.locator("#progress")).to_have_text(words["done"])
    expect(stop(page)).to_have_count(1)
    moves = page.locator("#moves button").count()
    # Every move is told as it is at the table, and in notation if the reader asks for it.
    told = page.evaluate("async () => (await fetch('told')).json()")
    expect(page.locator("#moves .in-words")).to_have_text(told[-moves:])
    expect(page.locator("#moves .in-notation").first).to_be_hidden()
    # The graph has a step a round and a mark a turning point, and says that it is proved.
    expect(page.locator("#graph path.sure")).to_have_count(1)
    expect(page.locator("#graph path.guess")).to_have_count(0)
    expect(page.locator("#graph .mark")).to_have_count(page.locator("#moves .sign-blunder").count())
    expect(page.locator("#legend")).to_contain_text(words["proved"])
    end = shown(page)
    page.click("[data-step=first]")
    expect(stop(page)).to_have_count(0)
    page.click("#turning")
    expect(stop(page)).to_contain_text("??")
    expect(page.locator("#said h2")).to_contain_text("??")
    expect(page.locator("#said .better")).to_contain_text(words["better"])
    # The line that proves it, move after move, on the board.
    chips = page.locator(".chips button")
    before = shown(page)
    chips.last.click()
    expect(chips.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".aside")).to_be_visible()
    _until_not(page, before)
    page.locator(".aside + button").click()
    expect(page.locator(".aside")).to_have_count(0)
    # A press on the graph goes there.
    box = page.locator("#graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + 40)
    expect(stop(page)).to_have_id(f"move-{moves}")
    _until(page, end)
    expect(page.locator("#play-on button")).to_be_disabled()
    page.locator("#moves button").nth(2).click()
    page.click("#play-on button")
    connected(page)
    expect(page.locator("#moves li")).to_have_count(4)
    expect(page.locator("#over")).to_be_hidden()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_review_by_keyboard_alone(person: Opener, lang: str) -> None:
    page = person(lang, width=360, height=740)
    finished(page, "babylone", 1)
    _tab_to(page, "#over a[href$=review]")
    page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_have_text(WORDS[lang]["done"])
    page.keyboard.press("Home")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("t")
    expect(page.locator("#said h2")).to_contain_text("??")
    here = slider.get_attribute("aria-valuenow")
    _tab_to(page, "#graph")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(slider).to_have_attribute("aria-valuenow", here or "")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\?\?"))
    _tab_to(page, ".chips button")
    page.keyboard.press("Enter")
    expect(page.locator(".aside")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".aside")).to_have_count(0)
    expect(slider).to_have_attribute("aria-valuenow", here or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    _tab_to(page, "#play-on button")
    page.keyboard.press("Enter")
    connected(page)
    expect(page.locator("#moves li")).to_have_count(int(here or 0) + 1)


def test_a_review_goes_on_after_a_crash(person: Opener, site: Running) -> None:
    page = person("en")
    finished(page, "croisements(language=en)", 1, -2)
    page.goto(page.url + "/review#3")
    expect(page.locator("#progress")).to_contain_text("examined")
    site.kill()
    site.start()
    expect(page.locator("#progress")).to_have_text(WORDS["en"]["done"])
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "3")
    page.keyboard.press("ArrowRight")
    expect(stop(page)).to_have_id("move-4")


def test_looking_back_at_a_finished_table_offers_to_play_on(person: Opener) -> None:
    page = person("fr")
    finished(page, "babylone", 1)
    expect(page.locator("#to-review")).not_to_have_attribute("hidden", "")
    page.locator("#moves button").nth(4).click()
    expect(page.locator("#over")).to_be_hidden()
    page.click("#present")
    expect(page.locator("#over")).to_be_visible()
    page.locator("#over .shut").click()
    page.locator("#moves button").nth(4).click()
    expect(page.locator("#play-on")).to_be_visible()
    page.click("#play-on button")
    connected(page)
    expect(page.locator("#moves li")).to_have_count(5)


@pytest.mark.parametrize(("lang", "size"), [("fr", (360, 740)), ("en", (1280, 800))])
def test_my_mistake_is_tried_again_by_keyboard_and_kept_on_the_device(
    person: Opener, lang: str, size: tuple[int, int]
) -> None:
    page, said = person(lang, *size, reduced_motion="reduce"), RETRY[lang]
    finished(page, "plus4", 3)  # with two mistakes, at the second turn and at the ninth
    page.locator("#over a[href$=review]").press("Enter")
    expect(page.locator("#progress")).to_have_text(WORDS[lang]["done"])
    page.keyboard.press("Home")
    page.keyboard.press("t")
    expect(page.locator("[data-chip=retry]")).to_have_text(said["retry"])
    _tab_to(page, "[data-chip=retry]")
    page.keyboard.press("Enter")
    expect(page.locator("#task")).to_be_focused()
    expect(page.locator("#task")).to_contain_text(said["played"])
    places(page)
    push_by_keyboard(page, "column-4")
    expect(page.locator("#verdict")).to_contain_text(said["same"])
    assert violations(page) == []
    _tab_to(page, "#solution")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(said["push"])
    push_by_keyboard(page, "column-2")
    page.wait_for_selector(DONE)
    expect(page.locator("#do")).to_have_text(said["best"])
    places(page)
    expect(page.locator("#next a")).to_be_focused()
    expect(page.locator("#next a")).to_have_text(said["next"])
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text(f"{said['move']} 9")
    page.goto("/box/plus4")
    kept = [re.compile(f"^{said['move']} {line}$") for line in ("9 · [^✓]*", "2 · .*✓")]
    expect(page.locator("#mistakes li")).to_have_text(kept)


def push_by_keyboard(page: Page, column: str) -> None:
    by_keyboard(page, column)
    play(page, by_keyboard=True)


def test_estimates_have_a_band_and_axe_finds_nothing(person: Opener) -> None:
    page = person("en")
    finished(page, "croisements(language=en)", 2, -2)
    page.locator("#over a[href$=review]").click()
    for theme in ("night", "contrast", "day"):
        page.click(f".prefer [value={theme}]")
        expect(page.locator(f"html[data-theme={theme}]")).to_have_count(1)
        expect(page.locator("#progress")).to_have_text(WORDS["en"]["done"])
        expect(page.locator("#graph .band").first).to_be_visible()
        expect(page.locator("#legend")).to_contain_text("estimate, with margin of error")
        page.keyboard.press("t")
        assert violations(page) == []


def _until(page: Page, drawing: str) -> None:
    """Waits until the board shows just that."""
    page.wait_for_function(
        "wanted => document.querySelector('.area-board').innerHTML === wanted", arg=drawing
    )


def _until_not(page: Page, drawing: str) -> None:
    page.wait_for_function(
        "known => document.querySelector('.area-board').innerHTML !== known", arg=drawing
    )


def _tab_to(page: Page, selector: str) -> None:
    """Goes there by the Tab key."""
    for _ in range(120):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")
