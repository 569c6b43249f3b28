"""Setting a table: opponents are chosen by what it feels like to play against them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ludotheque import load
from tests.browser.acting import connected
from tests.browser.conftest import Opener
from tests.browser.test_table import violations

GAME = "croisements"


def seats_at(page: Page, bot: str, lang: str) -> None:
    """At the table, the seat says the level and what it feels like."""
    connected(page)
    level = load(GAME).level(bot, lang)
    expect(page.locator("#seats li").nth(1)).to_contain_text(level.name)
    expect(page.locator("#people li").nth(1)).to_contain_text(level.feels)


@pytest.mark.parametrize(("lang", "width"), [("fr", 360), ("en", 1280)])
def test_a_bot_is_chosen_by_its_sentence_with_the_mouse(
    person: Opener, lang: str, width: int
) -> None:
    page = person(lang, width)
    page.goto(f"/new/{GAME}")
    seat = page.locator("[data-seat='1']")
    expect(seat.locator("summary")).to_contain_text(load(GAME).level("regular", lang).feels)
    seat.locator("summary").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for label in seat.locator("label").all():
        box = label.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    wanted = load(GAME).level("beginner", lang)
    seat.get_by_text(wanted.feels).click()
    expect(seat.locator(".bench")).to_be_hidden()
    expect(seat.locator("summary")).to_contain_text(wanted.feels)
    expect(seat.locator("summary")).to_be_focused()
    expect(seat.locator("input:not([type=radio])")).to_be_hidden()
    page.click("form.sheet > button.main")
    seats_at(page, "beginner", lang)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_bot_is_chosen_by_its_sentence_with_the_keyboard(person: Opener, lang: str) -> None:
    page = person(lang)
    page.goto(f"/new/{GAME}")
    summary = page.locator("[data-seat='1'] summary")
    for _ in range(20):
        page.keyboard.press("Tab")
        if summary.evaluate("e => e === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    level = load(GAME).level("expert", lang)
    name = page.locator("[data-seat='1'] input:focus").evaluate("e => e.labels[0].innerText")
    assert level.name in name
    assert level.feels in name
    expect(page.locator("[data-seat='1'] .bench")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-seat='1'] .bench")).to_be_hidden()
    expect(summary).to_be_focused()
    expect(summary).to_contain_text(level.feels)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('form.sheet > button.main')"):
            break
    page.keyboard.press("Enter")
    seats_at(page, "expert", lang)


def test_every_seat_of_six_is_chosen_for_itself(person: Opener) -> None:
    page = person("en", 360)
    page.goto("/new/redline")
    expect(page.locator(".seat:visible")).to_have_count(2)
    page.locator("[data-seat='1'] summary").click()
    page.locator("[data-seat='1'] label:has([value=strong])").click()
    page.select_option("[name=players]", "6")
    expect(page.locator("[data-seat='1'] [value=strong]")).to_be_disabled()
    expect(page.locator("[data-seat='1'] [value=regular]")).to_be_checked()
    expect(page.locator(".seat:visible")).to_have_count(6)
    page.locator("[data-seat='5'] summary").click()
    page.locator("[data-seat='5'] label:has([value=random])").click()
    page.locator("[data-seat='4'] summary").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".bench:visible")).to_have_count(0)
    page.click("form.sheet > button.main")
    connected(page)
    level = load("redline").level("random", "en")
    expect(page.locator("#people li").nth(5)).to_contain_text(level.feels)
    expect(page.locator("#people li").nth(4)).not_to_contain_text(level.feels)


def test_options_are_offered_where_they_apply(person: Opener) -> None:
    page = person("en", 360)
    page.goto("/new/plus4?variant=three")
    shown = {name: page.locator(f"[name={name}]") for name in ("target", "rounds", "lines")}
    expect(shown["rounds"]).to_have_value("3")
    expect(shown["target"]).to_be_hidden()
    page.select_option("[name=rounds]", "0")
    page.select_option("[name=target]", "5")
    page.select_option("[name=mode]", "elementary")
    for field in shown.values():
        expect(field).to_be_hidden()
    page.click("form.sheet > button.main")
    connected(page)
