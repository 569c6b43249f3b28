"""Messages from pages and programs to a table, parsed and typed, for both socket and HTTP."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from ludotheque.core.game import Seat
from ludotheque.play.hints import HINT_STEPS
from ludotheque.table import absence, commands
from ludotheque.table.shapes import SentKept
from ludotheque.table.table import Change, Moment, Table, deny

# Ids that clients make are UUIDs (36 characters); the longest action is a long word with places.
_ID_LETTERS, _ACTION_LETTERS = 64, 200
# No gesture of any game has more than four presses, and no part a name of 60 characters.
_MOST_PRESSES, _PART_LETTERS = 8, 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest value of a number, or length of a text."""

    least: int
    most: int | None = None

    def allow(self, value: Any) -> bool:
        """Whether a value is within the bounds; None always is."""
        size = len(value) if isinstance(value, str) else value
        return size is None or (self.least <= size and (self.most is None or size <= self.most))


@dataclass(frozen=True, slots=True)
class Command(ABC):
    """A request to change the table, from a client that has seen its events up to `expected`.

    If it is sent twice with the same `id`, it takes effect once.
    """

    type: ClassVar[str]
    asks_who_is_there: ClassVar[bool] = False
    id: Annotated[str, Bounds(1, _ID_LETTERS)]
    expected: int

    @abstractmethod
    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """The change that the command makes for a guest; raises Refusal if it is not allowed."""


@dataclass(frozen=True, slots=True)
class Act(Command):
    """Plays an action, in the notation of the game."""

    type = "act"
    action: Annotated[str, Bounds(0, _ACTION_LETTERS)]

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Plays the action for the seat to move."""
        return commands.act(table, table.seats_of(guest), self.action, moment)


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """Resigns the game."""

    type = "resign"

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Resigns for the seat to move if it is the guest's, else for the guest's first seat."""
        mine, turn = _mine(table, guest), table.turn
        return commands.resign(table, turn if turn in mine else mine[0], moment)


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Takes back the guest's last decision, or asks the other players to agree."""

    type = "undo"

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Takes the decision back, or asks for it."""
        return commands.undo(table, _mine(table, guest), moment)


@dataclass(frozen=True, slots=True)
class AnswerUndo(Command):
    """Answers an undo request; the player who made it may withdraw it."""

    type = "answer_undo"
    what: Literal["accepted", "refused", "withdrawn"]

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Takes the move back if it is accepted, else closes the request."""
        return commands.answer_undo(table, _mine(table, guest), self.what, moment)


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Hands the guest's seat to a bot, or opens it."""

    type = "leave"
    to: absence.Heir

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Leaves the guest's seat; of several, preferably one that is not to move now."""
        mine = _mine(table, guest)
        seat = next((seat for seat in mine if seat != table.turn), mine[0])
        return commands.leave(table, seat, self.to, moment)


@dataclass(frozen=True, slots=True)
class Fill(Command):
    """Puts a bot on an open seat."""

    type = "fill"
    seat: Annotated[int, Bounds(0)]

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Fills the seat; any guest at the table may do so."""
        _mine(table, guest)
        if self.seat >= len(table.seats):
            raise deny("malformed")
        return commands.fill(table, self.seat, moment)


@dataclass(frozen=True, slots=True)
class Close(Command):
    """Takes the table off the list of tables that anyone may join."""

    type = "close"

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Closes the table; any guest who sits there may do so."""
        return commands.close(table, _mine(table, guest)[0], moment)


@dataclass(frozen=True, slots=True)
class Claim(Command):
    """Claims the win of a game of two whose other player does not come back."""

    type = "claim"
    asks_who_is_there = True

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Wins the game for the guest if the other player has been away for long enough."""
        return absence.claim(table, _mine(table, guest), moment)


@dataclass(frozen=True, slots=True)
class Replace(Command):
    """Gives the seat of a player who does not come back to a bot, or opens it."""

    type = "replace"
    asks_who_is_there = True
    seat: Annotated[int, Bounds(0)]
    to: absence.Heir

    def decide(self, table: Table, guest: str, moment: Moment) -> Change:
        """Gives the seat away; any guest at the table may do so."""
        _mine(table, guest)
        return absence.replace_absent(table, self.seat, self.to, moment)


@dataclass(frozen=True, slots=True)
class HintWish:
    """Asks for one step of a hint: where to look, which piece, which move; changes nothing."""

    step: Annotated[int, Bounds(1, HINT_STEPS)]
    id: Annotated[str, Bounds(0, _ID_LETTERS)] = ""
    expected: int | None = None


COMMANDS: tuple[type[Command], ...] = (
    Act, Resign, Undo, AnswerUndo, Leave, Fill, Close, Claim, Replace,
)  # fmt: skip
_BY_TYPE = {command.type: command for command in COMMANDS}


def kept_reply(command: Command, seq: int) -> SentKept:
    """The reply to a command that has been stored; `seq` is the number of its first event."""
    return {"type": "kept", "id": command.id, "seq": seq}


def read_command(message: Mapping[str, Any]) -> Command:
    """The command in a message; refuses a malformed one."""
    kind = message.get("type")
    command = _BY_TYPE.get(kind) if isinstance(kind, str) else None
    if command is None:
        raise deny("malformed")
    return command(**_values(command, message))


def read_hint(message: Mapping[str, Any]) -> HintWish:
    """The request for a hint in a message; refuses a malformed one."""
    return HintWish(**_values(HintWish, {"id": "", "expected": None, **message}))


def read_presses(message: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of the pressed parts in a message, in order; refuses a malformed list."""
    presses = message.get("presses")
    if not isinstance(presses, list) or len(presses) > _MOST_PRESSES:
        raise deny("malformed")
    return tuple(str(press)[:_PART_LETTERS] for press in presses)


def _values(kind: type, message: Mapping[str, Any]) -> dict[str, Any]:
    """The checked fields of a message of that kind; other fields are ignored."""
    values = {}
    for name, hint, bounds in message_fields(kind):
        value = message.get(name)
        if not _is_of(hint, value) or (bounds is not None and not bounds.allow(value)):
            raise deny("malformed")
        values[name] = value
    return values


def _is_of(hint: Any, value: Any) -> bool:
    """Whether a value is exactly of a type (no bool as int), or one of several types or choices."""
    return type(value) is hint or type(value) in get_args(hint) or value in get_args(hint)


@cache
def message_fields(kind: type) -> tuple[tuple[str, Any, Bounds | None], ...]:
    """The fields of a kind of message: name, type and bounds."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((wanted.name, *_type_and_bounds(hints[wanted.name])) for wanted in fields(kind))


def _type_and_bounds(hint: Any) -> tuple[Any, Bounds | None]:
    """The type of a field, and its bounds if it has any."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint, None)


def _mine(table: Table, guest: str) -> tuple[Seat, ...]:
    mine = table.seats_of(guest)
    if not mine:
        raise deny("onlooker")
    return mine
