"""The house without a server, with a browser in memory."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random

import pytest

from ludotheque.house.reader import NOBODY
from ludotheque.table.table import Moment, now_ms
from tests.pocket.browser import MemoryBrowser, Person, act, at_the_screen, match_at


async def _played(person: Person, table: str, seed: int = 1) -> None:
    """Plays a game to its end on a line, at random."""
    rng = Random(seed)
    assert await person.door.open("line", table, person.lang)
    await person.say("line", type="hello", since=None, deltas=1)
    for number in range(400):
        match = await match_at(person, table)
        if match.outcome is not None:
            return
        if match.turn == 0:
            game = match.kit.game
            action = game.notation.write_action(rng.choice(game.actions(match.state)))
            expected = len(person.browser.logs[table]) - 1
            said = await person.say(
                "line", type="act", id=f"{number}", expected=expected, action=action
            )
            assert [each for each in said if each["type"] == "kept"], said
        await person.settled()
    raise AssertionError("the game does not end")


async def _shared(person: Person, **form: str) -> str:
    """A table on one screen, with a line to it."""
    table = await person.begin("/new/babylone", seat0="me", seat1="here", **form)
    assert await person.door.open("line", table, "en")
    return table


def test_a_game_goes_on_when_the_browser_is_opened_again(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/quick/babylone", level="random")
        await _played(person, table)
        fresh = Person(browser, "fr")
        page = await fresh.ask(f"/t/{table}")
        assert page["status"] == 200
        assert (await match_at(fresh, table)).outcome is not None
        assert f"/p/play/?/t/{table}" in (await fresh.ask("/tables"))["body"]
        assert not await fresh.door.open("line", "none", "en")

    at_the_screen(play())


@pytest.mark.parametrize(("clock", "longest_ms"), [("", 30_000), ("1+0", 12_000), ("1d", 30_000)])
def test_a_bot_thinks_for_its_share_of_the_clock(
    browser: MemoryBrowser, clock: str, longest_ms: int
) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/new/plus4", seat0="me", seat1="random", clock=clock)
        assert await person.door.open("line", table, "en")
        await person.settled()
        if not browser.thought_for:  # it is the person who begins
            await act(person, table, "x")
        assert browser.thought_for == [longest_ms]

    at_the_screen(play())


def test_another_page_was_faster(browser: MemoryBrowser) -> None:
    """Both have seen the same position; the second move is refused, and nothing is kept of it."""

    async def play() -> None:
        one, other = Person(browser), Person(browser)
        table = await _shared(one)
        assert await other.door.open("line", table, "en")
        match, seq = await match_at(other, table), len(browser.logs[table]) - 1
        text = match.kit.game.notation.write_action(match.kit.game.actions(match.state)[1])
        await act(one, table, "x")
        before = browser.logs[table].copy()
        said = await other.say("line", type="act", id="y", expected=seq, action=text)
        assert [each["type"] for each in said] == ["refused"]
        assert browser.logs[table] == before
        assert browser.told == [table, table], "created, and one move"

    at_the_screen(play())


def test_pages_follow_what_other_pages_change(browser: MemoryBrowser) -> None:
    async def play() -> None:
        one, other = Person(browser), Person(browser)
        table = await _shared(one)
        assert await other.door.open("line", table, "en")
        seq = len(browser.logs[table]) - 1
        await other.say("line", type="hello", since=seq, deltas=1)
        await act(one, table, "x")
        browser.said.clear()
        await other.door.heard(table)
        await other.settled()
        assert [(each["type"], each.get("from")) for each in browser.said] == [("steps", seq)]

    at_the_screen(play())


def test_what_cannot_be_kept_is_refused(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person)
        before = browser.logs[table].copy()
        browser.full = True
        said = await act(person, table, "x")
        assert [each["type"] for each in said] == ["refused"]
        assert "storage is full" in said[0]["text"]
        assert browser.logs[table] == before
        browser.full = False
        assert (await act(person, table, "y"))[-1]["type"] == "kept"

    at_the_screen(play())


def test_a_form_that_is_wrong_offers_nobody_elsewhere(browser: MemoryBrowser) -> None:
    async def play() -> None:
        form = {"seat0": "me", "seat1": "here", "start": "99"}
        answer = await Person(browser, "fr").ask("/new/babylone", "POST", **form)
        assert answer["status"] == 400
        assert 'value="open"' not in answer["body"], "nobody else can come"
        assert not browser.logs

    at_the_screen(play())


@pytest.mark.parametrize("looks", [True, False], ids=["followed", "left"])
def test_time_is_called_when_it_is_over(
    browser: MemoryBrowser, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person, clock="3+2")
        for name in "abc":  # the first move of each is free
            await act(person, table, name)
        assert (await match_at(person, table)).outcome is None
        later = now_ms() + 600_000
        monkeypatch.setattr("ludotheque.pocket.tables.present", lambda: Moment(Random(1), later))
        monkeypatch.setattr("ludotheque.house.thinking.clocks.now_ms", lambda: later)
        person.door.close("line")
        if looks:
            assert await person.door.open("line", table, "en")
        else:
            person.door.announce(await person.door.table(table, NOBODY))
        await person.settled()
        assert browser.logs[table][-2]["kind"] == "out_of_time"
        assert browser.logs[table][-1]["kind"] == "over"

    at_the_screen(play())


def test_a_bot_whose_move_cannot_be_kept_is_not_asked_again_and_again(
    browser: MemoryBrowser,
) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/new/plus4", seat0="random", seat1="random")
        browser.full = True
        assert await person.door.open("line", table, "en")
        await person.settled()
        assert len(browser.thought_for) == 1
        browser.full = False
        assert await person.door.open("another", table, "en")
        await person.settled()
        assert len(browser.thought_for) > 1, "the next page wakes it"

    at_the_screen(play())


def test_an_answer_that_comes_after_the_page_has_left_goes_nowhere(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person)
        await act(person, table, "a")
        read, answers = browser.read, asyncio.Event()

        async def slow(table: str) -> str:
            await answers.wait()
            return await read(table)

        browser.read = slow  # type: ignore[method-assign]
        hello = {"type": "hello", "since": 0, "deltas": 1}
        greeting = asyncio.ensure_future(person.door.hear("line", json.dumps(hello)))
        await person.settled()
        browser.said.clear()
        person.door.close("line")
        assert person.door.hub.followed() == [table], "until the page is answered"
        answers.set()
        await greeting
        assert person.door.hub.followed() == []

    at_the_screen(play())


def test_every_path_of_a_page_is_found_below_the_root(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/quick/redline")
        for path in (f"/t/{table}", "/tables", "/new/redline", "/me", "/open"):
            body = (await person.ask(path))["body"]
            found = re.findall(r'\s(?:href|src|action)="(/[^"]*)"', body)
            assert found
            assert all(link.startswith("/p/") for link in found), found

    at_the_screen(play())
