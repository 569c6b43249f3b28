"""The commands of a table: each returns the change it makes, or raises Refusal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.core.reason import IllegalAction, Reason, Refusal, because
from ludotheque.core.series import Begin
from ludotheque.games import AnyKit, open_box
from ludotheque.play.clock import Pace
from ludotheque.play.history import OUT_OF_TIME, History
from ludotheque.table.seats import OPEN, PERSON, Sitter, usual_bot
from ludotheque.table.table import (
    OVER,
    Body,
    Change,
    Denied,
    Draft,
    Event,
    Headers,
    Meeting,
    Moment,
    Table,
    begun,
    changed,
    deny,
    looked_back,
    played,
    refuse,
    refuse_if_full,
    refuse_if_over,
    seated,
    timed,
    why_moves_only,
)

# How often a seat may ask for an undo between two moves: each request interrupts the others.
_MOST_REQUESTS = 3


class ContinuedGame(NamedTuple):
    """The game that a new table continues, and the extra headers of its record."""

    history: History
    headers: Headers


class Terms(NamedTuple):
    """Optional settings of a new table.

    `past` is the game that it continues; anyone can join a table with a `meeting`; `first` is the
    seat that begins, if that is not drawn by lot.
    """

    past: ContinuedGame | None = None
    pace: Pace | None = None
    meeting: Meeting | None = None
    first: Seat | None = None


USUAL = Terms()
"""A game from the start, without a clock, for those who sit there or are invited."""


def create(
    table_id: str, kit: AnyKit, seats: Sequence[Sitter], moment: Moment, terms: Terms = USUAL
) -> Change:
    """Creates a table; if no seat is open, chance acts up to the first decision."""
    past, pace, meeting, first_seat = terms
    body: Body = {
        "spec": kit.full_spec,
        "rules": kit.box.version,
        "seats": [sitter.write() for sitter in seats],
        "date": datetime.fromtimestamp(moment.at / 1000, UTC).date().isoformat(),
        "headers": kit.headers(),
    }
    if pace is not None:
        body["clock"] = str(pace)
    if meeting is not None:
        body["meeting"] = meeting._asdict()
    first = Event(0, "created", body, moment.at)
    table = begun(first, table_id)
    if past is None:
        start = table.history if first_seat is None else table.history.then(Begin(first_seat))
        return played(table, start, moment, (first,))
    opened = changed(table, moment, [("opened", {"headers": past.headers})])
    return played(opened.after, past.history, moment, (first, *opened.events))


def act(table: Table, seats: Sequence[Seat], text: str, moment: Moment) -> Change:
    """Plays an action for the seat to move, then lets chance act up to the next decision."""
    refuse_if_over(table)
    refuse_if_full(table)
    if table.incomplete:
        raise deny("incomplete")
    if table.turn not in seats:
        raise Denied(_not_your_turn(table)) if seats else deny("onlooker")
    if table.clock is not None and table.clock.fallen(table.turn, moment.at):
        raise deny("late")
    game = table.kit.game
    action = game.checked(table.state, game.notation.read_action(text))
    return played(table, table.history.then(action), moment)


def resign(table: Table, seat: Seat, moment: Moment) -> Change:
    """Ends the game by a resignation; possible with two players only."""
    table.history.check_forfeit()
    if table.incomplete:
        raise deny("incomplete")
    return played(table, table.history.given_up(seat), moment)


def undo(table: Table, seats: Sequence[Seat], moment: Moment) -> Change:
    """Takes back the last decision of these seats, or asks the other players to agree."""
    index = _undoable(table, seats)
    seat = table.moves[index].seat
    assert seat is not None
    if table.one_guest:
        return _undone(table, seat, index, moment)
    return changed(table, moment, [("undo", {"seat": seat, "what": "asked"})])


def answer_undo(table: Table, seats: Sequence[Seat], what: str, moment: Moment) -> Change:
    """Answers an undo request: its author may withdraw it, the others may accept or refuse it."""
    asker = table.undo_asked
    if asker is None:
        raise deny("no_undo_pending")
    refuse(why_moves_only(table))
    own = asker in seats
    if not seats or own != (what == "withdrawn"):
        raise deny("not_yours")
    if what != "accepted":
        return changed(table, moment, [("undo", {"seat": seats[0], "what": what})])
    index = table.history.last_decision([asker])
    assert index is not None
    return _undone(table, asker, index, moment)


def call_time(table: Table, moment: Moment) -> Change:
    """Ends the turn of a seat whose time has run out: with two players, it loses the game.

    With more, a bot takes the seat, so that the others can play on. No effect if time is left.
    """
    turn, falls_ms = table.turn, table.falls_ms
    if turn is None or falls_ms is None or moment.at < falls_ms:
        return Change(table)
    if len(table.seats) == 2:
        return played(table, table.history.given_up(turn, OUT_OF_TIME), moment)
    return changed(table, moment, [seated(table, turn, usual_bot(table.kit), OUT_OF_TIME)])


def take_seat(table: Table, seat: Seat | None, guest: str, name: str, moment: Moment) -> Change:
    """Seats a guest on `seat`, or on the first open one; no effect if they sit there already."""
    mine, free = table.seats_of(guest), table.open_seats
    if seat in mine or (seat is None and mine):
        return Change(table)
    if seat is None:
        seat = next(iter((*table.seats_kept_for(guest), *free)), None)
    if seat is None or seat not in free:
        raise deny("taken")
    return _filled(table, seat, Sitter(PERSON, guest, name), moment)


def join(table: Table, guest: str, name: str, moment: Moment) -> Change:
    """Seats a guest at a public table; refuses if the table is not public."""
    if table.meeting is None and not table.seats_of(guest):
        raise deny("not_public")
    return take_seat(table, None, guest, name, moment)


def close(table: Table, seat: Seat, moment: Moment) -> Change:
    """Makes a public table private, so that only invited guests can join."""
    if table.meeting is None:
        raise deny("not_public")
    refuse_if_full(table)
    return changed(table, moment, [("closed", {"seat": seat})])


def fill(table: Table, seat: Seat, moment: Moment) -> Change:
    """Puts a bot on an open seat."""
    return _filled(table, seat, usual_bot(table.kit), moment)


def leave(table: Table, seat: Seat, to: str, moment: Moment) -> Change:
    """Hands a seat to a bot, or opens it for another person."""
    refuse_if_over(table)
    refuse(why_moves_only(table) if to == OPEN else None)
    refuse_if_full(table)
    if not may_leave(table, table.seats_of(table.seats[seat].guest)):
        raise deny("resign_instead")
    sitter = Sitter(OPEN) if to == OPEN else usual_bot(table.kit)
    return changed(table, moment, [seated(table, seat, sitter)])


def rematch(
    table: Table, seat: Seat, fresh_id: str, moment: Moment, gone: Collection[str] = ()
) -> tuple[Change, Change]:
    """Creates a table for a rematch that `seat` offers, and links this table to it.

    Two players swap their seats. The seats of other people are reserved until they accept, except
    for guests who are `gone`. Returns the changes of this table and of the new one.
    """
    if table.outcome is None:
        raise deny("not_over")
    offerer = table.seats[seat].guest
    seats = tuple(_seat_at_rematch(who, offerer, gone) for who in table.seats)
    kit, first = table.kit, _rematch_beginner(table, moment)
    if len(seats) == 2:
        seats, first = seats[::-1], None if first is None else 1 - first
        kit = open_box(kit.box, kit.options.for_swapped_seats())
    linked = changed(table, moment, [("rematch", {"table": fresh_id, "seat": seat})])
    pace = None if table.clock is None else table.clock.pace
    return linked, create(fresh_id, kit, seats, moment, Terms(pace=pace, first=first))


def _seat_at_rematch(who: Sitter, offerer: str, gone: Collection[str]) -> Sitter:
    """Who gets the seat of a sitter at the rematch; for people other than the offerer, reserved."""
    if who.kind != PERSON or who.guest == offerer:
        return who
    return Sitter(OPEN) if who.guest in gone else replace(who, kind=OPEN)


def accept_rematch(table: Table, guest: str, moment: Moment) -> Change:
    """Seats a guest on the seats reserved for them; no effect if there are none."""
    change = Change(table)
    for seat in table.seats_kept_for(guest):
        sitter = Sitter(PERSON, guest, table.seats[seat].name)
        filled = _filled(change.after, seat, sitter, moment)
        change = Change(filled.after, (*change.events, *filled.events))
    return change


def _rematch_beginner(table: Table, moment: Moment) -> Seat | None:
    """The winner's seat, drawn by lot if there are several; None if lots are drawn every time."""
    assert table.outcome is not None
    winners = table.kit.series.rematch_beginners(table.outcome)
    return moment.rng.choice(winners) if winners else None


def variation(table: Table, number: int, line: str = "") -> Table:
    """A finished table after its first `number` moves and then those of `line`, split at `|`."""
    if table.outcome is None:
        raise deny("not_over")
    if not 0 <= number <= len(table.moves):
        raise deny("no_move")
    history, game = table.history.taken_back(number), table.kit.game
    for text in filter(None, map(str.strip, line.split("|"))):
        if history.turn is None:
            raise deny("no_move")
        action = game.checked(history.state, game.notation.read_action(text))
        history = history.then(action)
    return looked_back(table, history)


def past_of(table: Table) -> ContinuedGame:
    """A table's unfinished game, to continue at a new one; refuses if its rules have changed."""
    if table.outcome is not None:
        raise deny("nothing_left")
    if table.rules != table.kit.box.version:
        raise deny("old_rules")
    return ContinuedGame(table.history, table.headers)


def may_undo(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether these seats may take back a decision, or ask for it."""
    index = table.history.last_decision(mine)
    return index is not None and _why_no_undo(table, index) is None


def may_leave(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether a guest on seats `mine` may leave one; in a game of two, only if both are theirs."""
    several = len(table.seats) > 2 or len(mine) > 1
    return bool(mine) and several and table.outcome is None and not table.full


def may_resign(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether one of these seats can resign now."""
    return bool(mine) and table.outcome is None and len(table.seats) == 2 and not table.incomplete


def may_hint(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether one of these seats can ask for a hint now."""
    return table.turn in mine and _why_no_hint(table, mine) is None


def check_hint(table: Table, seats: Sequence[Seat]) -> None:
    """Raises Refusal unless one of these seats may ask for a hint now."""
    refuse(_why_no_hint(table, seats))
    if table.turn not in seats:
        raise Denied(_not_your_turn(table))


def _why_no_hint(table: Table, seats: Sequence[Seat]) -> str | None:
    """The key of the reason why hints are refused, or None; does not check whose turn it is."""
    if table.outcome is not None:
        return OVER
    if table.incomplete or table.full:
        return "incomplete" if table.incomplete else "full"
    if not seats:
        return "onlooker"
    return None if table.one_guest else "hint_alone"


def why_not(table: Table, guest: str, presses: Sequence[str]) -> Reason | None:
    """Why a guest's presses form no action; None if they form one or are still incomplete."""
    mine = table.seats_of(guest)
    if table.turn is not None and table.turn not in mine:
        return _not_your_turn(table) if mine else deny("onlooker").reason
    try:
        meant = table.kit.game.meaning(table.state, presses)
    except Refusal as refusal:
        return refusal.reason
    return meant if isinstance(meant, Reason) else None


def _not_your_turn(table: Table) -> Reason:
    return because("table.not_you", seat=f"@seat.{table.turn}")


def _undoable(table: Table, seats: Sequence[Seat]) -> int:
    """The index of the move that these seats may (ask to) take back; refuses if there is none."""
    index = table.history.last_decision(seats)
    if index is None:
        raise IllegalAction(because("match.no_undo"))
    refuse(_why_no_undo(table, index))
    return index


def _why_no_undo(table: Table, index: int) -> str | None:
    """The key of the reason why that move can be neither taken back nor asked for, or None."""
    if table.full or table.moves_only:
        return why_moves_only(table)
    if table.one_guest:
        return None
    if table.outcome is not None:
        return OVER
    if any(move.seat is None for move in table.moves[index:]):
        return "undo_chance"
    if table.undo_asked is not None:
        return "undo_pending"
    often = table.undo_requests.count(table.moves[index].seat) >= _MOST_REQUESTS
    return "undo_often" if often else None


def _undone(table: Table, seat: Seat, to: int, moment: Moment) -> Change:
    drafts: list[Draft] = [("undone", timed(table, {"seat": seat, "to": to}))]
    return changed(table, moment, drafts, table.history.taken_back(to))


def _filled(table: Table, seat: Seat, sitter: Sitter, moment: Moment) -> Change:
    """Fills an open seat; if it was the last one, chance acts up to the next decision."""
    if table.seats[seat].kind != OPEN:
        raise deny("taken")
    refuse_if_full(table)
    change = changed(table, moment, [seated(table, seat, sitter)])
    if change.after.incomplete or not table.history.chance_acts:
        return change
    return played(change.after, table.history, moment, change.events)
