"""Whole games in a real browser."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from ludotheque import load
from ludotheque.play.match import Match
from tests.browser.acting import (
    LIT,
    READY,
    Finger,
    connected,
    hardly_shifted,
    is_over,
    moves,
    new_table,
    play_out,
    press,
    seq_changed,
    turn_by_drag,
    turn_by_finger,
    turn_by_keyboard,
    turn_by_mouse,
    watch_shifts,
)
from tests.browser.conftest import Opener
from tests.site.running import Running

GAMES = ["babylone", "plus4", "redline"]
LAST_MOVE_IN_VIEW = """() => {
  const [panel, last] = ['#panel-moves', '#moves li:last-child'].map(
    name => document.querySelector(name).getBoundingClientRect());
  return last.bottom <= panel.bottom + 2;
}"""


@pytest.mark.parametrize("finger", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_by_finger_and_by_mouse(
    person: Opener, game: str, finger: bool
) -> None:
    page = person("fr", *((360, 740) if finger else (1280, 800)), has_touch=finger)
    watch_shifts(page)
    new_table(page, game, "me", "random")
    rng, turn = Random(game), turn_by_finger if finger else turn_by_mouse
    assert play_out(page, lambda p: turn(p, rng)) > 1
    expect(page.locator("#over h2")).to_contain_text(re.compile("gagn|nulle"))
    hardly_shifted(page)


@pytest.mark.parametrize("finger", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("game", ["babylone", "redline"])
def test_a_whole_game_on_one_screen_by_dragging(person: Opener, game: str, finger: bool) -> None:
    page = person("fr", *((360, 740) if finger else (1280, 800)), has_touch=finger)
    new_table(page, game, "me", "here")
    rng, pointer, drags = Random(game), Finger(page) if finger else page.mouse, list[bool]()
    turns = play_out(page, lambda p: drags.append(turn_by_drag(p, rng, pointer)))
    assert sum(drags) > turns / 2 > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_one_screen_by_keyboard_alone(person: Opener, game: str) -> None:
    page = person()
    new_table(page, game, "me", "here")
    assert play_out(page, turn_by_keyboard) > 3
    expect(page.locator("#over h2")).to_be_visible()
    expect(page.locator("#told")).not_to_be_empty()
    page.wait_for_function(LAST_MOVE_IN_VIEW)
    assert emblems_on_table(page) == (set() if game == "babylone" else {0, 1})


def emblems_on_table(page: Page) -> set[int]:
    """The seats whose emblem, as beside their name, is drawn on the table too."""
    symbols = [page.locator(f"#seats [data-seat='{n}'] use").get_attribute("href") for n in (0, 1)]
    assert len(set(symbols)) == 2
    return {n for n in (0, 1) if page.locator(f".areas use[href='{symbols[n]}']").count()}


def test_a_series_to_its_end_with_the_losers_choice(person: Opener) -> None:
    page = person("fr")
    new_table(page, "babylone", "me", "here", start="2", to_win="3")
    press(page, "button-second")
    press(page, "pile-a")
    press(page, "pile-b")
    expect(page.locator("#notice h2")).to_contain_text("Manche")
    rounds = 0
    while not is_over(page) and rounds < 6:
        page.wait_for_selector(READY)
        before = moves(page)
        if page.locator('[data-id="button-first"]').count():
            press(page, "button-first")
        else:
            press(page, "pile-a")
            press(page, "pile-b")
            rounds += 1
        seq_changed(page, before)
    expect(page.locator("#over .scores")).to_contain_text("3")


def invite_from(page: Page) -> str:
    return page.locator("#invites .link").input_value()


def sit(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.fill("#name", name)
    page.click("form.sheet button.main")
    connected(page)


def test_two_people_by_link_with_a_spectator_through_a_crash(person: Opener, site: Running) -> None:
    ana, bruno, watcher = person("fr"), person("en"), person("en")
    new_table(ana, "plus4", "me", "open")
    table = ana.url
    sit(bruno, invite_from(ana), "Bruno")
    watcher.goto(table)
    connected(watcher)
    expect(ana.locator("#seats")).to_contain_text("Bruno")
    rng = Random(3)
    players = [ana, bruno]
    for number in range(40):
        if number == 3:
            site.kill()
            for page in (*players, watcher):
                expect(page.locator("#wire")).not_to_have_attribute("data-state", "connected")
            mover = _to_move(players)
            before = moves(mover)
            mover.locator(".part.lit").first.dispatch_event("click")
            expect(mover.locator("#mail")).to_have_attribute("data-state", "sent")
            site.start()
            expect(mover.locator("#mail")).to_have_attribute("data-state", "kept")
            for page in (*players, watcher):
                connected(page)
                expect(page.locator("#moves li")).to_have_count(before + 1)
            continue
        mover = _to_move(players)
        if is_over(mover):
            break
        before = moves(mover)
        turn_by_mouse(mover, rng)
        for page in (*players, watcher):
            page.wait_for_function(
                "n => document.querySelectorAll('#moves li').length > n", arg=before
            )
    for page in (*players, watcher):
        expect(page.locator("#over")).to_be_visible()
    assert watcher.locator(".part.lit").count() == 0
    ana.locator("#over button.main").click()
    expect(bruno.locator("#over .offer")).to_have_text(re.compile("offers a rematch"))
    bruno.click("#over .next button.main")
    connected(bruno)
    assert bruno.url == ana.url


def test_a_win_over_a_bot_is_followed_by_the_next_level(person: Opener) -> None:
    won = Match(load("plus4"), ["Ana", "Robot B (au hasard)"], first=0)
    for column in "1212121":
        won.play(column)
    page = person("fr", width=360, height=740)
    page.goto("/open")
    page.fill("[name=text]", won.record().write())
    page.click("main button")
    line, over = page.locator("[data-id^=line-]").bounding_box(), page.locator("#over")
    below = over.bounding_box()
    assert line
    assert below
    assert line["y"] + line["height"] <= below["y"], "the winning line is in view"
    over.get_by_role("button", name="Niveau suivant\u00a0: débutant").click()
    expect(page.locator("#seats")).to_contain_text("Robot B (débutant)")
    expect(over).to_be_hidden()


def _to_move(players: list[Page]) -> Page:
    """The person whose board is lit, or any person once the game is over."""
    for _ in range(400):
        for page in players:
            if page.locator(LIT).count() or is_over(page):
                return page
        players[0].wait_for_timeout(10)
    raise AssertionError("nobody is to move")


def test_three_people_on_redline_over_a_link(person: Opener) -> None:
    pages = [person("fr"), person("en"), person("en")]
    new_table(pages[0], "redline", "me", "open", "open", players="3")
    link = invite_from(pages[0])
    for page, name in zip(pages[1:], ("Bruno", "Chloé"), strict=True):
        sit(page, link, name)
    rng = Random(7)
    for _ in range(6):
        mover = _to_move(pages)
        turn_by_mouse(mover, rng)
    pages[2].click("#menu-open")
    pages[2].click("#leave-bot")
    pages[2].click("#sure-yes")
    for page in pages:
        expect(page.locator("#seats")).not_to_contain_text("Chloé")
    for _ in range(200):
        mover = _to_move(pages[:2])
        if is_over(mover):
            break
        turn_by_mouse(mover, rng)
    for page in pages:
        expect(page.locator("#over")).to_be_visible()


def test_undo_asked_refused_withdrawn_accepted(person: Opener) -> None:
    ana, bruno = person("en"), person("fr")
    new_table(ana, "plus4", "me", "open")
    sit(bruno, invite_from(ana), "Bruno")
    mover = _to_move([ana, bruno])
    other = bruno if mover is ana else ana
    turn_by_mouse(mover, Random(1))
    count = moves(mover)
    for answer in ("refuse", "withdraw", "accept"):
        mover.click("#undo")
        expect(other.locator("#asked")).to_be_visible()
        if answer == "withdraw":
            mover.locator("#asked button").click()
        else:
            other.locator("#asked button").nth(0 if answer == "accept" else 1).click()
        expect(other.locator("#asked")).to_be_hidden()
        expect(mover.locator("#asked")).to_be_hidden()
        kept = count - 1 if answer == "accept" else count
        expect(mover.locator("#moves li")).to_have_count(kept)
