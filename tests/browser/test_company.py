"""People in browsers of their own: how they meet, who is there, and who does not come back."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.acting import LIT, connected, new_table, sit_down, turn_by_mouse
from tests.browser.conftest import Opener
from tests.browser.test_games import invite_from, sit
from tests.browser.test_table import violations

# Every text that the card has shown, however briefly.
LISTEN = """() => {
  window.said = [];
  const text = document.querySelector('#absent-text');
  new MutationObserver(() => said.push(text.textContent)).observe(text, { childList: true });
}"""


def until_to_move(page: Page, others: list[Page]) -> None:
    """The others move until it is the turn of the person at that page."""
    rng = Random(5)
    while not page.locator(LIT).count():
        for other in others:
            if other.locator(LIT).count():
                turn_by_mouse(other, rng)
        page.wait_for_timeout(20)


def test_strangers_meet_at_an_open_table(person: Opener) -> None:
    ana, bruno, carla = person("fr", 360, 740), person("en"), person("en", 390, 740)
    for page in (bruno, carla):
        page.goto("/open-tables")
        expect(page.locator("h1")).to_have_text("Open tables")
    ana.goto("/box/plus4")
    ana.get_by_role("button", name="Trouver quelqu’un").click()
    connected(ana)
    table = ana.url.rpartition("/")[2]
    for page in (bruno, carla):
        expect(page.locator(f"[data-table='{table}']")).to_contain_text("Plus 4")
    assert violations(carla) == []
    bruno.locator(f"[data-table='{table}'] button").click()
    bruno.fill("#name", "Bruno")
    bruno.click("form.sheet button.main")
    connected(bruno)
    expect(ana.locator("#seats")).to_contain_text("Bruno")
    expect(carla.locator(f"[data-table='{table}']")).to_have_count(0)
    bruno.goto("/tables")
    expect(bruno.locator(f"a[href='/t/{table}'] .there")).to_have_text("(here)")


def test_whoever_opened_a_table_closes_it_again(person: Opener) -> None:
    ana, bruno = person("en"), person("en")
    ana.goto("/new/babylone")
    sit_down(ana, 1, "open")
    ana.check("[name=public]")
    ana.click("form.sheet > button.main")
    connected(ana)
    table = ana.url.rpartition("/")[2]
    bruno.goto("/open-tables")
    row = bruno.locator(f"[data-table='{table}']")
    expect(row).to_be_visible()
    ana.get_by_role("button", name="Make it private").click()
    expect(row).to_have_count(0)


def test_a_game_of_two_is_claimed_from_an_opponent_who_has_left(person: Opener) -> None:
    ana, bruno = person("en", 390, 740), person("fr")
    new_table(ana, "plus4", "me", "open")
    sit(bruno, invite_from(ana), "Bruno")
    ana.keyboard.press("Escape")
    seat, card = ana.locator("#seats li:not(.mine)"), ana.locator("#absent")
    expect(seat).to_have_attribute("data-presence", "here")
    bruno.reload()
    connected(bruno)
    until_to_move(bruno, [ana])
    expect(seat).to_have_attribute("data-presence", "here")
    expect(card).to_be_hidden()
    ana.evaluate(LISTEN)
    bruno.close()
    expect(seat.locator(".presence")).to_have_text(re.compile(r"^away for \d+ second"))
    expect(card.get_by_role("button", name="Claim the win")).to_be_visible()
    assert violations(ana) == []
    card.get_by_role("button", name="Claim the win").click()
    expect(ana.locator("#over")).to_contain_text("You have won")
    expect(ana.locator("#over")).to_contain_text("Bruno")
    expect(card).to_be_hidden()
    first, last, *_ = ana.evaluate("said")
    assert first == (
        "Bruno is away. If they are not back when the countdown ends,"
        " you can claim the win or continue with a bot."
    )
    assert last == "Bruno is still away."


def test_one_of_three_who_has_left_is_replaced(person: Opener) -> None:
    ana, bruno, chloe = person("fr"), person("en"), person("fr")
    new_table(ana, "redline", "me", "open", "open", players="3")
    link = invite_from(ana)
    sit(bruno, link, "Bruno")
    sit(chloe, link, "Chloé")
    until_to_move(chloe, [ana, bruno])
    bruno.evaluate(LISTEN)
    chloe.close()
    card = bruno.locator("#absent")
    expect(card).to_contain_text("Chloé is still away.")
    assert "give their seat to a bot or to somebody else" in bruno.evaluate("said")[0]
    expect(card.get_by_role("button", name="Claim the win")).to_have_count(0)
    card.get_by_role("button", name="Continue with a bot").click()
    for page in (ana, bruno):
        expect(page.locator("#people")).not_to_contain_text("Chloé")
        expect(page.locator("#absent")).to_be_hidden()
    until_to_move(ana, [bruno])
