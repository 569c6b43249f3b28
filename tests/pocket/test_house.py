"""The house without a server, with a browser in memory."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.record import read_record
from ludotheque.games import names
from ludotheque.play.match import Match, replay
from ludotheque.table.changes import Moment, now_ms
from tests.needs import needs
from tests.pocket.browser import MemoryBrowser, Person, at_the_screen


async def _played(person: Person, table: str, seed: int = 1) -> None:
    """Plays a game to its end on a line, at random."""
    rng = Random(seed)
    assert await person.door.open("line", table, person.lang)
    await person.say("line", type="hello", since=None, deltas=1)
    for number in range(400):
        match = await _match(person, table)
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


async def _match(person: Person, table: str) -> Match:
    return replay(read_record((await person.ask(f"/t/{table}/record"))["body"]))


async def _act(person: Person, table: str, name: str, choice: int = 0) -> list[dict[str, Any]]:
    """One of the legal moves, sent by a page that has seen all there is."""
    match = await _match(person, table)
    text = match.kit.game.notation.write_action(match.kit.game.actions(match.state)[choice])
    expected = len(person.browser.logs[table]) - 1
    return await person.say("line", type="act", id=name, expected=expected, action=text)


async def _shared(person: Person, **form: str) -> str:
    """A table on one screen, with a line to it."""
    table = await person.begin("/new/babylone", seat0="me", seat1="here", **form)
    assert await person.door.open("line", table, "en")
    return table


@pytest.mark.parametrize("game", names())
def test_a_whole_game_against_a_bot_is_kept_move_by_move(browser: MemoryBrowser, game: str) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin(f"/quick/{game}", level=next(iter(load(game).bots)))
        await _played(person, table)
        fresh = Person(browser, "fr")  # the page is closed and opened again
        page = await fresh.ask(f"/t/{table}")
        assert page["status"] == 200
        assert (await _match(fresh, table)).outcome is not None
        assert [row["seq"] for row in browser.logs[table]] == [*range(len(browser.logs[table]))]
        listed = await fresh.ask("/tables")
        assert f"/p/play/?/t/{table}" in listed["body"]

    at_the_screen(play())


def test_the_same_command_twice_has_one_effect(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person)
        first = await _act(person, table, "one")
        kept = browser.logs[table].copy()
        command = {"type": "act", "id": "one", "expected": len(kept) - 2, "action": "a>b"}
        again = await person.say("line", **command)
        assert first[-1]["seq"] == again[-1]["seq"] == len(kept) - 1
        assert browser.logs[table] == kept

    at_the_screen(play())


def test_another_page_was_faster(browser: MemoryBrowser) -> None:
    """Both have seen the same position; the second move is refused, and nothing is kept of it."""

    async def play() -> None:
        one, other = Person(browser), Person(browser)
        table = await _shared(one)
        assert await other.door.open("line", table, "en")
        match, seq = await _match(other, table), len(browser.logs[table]) - 1
        text = match.kit.game.notation.write_action(match.kit.game.actions(match.state)[1])
        await _act(one, table, "x")
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
        await other.say("line", type="hello", since=seq)
        await _act(one, table, "x")
        browser.said.clear()
        await other.door.heard(table)
        assert [(each["type"], each.get("from")) for each in browser.said] == [("steps", seq)]

    at_the_screen(play())


def test_a_refusal_has_its_reason_and_changes_nothing(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person)
        before = browser.logs[table].copy()
        said = await person.say("line", type="act", id="x", expected=len(before) - 1, action="a>a")
        assert said[-1]["type"] == "refused"
        assert said[-1]["text"]
        assert browser.logs[table] == before
        assert not await person.door.open("line", "none", "en")
        assert (await person.ask("/t/none"))["status"] == 404

    at_the_screen(play())


def test_what_cannot_be_kept_is_refused(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person)
        before = browser.logs[table].copy()
        browser.full = True
        said = await _act(person, table, "x")
        assert [each["type"] for each in said] == ["refused"]
        assert "no room" in said[0]["text"]
        assert browser.logs[table] == before
        browser.full = False
        assert (await _act(person, table, "y"))[-1]["type"] == "kept"

    at_the_screen(play())


def test_hints_lessons_problems_and_scores(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/new/plus4", seat0="me", seat1="here")
        assert await person.door.open("line", table, "en")
        seq = len(browser.logs[table]) - 1
        said = await person.say("line", type="hint", id="h", step=1, expected=seq)
        assert said[-1]["type"] == "hint"
        assert said[-1]["text"]
        assert (await person.ask("/learn/plus4/1"))["status"] == 200
        wrong = await person.data("/learn/plus4/1", "POST", actions=["?"], presses=[])
        assert wrong["kind"] == "refused"
        today = (await person.ask("/problem/redline"))["headers"]["Location"]
        assert (await person.ask(today))["status"] == 200
        assert (await person.ask("/problem/redline/2999-01-01"))["status"] == 404
        assert (await person.ask("/problem/redline/never"))["status"] == 404
        assert (await person.ask("/learn/plus4/99"))["status"] == 404
        assert (await person.ask("/me/scores"))["status"] == 200

    at_the_screen(play())


def test_a_name_is_remembered_and_a_game_forgotten_and_remembered(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser)
        await person.ask("/me", "POST", name="  Ana  ")
        table = await person.begin("/quick/plus4")
        assert "Ana" in (await person.ask(f"/t/{table}"))["body"]
        await person.ask(f"/tables/{table}/forget", "POST")
        assert f'/t/{table}"' not in (await person.ask("/tables"))["body"]
        await person.ask(f"/tables/{table}/remember", "POST")
        assert f'/t/{table}"' in (await person.ask("/tables"))["body"]

    at_the_screen(play())


def test_a_form_that_is_wrong_comes_again_with_what_is_wrong(browser: MemoryBrowser) -> None:
    async def play() -> None:
        person = Person(browser, "fr")
        form = {"seat0": "me", "seat1": "here", "start": "99"}
        answer = await person.ask("/new/babylone", "POST", **form)
        assert answer["status"] == 400
        assert 'role="alert"' in answer["body"]
        assert 'value="open"' not in answer["body"], "nobody else can come"
        assert not browser.logs

    at_the_screen(play())


def test_a_review_grows_and_a_mistake_is_tried_again(browser: MemoryBrowser) -> None:
    needs("compilation")

    async def play() -> None:
        person = Person(browser)
        table = await person.begin("/new/plus4", seat0="me", seat1="random")
        await _played(person, table)
        await person.ask(f"/t/{table}/review")
        found = await person.data(f"/api/tables/{table}/review?known=0&wait=1")
        assert found["decisions"]
        number = found["decisions"][0]["number"]
        page = await person.ask(f"/t/{table}/retry/{number}")
        assert page["status"] == 200
        advised = await person.data(
            f"/t/{table}/retry/{number}", "POST", actions=[], presses=[], solution=True
        )
        assert advised["kind"] == "solution"
        fresh = await person.begin(f"/t/{table}/play-on", at="2", then="")
        assert len((await _match(person, fresh)).moves) >= 2
        again = await person.begin(f"/t/{table}/rematch")
        assert again == await person.begin(f"/t/{table}/rematch"), "one rematch, however often"

    at_the_screen(play())


def test_time_is_called_when_it_is_over(
    browser: MemoryBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        person = Person(browser)
        table = await _shared(person, clock="3+2")
        for name in "abc":  # the first move of each is free
            await _act(person, table, name)
        assert (await _match(person, table)).outcome is None
        later = now_ms() + 600_000
        monkeypatch.setattr("ludotheque.pocket.tables.present", lambda: Moment(Random(1), later))
        monkeypatch.setattr("ludotheque.pocket.thinking.now_ms", lambda: later)
        await person.ask(f"/t/{table}")
        await person.settled()
        assert browser.logs[table][-2]["kind"] == "out_of_time"
        assert browser.logs[table][-1]["kind"] == "over"

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
