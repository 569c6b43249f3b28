"""A player who does not come back: when the others may claim the game, or give the seat away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.play.clock import Pace, read_pace
from ludotheque.table import commands
from ludotheque.table.company import Company, Stay
from ludotheque.table.messages import Claim, Command, Replace
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Moment, Table
from tests.table.tables import ANA, BRUNO, made, moment

SET_AT, LIMIT = 1_000_000, 120_000
CARLA, OPEN, BOT = Sitter("person", "carla", "Carla"), Sitter("open"), Sitter("bot", bot="random")
CLAIM = Claim("c", 0)


def table_of(*sitters: Sitter, pace: Pace | None = None) -> Table:
    """A game that began at `SET_AT`, of Plus 4 or, with three seats, of Redline."""
    kit = load("plus4" if len(sitters) == 2 else "redline(players=3)")
    return commands.create("t", kit, sitters, moment(at=SET_AT), commands.Terms(pace=pace)).after


def at(when: int, stays: dict[str, Stay], since: int = 0) -> Moment:
    """A moment at which the site has seen these guests, and runs since then."""
    return replace(moment(at=when), company=Company(stays, since, LIMIT))


def here(when: int, since: int = SET_AT) -> Stay:
    return Stay(since, when)


def away(since: int) -> Stay:
    return Stay(SET_AT, since)


def asked(table: Table, command: Command, when: Moment) -> str:
    """The guest who stays asks: the reason of the refusal, or empty."""
    stays = next((g for g in table.guests() if when.company.is_here(g, when.at)), "ana")
    try:
        command.decide(table, stays, when)
    except Refusal as refusal:
        return refusal.reason.key.removeprefix("table.")
    return ""


def awaited(table: Table) -> tuple[str, str]:
    """The guest to move and the other one."""
    assert table.turn is not None
    return table.seats[table.turn].guest, table.seats[1 - table.turn].guest


def claimed_after(table: Table, gone: int, came: int, since: int, when: int) -> str:
    """The answer to a claim when the player to move is gone and the other one has come."""
    absent, other = awaited(table)
    stays = {absent: away(gone), other: here(when, came)}
    return asked(table, CLAIM, at(when, stays, since))


def test_a_game_of_two_is_claimed_by_whoever_stays() -> None:
    table = table_of(ANA, BRUNO)
    absent, other = awaited(table)
    gone, when = SET_AT + 5000, SET_AT + 5000 + LIMIT
    change = CLAIM.decide(table, other, at(when, {absent: away(gone), other: here(when)}))
    assert [event.kind for event in change.events] == ["abandoned", "over"]
    assert change.events[0].body == {"seat": table.turn, "since": gone}
    assert change.after.outcome is not None
    assert change.after.outcome.winners == (1 - (table.turn or 0),)


@pytest.mark.parametrize(
    ("gone", "came", "since"),
    [
        pytest.param(5000, 0, 0, id="since the other left"),
        pytest.param(0, 7000, 0, id="since somebody is there to see it"),
        pytest.param(0, 0, 9000, id="since the site is there"),
        pytest.param(-90_000, -90_000, 0, id="since the turn began"),
    ],
)
def test_the_time_runs_from_the_last_of_all_that_it_needs(gone: int, came: int, since: int) -> None:
    table = table_of(ANA, BRUNO)
    begins = SET_AT + max(gone, came, since, 0)
    times = SET_AT + gone, SET_AT + came, SET_AT + since
    assert claimed_after(table, *times, begins + LIMIT - 1) == "not_yet"
    assert claimed_after(table, *times, begins + LIMIT) == ""


def test_both_away_nobody_can_claim() -> None:
    table, when = table_of(ANA, BRUNO), SET_AT + 2 * LIMIT
    assert asked(table, CLAIM, at(when, {"ana": away(SET_AT), "bruno": away(SET_AT)})) == "not_away"


def test_whoever_waits_for_a_move_may_be_away() -> None:
    table, when = table_of(ANA, BRUNO), SET_AT + 2 * LIMIT
    absent, other = awaited(table)
    stays = {other: away(SET_AT), absent: here(when)}
    assert asked(table, CLAIM, at(when, stays)) == "not_awaited"


@pytest.mark.parametrize("to", ["bot", "open"])
def test_one_of_three_is_replaced_and_not_claimed_from(to: str) -> None:
    table, when = table_of(ANA, BRUNO, CARLA), SET_AT + LIMIT
    assert table.turn is not None
    absent = table.seats[table.turn].guest
    stays = {guest: here(when) for guest in table.guests() - {absent}} | {absent: away(SET_AT)}
    other, now = next(iter(table.guests() - {absent})), at(when, stays)
    replacing = Replace("r", 0, table.turn, to)  # type: ignore[arg-type]
    after = replacing.decide(table, other, now).after
    assert after.seats[table.turn].kind == to
    assert after.note == ("abandoned", absent.title())
    with pytest.raises(Refusal, match="claim_two"):
        CLAIM.decide(table, other, now)
    with pytest.raises(Refusal, match="onlooker"):
        replacing.decide(table, "dora", now)
    with pytest.raises(Refusal, match="malformed"):
        Replace("r", 0, 3, "bot").decide(table, other, now)


def test_an_opponent_of_two_is_replaced_by_a_bot() -> None:
    table, when = table_of(ANA, BRUNO), SET_AT + LIMIT
    absent, other = awaited(table)
    now = at(when, {absent: away(SET_AT), other: here(when)})
    after = Replace("r", 0, table.turn or 0, "bot").decide(table, other, now).after
    assert after.waits_for_bot
    assert not after.guests() - {other}


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(lambda: table_of(ANA, ANA), id="one screen"),
        pytest.param(lambda: table_of(ANA, BOT), id="a bot"),
        pytest.param(lambda: table_of(ANA, OPEN), id="an open seat"),
        pytest.param(lambda: table_of(ANA, BRUNO, pace=read_pace("3d")), id="days for a move"),
    ],
)
def test_where_nobody_waits_nothing_is_claimed(table: Callable[[], Table]) -> None:
    made, when = table(), SET_AT + 10 * LIMIT
    for guest in made.guests():
        now = at(when, {guest: here(when)})
        for command in (CLAIM, Replace("r", 0, 0, "bot"), Replace("r", 0, 1, "bot")):
            assert asked(made, command, now) == "not_away"


def test_who_asks_for_something_does_not_begin_to_wait_anew() -> None:
    table = made("plus4", at=0).after
    text = table.kit.game.notation.write_action(table.kit.game.actions(table.state)[0])
    moved = commands.act(table, [table.turn or 0], text, moment(at=1000)).after
    asked = commands.undo(moved, [1 - (moved.turn or 0)], moment(at=60_000)).after
    assert asked.undo_asked is not None
    assert (moved.at, asked.at) == (1000, 1000)
