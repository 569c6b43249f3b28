"""A match that changes as it is played: a thin shell around an immutable history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.player import Player
from ludotheque.core.reason import IllegalAction, RecordError, Refusal, SpecError, because
from ludotheque.core.record import Record
from ludotheque.core.series import Choice
from ludotheque.games import AnyKit, load_stored
from ludotheque.play.history import FINISHED, FORFEITS, RESIGNED, History, WithHistory, write_result
from ludotheque.render import to_svg, to_text

_QUOTED_LETTERS = 60  # enough to recognise a header that an error message quotes


class Match(WithHistory):
    """A game in progress, chance included; every action is checked before it counts."""

    def __init__(self, kit: AnyKit, names: Sequence[str] = (), first: Seat | None = None) -> None:
        """Starts before the lot is drawn, or with `first` after that seat has won it and begins."""
        if names and len(names) != kit.game.seats:
            raise ValueError(f"{len(names)} names for {kit.game.seats} seats")
        self.history = History.begun(kit)
        self.names = tuple(names)
        self.headers: tuple[tuple[str, str], ...] | None = None
        if first is not None:
            self._begin(first)

    @property
    def actions(self) -> list[Any]:
        """Every action so far, chance included."""
        return [move.action for move in self.moves]

    def play(self, action: Any) -> None:
        """Plays an action or its text; raises Refusal if it is not legal."""
        if self.forfeit is not None:
            raise IllegalAction(because("match.over"))
        if isinstance(action, str):
            action = self.kit.game.notation.read_action(action)
        self.history = self.history.then(self.kit.game.checked(self.state, action))

    def repeat(self, text: str) -> None:
        """Plays an action of a record; checks it, but keeps the ruling in its text."""
        action = self.kit.game.notation.read_action(text)
        self.history = self.history.then_all((action,), self.kit.game.check)

    def settle(self, rng: Random) -> list[Any]:
        """Lets chance act up to the next decision; returns its actions."""
        before = len(self.moves)
        self.history = self.history.settled(rng)
        return [move.action for move in self.moves[before:]]

    def move(self, player: Player, rng: Random) -> Any:
        """Lets a player decide for the seat to move; returns the action."""
        action = player.choose(self.kit.game, self.state, rng)
        self.play(action)
        return action

    def undo(self, seat: Seat | None = None) -> int:
        """Takes back the last decision (of that seat) and what followed; returns how many moves."""
        index = self.history.last_decision(None if seat is None else (seat,))
        if index is None:
            raise IllegalAction(because("match.no_undo"))
        undone = len(self.moves) - index
        self.history = self.history.taken_back(index)
        return undone

    def resign(self, seat: Seat) -> None:
        """Ends the match by a resignation; possible with two players only."""
        self.give_up(seat, RESIGNED)

    def give_up(self, seat: Seat, how: str) -> None:
        """Ends the match as lost for a seat that resigned, ran out of time or left."""
        self.history.check_forfeit()
        self.history = self.history.given_up(seat, how)

    def record(self, date: str = "") -> Record:
        """The match as a record, every option written out."""
        return self.history.record(self.names, date, self.headers)

    def drawing(self, lang: str = "fr", seat: Seat | None = None) -> str:
        """The table in characters, as that seat sees it."""
        return to_text(self.kit.game.scene(self.state, seat, lang, self._last))

    @property
    def _last(self) -> tuple[Any, Any] | None:
        """The last action and the state before it."""
        step = self.history.step
        return (step[-1][0], step[-1][1].action) if step else None

    def _begin(self, first: Seat) -> None:
        """Plays the lot, and the choice where there is one, in favour of that seat."""
        game = self.kit.game
        if game.turn(self.state) is None:
            self.play(game.actions(self.state)[first])
        while not self.state.round:
            self.play(Choice(game.turn(self.state) == first))

    def _repr_svg_(self) -> str:
        """The board as a notebook draws it."""
        return to_svg(self.kit.game.scene(self.state, after=self._last))

    def __str__(self) -> str:
        """The board as a terminal prints it."""
        return self.drawing()


def replay(record: Record) -> Match:
    """The match of a record; raises RecordError if an action or the result is wrong."""
    kit = _kit(record)
    match = Match(kit, record.seats)
    match.headers = record.extra
    match.history = _repeated(kit, record.actions)
    _end(match, record)
    return match


def _kit(record: Record) -> AnyKit:
    """The kit of the game in a record; raises RecordError if its rules have changed since."""
    try:
        kit = load_stored(record.game)
    except SpecError as error:
        raise RecordError(error.reason) from error
    if record.rules != kit.box.version:
        version = kit.box.version
        raise RecordError(because("record.version", found=record.rules, known=version))
    if record.seats and len(record.seats) != kit.game.seats:
        found, wanted = len(record.seats), kit.game.seats
        raise RecordError(because("record.seats", found=found, wanted=wanted))
    return kit


def _repeated(kit: AnyKit, texts: Sequence[str]) -> History:
    """The history of these actions, which are checked, but keep the rulings in their texts."""
    game, number = kit.game, 0

    def read() -> Iterator[Any]:
        nonlocal number
        for number, text in enumerate(texts, start=1):  # noqa: B007  # used if it is refused
            yield game.notation.read_action(text)

    try:
        return History.replayed(kit, read(), game.check)
    except Refusal as refusal:
        raise RecordError(refusal.reason, number) from refusal


def _end(match: Match, record: Record) -> None:
    """Forfeits the match if the record says so, and checks the result that it states."""
    word, _, seat = record.termination.partition(" ")
    if word in FORFEITS and seat in ("0", "1"):
        try:
            match.give_up(int(seat), word)
        except IllegalAction as refusal:
            raise RecordError(refusal.reason) from refusal
    elif record.termination not in ("", FINISHED):
        raise RecordError(because("record.termination", text=record.termination[:_QUOTED_LETTERS]))
    true = write_result(match.outcome)
    if (record.result and record.result != true) or (record.termination == FINISHED and not true):
        found = record.result or record.termination
        raise RecordError(because("record.result", found=found[:_QUOTED_LETTERS], true=true or "-"))
