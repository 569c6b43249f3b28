"""The ways of a person around the table: from the shelf to a game, by a link, and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque import load
from tests.browser.acting import connected
from tests.browser.conftest import Opener
from tests.browser.test_table import violations

SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 800)]
PRESSES = 60  # more than there are stops on any page


def tab_to(page: Page, selector: str) -> None:
    """Reaches something by the keyboard alone."""
    for _ in range(PRESSES):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} is not reached")


def test_a_box_is_opened_and_a_game_begun_by_the_keyboard(person: Opener) -> None:
    page = person("fr")
    page.goto("/")
    tab_to(page, ".box-plus4 .name a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plus 4")
    tab_to(page, "[name=level]")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    connected(page)
    level = load("plus4").level("beginner", "fr")
    expect(page.locator("#seats")).to_contain_text(level.name)


def test_the_whole_lid_opens_the_box(person: Opener) -> None:
    page = person("en", 360, 740, has_touch=True, is_mobile=True)
    page.goto("/")
    page.locator(".box-babylone .cover").tap(force=True)
    page.wait_for_url("**/box/babylone")


def test_a_level_is_chosen_on_the_box(person: Opener) -> None:
    page = person("en")
    page.goto("/box/plus4")
    page.get_by_label("Level").select_option("expert")
    page.get_by_role("button", name="Play a bot").click()
    connected(page)
    expect(page.locator("#people")).to_contain_text(load("plus4").level("expert", "en").feels)


def test_one_link_brings_friends_to_the_table(person: Opener) -> None:
    ana, bruno, chloe = person("fr"), person("en", 360, 740), person("en")
    ana.goto("/me")
    ana.fill("#name", "Ana")
    ana.click("main form button")
    ana.goto("/box/redline")
    ana.select_option("#friends", "3")
    ana.get_by_role("button", name="Inviter des amis").click()
    connected(ana)
    expect(ana.locator("#invites")).to_contain_text("On attend encore 2 personnes.")
    link = ana.locator("#invites .link").input_value()
    bruno.goto(link)
    expect(bruno.get_by_role("heading", level=1)).to_have_text("Ana invites you to play Redline.")
    bruno.get_by_text("Player C").click()
    bruno.fill("#name", "Bruno")
    bruno.get_by_role("button", name="Sit down").click()
    connected(bruno)
    expect(ana.locator("#people li").nth(2)).to_contain_text("Bruno")
    expect(ana.locator("#invites")).to_contain_text("On attend encore 1 personne.")
    chloe.goto(link)
    chloe.get_by_role("link", name="Watch").click()
    connected(chloe)
    expect(chloe.locator("#invites")).to_contain_text("A seat is free.")
    chloe.get_by_role("link", name="Sit down").click()
    chloe.get_by_role("button", name="Sit down").click()
    connected(chloe)
    expect(ana.locator("#invites .link")).to_have_count(0)
    late = person("en")
    late.goto(link)
    expect(late.get_by_role("alert")).to_have_text("This seat is taken. You can watch.")


def test_a_game_is_forgotten_by_the_keyboard_once_it_is_asked_again(person: Opener) -> None:
    page = person("en")
    for game in ("plus4", "babylone"):
        page.goto(f"/box/{game}")
        page.get_by_role("button", name="On this screen").click()
        connected(page)
    page.goto("/tables")
    expect(page.locator(".game")).to_have_count(2)
    expect(page.locator(".game time").first).to_have_text(re.compile(r"\d{4}.*\d:\d\d"))
    tab_to(page, ".forget summary")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Remove this game from your list?").first).to_be_visible()
    assert violations(page) == []
    expect(page.locator(".game")).to_have_count(2)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".game")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("Game removed: Babylone.")
    assert violations(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".game")).to_have_count(2)


def test_who_has_played_sees_the_score_and_can_be_forgotten(person: Opener) -> None:
    ana, bruno = person("fr", 360, 740), person("en")
    ana.goto("/box/babylone")
    ana.get_by_role("button", name="Inviter des amis").click()
    connected(ana)
    bruno.goto(ana.locator("#invites .link").input_value())
    bruno.fill("#name", "Bruno Bandini")
    bruno.get_by_role("button", name="Sit down").click()
    connected(bruno)
    expect(ana.locator("#people")).to_contain_text("Bruno Bandini")
    bruno.evaluate("localStorage.setItem('learned-plus4', '1')")
    bruno.goto("/me")
    bruno.get_by_role("link", name="Delete my data").click()
    expect(bruno.get_by_role("heading", level=1)).to_have_text(
        "Delete the data of “Bruno Bandini”?"
    )
    assert violations(bruno) == []
    bruno.get_by_role("button", name="Delete my data").click()
    expect(bruno.get_by_role("heading", level=1)).to_have_text("Data deleted")
    expect(bruno.locator(".top")).not_to_contain_text("Bruno")
    bruno.wait_for_function("() => localStorage.length === 0")
    expect(ana.locator("#people")).not_to_contain_text("Bruno")
    expect(ana.locator("#over")).to_be_visible()
    ana.goto("/tables")
    ana.get_by_role("link", name="Mes résultats").click()
    expect(ana.locator(".score")).to_contain_text("1 partie\u00a0: 1 gagnée, 0 perdue")
    assert violations(ana) == []
    for path in ("/privacy", "/help", "/help/first-game"):
        ana.goto(path)
        assert violations(ana) == [], path


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pages_fit_every_screen(person: Opener, width: int, height: int) -> None:
    page = person("fr", width, height)
    page.goto("/box/redline")
    page.get_by_role("button", name="Inviter des amis").click()
    connected(page)
    link = page.locator("#invites .link").input_value()
    page.goto("/tables")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "my games"
    page.context.clear_cookies()
    for path in (
        "/",
        "/privacy",
        "/help",
        "/help/with-others",
        "/me/forget",
        "/me/scores",
        "/open-tables",
        "/box/redline",
        "/box/babylone",
        "/box/plus4",
        "/box/croisements",
        link,
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        for press in page.locator("main button, main select, main a.button").all():
            box = press.bounding_box()
            assert box is not None
            assert box["height"] >= 44, (path, press.inner_text())


def test_rules_are_printed_by_day_and_alone(person: Opener) -> None:
    page = person("fr", color_scheme="dark")
    page.goto("/rules/redline")
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    night = page.evaluate(paper)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(paper) != night
    for frame in (".top", ".foot"):
        expect(page.locator(frame)).to_be_hidden()
    expect(page.locator(".rules figure").first).to_be_visible()


FILLS = "texts => texts.map(text => getComputedStyle(text).fill)"


@pytest.mark.parametrize("path", ["/", "/box/babylone"])
def test_by_night_the_cover_of_a_lid_is_printed_as_by_day(person: Opener, path: str) -> None:
    fills = []
    for scheme in ("light", "dark"):
        page = person("fr", color_scheme=scheme)
        page.goto(path)
        fills.append(page.locator(".box-babylone .cover text").evaluate_all(FILLS))
    assert fills[0]
    assert fills[0] == fills[1]
