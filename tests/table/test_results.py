"""The opponents that a person has beaten, from the log alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludotheque import load
from ludotheque.table.commands import leave, resign
from ludotheque.table.results import TELLING, beaten_in, next_opponent, result_of
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Event
from tests.table.tables import ANA, BRUNO, made, moment

BOT = Sitter("bot", bot="casual")


def resigned(by: int, *sitters: Sitter) -> list[Event]:
    """The log of a game that ends at once."""
    first = made("plus4", *sitters)
    end: Change = resign(first.after, by, moment())
    return [*first.events, *end.events]


def beaten(log: Sequence[Event], guest: str = "ana") -> set[str]:
    result = result_of([event for event in log if event.kind in TELLING], guest)
    return set() if result is None else beaten_in(result)


def test_a_win_over_a_bot_counts_and_no_other_end() -> None:
    assert beaten(resigned(1, ANA, BOT)) == {"casual"}
    assert beaten(resigned(0, ANA, BOT)) == set()
    assert beaten(resigned(1, ANA, BRUNO)) == set()
    assert beaten(resigned(1, ANA, BOT), "bruno") == set()
    assert beaten(resigned(0, BOT, BOT)) == set()
    assert beaten(made("plus4", ANA, BOT).events) == set(), "it goes on"


def test_the_one_who_sits_there_at_the_end_is_beaten() -> None:
    first = made("plus4", ANA, ANA)
    left = leave(first.after, 1, "bot", moment())
    end = resign(left.after, 1, moment())
    assert beaten([*first.events, *left.events, *end.events]) == {"regular"}


def test_the_next_level_is_for_one_person_who_has_beaten_bots_below_the_top() -> None:
    top = Sitter("bot", bot=list(load("plus4").bots)[-1])
    assert next_of(1, ANA, BOT) == "regular"
    assert next_of(0, BOT, ANA, mine=(1,)) == "regular"
    assert next_of(0, ANA, BOT) == "", "a loss"
    assert next_of(1, ANA, top) == ""
    assert next_of(1, ANA, BRUNO) == "", "a person"
    assert next_of(1, ANA, ANA, mine=(0, 1)) == "", "on one screen"
    assert next_of(1, ANA, BOT, mine=()) == "", "an onlooker"
    assert next_opponent(made("plus4", ANA, BOT).after, (0,)) == "", "it goes on"


def next_of(loser: int, *sitters: Sitter, mine: tuple[int, ...] = (0,)) -> str:
    return next_opponent(resign(made("plus4", *sitters).after, loser, moment()).after, mine)


def test_a_game_from_a_file_is_no_win() -> None:
    created, *rest = resigned(1, ANA, BOT)
    opened = Event(1, "opened", {"headers": []})
    log = [created, opened, *(replace(event, seq=event.seq + 1) for event in rest)]
    assert beaten(log) == set()


def test_a_win_at_a_larger_table_is_over_every_bot() -> None:
    log = list(made("redline(players=3)", ANA, BOT, Sitter("bot", bot="random")).events)
    end = Event(99, "over", {"returns": [1.0, -0.5, -0.5], "points": [3, 2, 1]})
    assert beaten([*log, end]) == {"casual", "random"}
