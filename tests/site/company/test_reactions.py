"""Reactions: among people at a table, from a list, not too many, to every page of every process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from ludotheque.core.texts import texts
from ludotheque.table.reactions import PHRASES, SIGNS
from ludotheque.table.shapes import Reaction
from tests.shapes import assert_shaped
from tests.site.running import Running
from tests.site.wire import Wire

MANY = 12  # as many as a minute brings, and three times as many as may be sent at once


@pytest.fixture
def people(site: Running) -> Iterator[tuple[str, list[Wire]]]:
    """A table of two people with a page each, and an onlooker."""
    with ExitStack() as left, site.guest() as ana, site.guest() as bruno:
        table = site.new_table(ana, "plus4", seat0="me", seat1="open")
        bruno.post(site.invites(ana, table)[0], data={"name": "Bruno"})
        cookies = [f"guest={each.cookies['guest']}" for each in (ana, bruno)]
        pages = [Wire(site, table, cookie) for cookie in (*cookies, "")]
        for page in pages:
            left.callback(page.close)
            page.follow()
            page.until("view")
        yield table, pages


def react(page: Wire, what: Any) -> None:
    page.say({"type": "react", "what": what})


def test_everybody_at_the_table_sees_a_reaction(people: tuple[str, list[Wire]]) -> None:
    _, pages = people
    react(pages[1], "well_played")
    for page in pages:
        told = page.until("reaction")
        assert_shaped(told, Reaction)
        assert (told["seat"], told["what"]) == (1, "well_played")


@pytest.mark.parametrize("what", ["any text", "", None, 7, ["smile"], {"what": "smile"}])
def test_nothing_else_can_be_said(people: tuple[str, list[Wire]], what: Any) -> None:
    _, pages = people
    react(pages[0], what)
    assert pages[0].until("refused", "reaction")["type"] == "refused"


def test_onlookers_and_who_is_alone_say_nothing(
    people: tuple[str, list[Wire]], site: Running
) -> None:
    _, pages = people
    react(pages[2], "smile")
    assert pages[2].until("refused", "reaction")["text"] == "You are watching this game."
    with site.guest() as guest:
        table = site.new_table(guest, "plus4", seat0="me", seat1="beginner")
        alone = Wire(site, table, f"guest={guest.cookies['guest']}")
        alone.hello()
        react(alone, "smile")
        assert "nobody else" in alone.until("refused", "reaction")["text"]
        alone.close()


def test_reactions_are_few(people: tuple[str, list[Wire]]) -> None:
    _, pages = people
    for _ in range(MANY):
        react(pages[0], "heart")
    assert "refused" in [pages[0].until("refused", "reaction")["type"] for _ in range(MANY)]
    react(pages[1], "star")
    while pages[1].until("reaction")["what"] != "star":
        pass


def test_a_program_is_sent_no_reactions(people: tuple[str, list[Wire]], site: Running) -> None:
    table, pages = people
    program = Wire(site, table, query="?bare=1")
    program.hello()
    react(pages[0], "smile")
    pages[1].until("reaction")
    program.say({"type": "ping"})
    assert program.hear()["type"] == "pong"
    program.close()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_reaction_has_its_words(lang: str) -> None:
    say = texts("ludotheque.house", lang)
    assert len({say(f"react.{name}") for name in (*SIGNS, *PHRASES)}) == len(SIGNS) + len(PHRASES)
