"""Pages that are sent steps show the same as a page that is loaded anew."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from ludotheque import catalogue
from tests.browser.acting import (
    READY,
    connected,
    is_over,
    moves,
    new_table,
    press,
    seq_changed,
    turn_by_mouse,
)
from tests.browser.conftest import Opener
from tests.browser.test_croisements import take_turn

GAMES = [box.name for box in catalogue()]
TURNS = 12
# Everything that a view decides. Which part the tab key reaches depends on what was focused before.
SHOWN = """() => {
  const text = id => { const e = document.getElementById(id); return [e.hidden, e.textContent]; };
  const kept = name => !['tabindex', 'aria-pressed'].includes(name);
  const classes = e => [...e.classList].filter(name => name !== 'shown').sort().join(' ');
  const told = e => [...e.attributes].filter(a => kept(a.name))
    .map(a => `${a.name}=${a.name === 'class' ? classes(e) : a.value}`).sort();
  const part = e => [told(e), e.innerHTML];
  const around = e => [e.firstElementChild, e.lastElementChild].map(layer => layer.innerHTML);
  const area = e => [told(e), around(e.firstElementChild),
    [...e.querySelectorAll('.part')].map(part)];
  return [[...document.querySelectorAll('#areas > svg')].map(area),
    ['do', 'reason', 'buttons', 'seats', 'people', 'moves', 'undo', 'resign', 'typed', 'asked',
      'over'].map(text)];
}"""
# Which symbols drawings refer to that the page does not have.
UNDRAWN = """() => [...document.querySelectorAll('#areas use')].map(e => e.getAttribute('href'))
  .filter(href => !document.getElementById(href.slice(1)))"""


def heard_by(page: Page) -> list[dict[str, Any]]:
    """The messages that the page receives from now on."""
    messages: list[dict[str, Any]] = []

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: messages.append(json.loads(text)))

    page.on("websocket", follow)
    return messages


def shows_what_is_there(page: Page) -> None:
    """Fails unless the page looks as if it were loaded just now."""
    page.wait_for_function("() => !document.querySelector('.leaving')")
    assert page.evaluate(UNDRAWN) == []
    shown = page.evaluate(SHOWN)
    page.reload()
    connected(page)
    page.wait_for_load_state("networkidle")  # the texts of the moves are requested
    assert shown == page.evaluate(SHOWN)


def some_turns(page: Page, game: str) -> int:
    """Plays turns up to a limit or the end, and takes the last one back; returns the steps."""
    rng = Random(game)
    for number in range(TURNS):
        if is_over(page):
            return number
        if game == "croisements":
            take_turn(page, "fr")
        else:
            turn_by_mouse(page, rng)
    if is_over(page):
        return TURNS
    before = moves(page)
    page.click("#undo")
    seq_changed(page, before)
    page.wait_for_selector(READY)
    return TURNS + 1


HEARD = {"kept", "steps", "pong", "outlook", "presence"}
"""What a page is sent at a table where nothing is missed and nothing refused."""


@pytest.mark.parametrize("game", GAMES)
def test_steps_lead_to_what_a_new_page_shows(person: Opener, game: str) -> None:
    page, onlooker = person("fr"), person("en")
    heard = [heard_by(page), heard_by(onlooker)]
    new_table(page, game, "me", "here")
    onlooker.goto(page.url)
    connected(onlooker)
    taken = some_turns(page, game)
    if taken > TURNS:  # the onlooker is shown one move after the other
        expect(onlooker.locator("#told")).to_have_text(re.compile("undoes a move"))
    expect(onlooker.locator("#moves li")).to_have_count(moves(page))
    for one, messages in zip((page, onlooker), heard, strict=True):
        assert {message["type"] for message in messages} <= HEARD
        assert sum(len(message.get("steps", [])) for message in messages) == taken
        shows_what_is_there(one)


def test_focus_stays_where_it_is_while_others_move(person: Opener) -> None:
    page = person()
    new_table(page, "plus4", "me", "here")
    other = page.context.new_page()
    other.goto(page.url)
    connected(other)
    press(page, "column-1")
    expect(other.locator('[data-id^="pawn-"]')).to_have_count(1)
    other.locator('.area-board [tabindex="0"]').focus()
    other.keyboard.press("ArrowRight")
    other.evaluate("document.activeElement.kept = true")
    focused = other.locator(":focus").get_attribute("data-id")
    assert focused != "column-1"
    press(page, "column-2")
    expect(other.locator('[data-id^="pawn-"]')).to_have_count(2)
    assert other.evaluate("document.activeElement.kept")
    expect(other.locator('.area-board [tabindex="0"]')).to_have_attribute("data-id", focused or "")


def test_a_page_that_has_missed_steps_asks_for_the_whole_view(person: Opener) -> None:
    """One message is lost on the way, so that the next one does not follow the last event."""
    page = person()
    new_table(page, "plus4", "me", "here")
    other = page.context.new_page()
    heard: list[str] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            kind = json.loads(text)["type"]
            if kind in ("steps", "view"):
                heard.append(kind)
            if kind != "steps" or heard != ["steps"]:
                route.send(text)

        server.on_message(pass_on)

    other.route_web_socket("**/live", between)
    other.goto(page.url)
    connected(other)
    for number, column in enumerate("12", start=2):
        press(page, f"column-{column}")
        expect(page.locator("#moves li")).to_have_count(number)
    expect(other.locator("#moves li")).to_have_count(3)
    assert heard == ["steps", "steps", "view"]
    press(page, "column-3")
    expect(other.locator("#moves li")).to_have_count(4)
    shows_what_is_there(other)
