"""What a page or a program says to a table, the same over the socket and over HTTP."""

from __future__ import annotations

from random import Random
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludotheque.play.hints import STEPS
from ludotheque.table import commands
from ludotheque.table.commands import New, deny
from ludotheque.table.table import Table


class Command(BaseModel):
    """A wish with a name of its own, made in view of the table after event `expected`."""

    model_config = ConfigDict(strict=True)

    type: str
    id: str = Field(min_length=1, max_length=64)
    expected: int

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """The events that it brings, or a refusal."""
        raise NotImplementedError


class Act(Command):
    """An action, in the notation of the game."""

    type: Literal["act"]
    action: str = Field(max_length=200)

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """The action and what chance adds."""
        return commands.act(table, table.seats_of(guest), self.action, rng)


class Resign(Command):
    """Gives up."""

    type: Literal["resign"]

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """The end."""
        mine = _mine(table, guest)
        turn = table.turn
        return commands.resign(table, turn if turn in mine else mine[0], rng)


class Undo(Command):
    """Takes back one's last decision, or asks to."""

    type: Literal["undo"]

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """Back, or the question."""
        del rng
        return commands.undo(table, _mine(table, guest))


class AnswerUndo(Command):
    """Answers who asks to take back; who asked may withdraw."""

    type: Literal["answer_undo"]
    what: Literal["accepted", "refused", "withdrawn"]

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """The answer."""
        del rng
        return commands.answer_undo(table, _mine(table, guest), self.what)


class Leave(Command):
    """Hands one's seat to a bot, or opens it."""

    type: Literal["leave"]
    to: Literal["bot", "open"]

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """Another on the seat; of several, on one that is not to act now."""
        del rng
        mine = _mine(table, guest)
        seat = next((seat for seat in mine if seat != table.turn), mine[0])
        return commands.leave(table, seat, self.to)


class Fill(Command):
    """Puts a bot on an open seat."""

    type: Literal["fill"]
    seat: int = Field(ge=0)

    def news(self, table: Table, guest: str, rng: Random) -> list[New]:
        """A bot sits down."""
        _mine(table, guest)
        if self.seat >= len(table.seats):
            raise deny("malformed")
        return commands.fill(table, self.seat, rng)


class Hint(BaseModel):
    """One step of a hint: where to look, which piece, which move; it changes nothing."""

    model_config = ConfigDict(strict=True)

    type: Literal["hint"] = "hint"
    id: str = Field(default="", max_length=64)
    expected: int | None = None
    step: int = Field(ge=1, le=STEPS)


AnyCommand = Annotated[Act | Resign | Undo | AnswerUndo | Leave | Fill, Field(discriminator="type")]
COMMANDS: TypeAdapter[Command] = TypeAdapter(AnyCommand)


def _mine(table: Table, guest: str) -> tuple[int, ...]:
    mine = table.seats_of(guest)
    if not mine:
        raise deny("onlooker")
    return mine
