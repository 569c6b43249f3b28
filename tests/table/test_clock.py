"""The clock of a table: its rules one by one, and a second reading of them on whole logs."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from random import Random

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.core.record import read_record
from ludotheque.play.clock import LAG_MS, Clock, Pace
from ludotheque.play.match import replay
from ludotheque.table import commands
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Denied, Event, Table, begun, fold_all
from tests.table.tables import ANA, BRUNO, Drawn, made, moment
from tests.table.test_fold import any_change, some_action

MINUTE_MS = 60_000
DAY_MS = 86_400_000
CARLA = Sitter("person", "carla", "Carla")


def acted(table: Table, at: int, text: str = "") -> Table:
    """The table after a move at that time, by default any."""
    played = text or some_action(table, Random(1))
    return commands.act(table, [table.turn or 0], played, moment(at=at)).after


def timed(clock: str, spec: str = "plus4", *sitters: Sitter) -> Table:
    """A table with a clock, set up at the time 0."""
    return made(spec, *sitters, at=0, clock=clock).after


def clock_of(table: Table) -> Clock:
    assert table.clock is not None
    return table.clock


def test_the_first_move_of_each_is_free_and_then_time_runs() -> None:
    table = timed("5+3")
    first = table.turn or 0
    table = acted(table, 20 * MINUTE_MS)  # the first move of one, then of the other
    table = acted(table, 40 * MINUTE_MS)
    assert clock_of(table).left_ms == (5 * MINUTE_MS + 3000,) * 2
    table = acted(table, 41 * MINUTE_MS + LAG_MS)
    assert table.turn != first
    assert clock_of(table).left_ms[first] == 4 * MINUTE_MS + 6000


def test_the_first_moments_of_a_turn_are_free() -> None:
    table = acted(acted(timed("1+0"), 0), 0)
    assert clock_of(acted(table, LAG_MS)).left_ms == (MINUTE_MS, MINUTE_MS)
    assert min(clock_of(acted(table, LAG_MS + 1)).left_ms) == MINUTE_MS - 1


def test_a_clock_that_was_set_back_takes_nothing() -> None:
    table = acted(acted(timed("1+0"), DAY_MS), DAY_MS)
    assert clock_of(acted(table, 0)).left_ms == (MINUTE_MS, MINUTE_MS)


def test_without_time_a_move_is_refused_and_a_game_of_two_is_lost() -> None:
    table = acted(acted(timed("1+0"), 0), 0)
    loser, falls = table.turn or 0, MINUTE_MS + LAG_MS
    assert clock_of(table).falls_ms(loser) == falls
    assert commands.call_time(table, moment(at=falls - 1)) == Change(table)
    assert acted(table, falls - 1).moves
    with pytest.raises(Denied) as refused:
        acted(table, falls)
    assert refused.value.reason.key == "table.late"
    ended = commands.call_time(table, moment(at=falls)).after
    assert ended.outcome is not None
    assert ended.outcome.winners == (1 - loser,)
    assert ended.outcome.reason.key == "match.out_of_time"
    assert clock_of(ended).left_ms[loser] == 0
    assert clock_of(ended).since_ms is None
    assert commands.call_time(ended, moment(at=2 * falls)) == Change(ended)


def test_among_more_than_two_a_bot_plays_on_with_all_its_time() -> None:
    table = timed("1+0", "redline(players=3)", ANA, BRUNO, CARLA)
    for _ in range(3):
        table = acted(table, 0)
    late = table.turn or 0
    after = commands.call_time(table, moment(at=MINUTE_MS + LAG_MS)).after
    assert after.outcome is None
    assert after.turn == late
    assert after.seats[late].kind == "bot"
    assert after.note == ("out_of_time", table.seats[late].name)
    assert clock_of(after).left_ms[late] == MINUTE_MS
    assert clock_of(after).since_ms == MINUTE_MS + LAG_MS


def test_with_days_for_a_move_every_turn_has_them_all() -> None:
    table = timed("2d")
    assert clock_of(table).falls_ms(table.turn) == 2 * DAY_MS + LAG_MS
    table = acted(table, DAY_MS)
    assert clock_of(table).left_ms == (2 * DAY_MS,) * 2
    assert clock_of(table).falls_ms(table.turn) == 3 * DAY_MS + LAG_MS


def test_time_spent_stays_spent_when_a_move_is_taken_back_and_is_added_once() -> None:
    table = acted(acted(timed("5+3", "plus4", ANA, ANA), 0), 0)
    mover = table.turn or 0
    table = acted(table, MINUTE_MS + LAG_MS)
    then = clock_of(table).left_ms
    back = commands.undo(table, [0, 1], moment(at=2 * MINUTE_MS + 2 * LAG_MS)).after
    assert back.turn == mover
    left = list(then)
    left[1 - mover] -= MINUTE_MS
    assert clock_of(back).left_ms == tuple(left)
    again = acted(back, 3 * MINUTE_MS + 3 * LAG_MS)
    left[mover] -= MINUTE_MS  # and nothing is added for the same move
    assert clock_of(again).left_ms == tuple(left)


def test_time_stands_while_a_seat_is_open() -> None:
    table = timed("1d", "redline(players=3)", ANA, BRUNO, Sitter("open"))
    assert clock_of(table).since_ms is None
    table = commands.take_seat(table, None, "carla", "Carla", moment(at=9 * DAY_MS)).after
    assert clock_of(table).since_ms == 9 * DAY_MS
    seat = ((table.turn or 0) + 1) % 3
    opened = commands.leave(table, seat, "open", moment(at=9 * DAY_MS + LAG_MS + 7)).after
    assert clock_of(opened).since_ms is None
    assert clock_of(opened).left_ms[table.turn or 0] == DAY_MS - 7
    assert commands.call_time(opened, moment(at=99 * DAY_MS)) == Change(opened)


def test_a_rematch_has_the_same_pace_and_a_record_says_it() -> None:
    table = acted(acted(timed("5+3"), 0), 0)
    ended = commands.call_time(table, moment(at=DAY_MS)).after
    _, fresh = commands.rematch(ended, 0, "fresh", moment(at=DAY_MS))
    assert clock_of(fresh.after).pace == clock_of(table).pace
    text = ended.record(("Ana", "Bruno"), (0, 1)).write()
    assert '[Clock "5+3"]' in text
    assert '[Left "' in text
    again = replay(read_record(text))
    assert again.outcome == ended.outcome
    assert read_record(text).write() == text


def stored(log: list[Event]) -> list[Event]:
    """The log as another process reads it."""
    return [Event(**orjson.loads(orjson.dumps(asdict(event)))) for event in log]


def goes_on_without(table: Table, event: Event, deserted: bool) -> bool:
    """Whether the time of the seat to move goes on although a seat is opened, or as one is taken.

    `deserted`: whether it has gone on since its guest, or that of another seat, left.
    """
    body, leaver = event.body, table.seats[event.body["seat"]].guest
    if table.turn is None or body.get("why") == "out_of_time":
        return False
    if not deserted:
        left = body["kind"] == "open" and table.seats[table.turn].guest == leaver
        deserted = left and not table.incomplete
    return deserted and bool({body["guest"], *table.guests()} - {leaver, ""})


def second_reading(log: list[Event], pace: Pace) -> list[int]:
    """The time each seat had left when the turn began, from the rules of docs/reference/clocks.md.

    The game is replayed after every event to see whose turn it was, which the clock never does.
    """
    tables = [begun(log[0], "t")]
    for event in log[1:]:
        tables.append(fold_all(tables[-1], [event]))
    left = [pace.main_ms] * len(tables[0].seats)
    moved, numbers, begins, deserted = set[int](), set[int](), log[0].at or 0, False
    for (before, after), event in zip(pairwise(tables), log[1:], strict=True):
        at, turn = event.at or 0, before.turn
        if event.kind in ("undo", "rematch", "opened"):
            continue
        if event.kind == "seated" and goes_on_without(before, event, deserted):
            deserted = after.incomplete
            continue
        runs = deserted or not before.incomplete
        counts = turn is not None and runs and (pace.by_move or turn in moved)
        chance = event.kind == "action" and event.body["seat"] is None
        if counts and turn is not None and not chance:
            left[turn] -= min(left[turn], max(0, at - begins - LAG_MS))
        if event.kind == "action" and turn is not None:
            number = len(after.moves)
            left[turn] += 0 if number in numbers else pace.increment_ms
            moved.add(turn)
            if pace.by_move:
                left[turn] = pace.main_ms
        numbers.add(len(after.moves))
        if event.kind == "undone" and pace.by_move:
            left = [pace.main_ms] * len(left)
        if event.kind == "seated" and event.body.get("why") == "out_of_time":
            left[event.body["seat"]] = pace.main_ms
        deserted = False
        begins = begins if chance else at
    return left


@pytest.mark.parametrize("spec", ["plus4", "redline(players=3)", "babylone"])
@given(data=st.data(), pace=st.sampled_from(["1+0", "2+2", "1+30", "1d"]))
@settings(max_examples=27)
def test_every_log_gives_the_clock_of_a_second_reading(
    spec: str, data: st.DataObject, pace: str
) -> None:
    """Moves, undos, seats left and taken, time called; restarts, and kills that lose an answer."""
    rng, at = Drawn(data), 0
    kinds = [ANA, BRUNO, Sitter("open")]
    people = [rng.choice(kinds) for _ in range(load(spec).game.seats)]
    created = made(spec, *people, rng=rng.chance, at=at, clock=pace)
    table, log = created.after, list(created.events)
    for _ in range(30):
        at += rng.choice((0, 300, LAG_MS, 2000, 9000, 30_000, DAY_MS // 3))
        try:
            change = any_change(table, rng, moment(rng.chance, at))
        except Refusal:
            continue
        if rng.randrange(10) == 9:
            continue  # killed before it was on disk: it never happened
        table, log = change.after, [*log, *change.events]
        if rng.randrange(3) == 2:
            first, *rest = stored(log)
            table = fold_all(begun(first, "t"), rest)  # started anew
    assert clock_of(table).left_ms == tuple(second_reading(log, clock_of(table).pace))
