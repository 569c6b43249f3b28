"""A match: the only mutable thing between the rules and the world."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ludotheque.core.game import Outcome, Seat
from ludotheque.core.player import Player, draw
from ludotheque.core.reason import IllegalAction, RecordError, Refusal, SpecError, because
from ludotheque.core.record import Record
from ludotheque.core.series import Choice
from ludotheque.games import AnyKit, load
from ludotheque.render import to_svg, to_text

FINISHED, RESIGNED = "finished", "resigned"


class Match:
    """A game being played: where it stands and every action that led there."""

    def __init__(self, kit: AnyKit, names: Sequence[str] = (), first: Seat | None = None) -> None:
        """Sets the table; with `first`, the lot (and the choice) fall so that this seat begins."""
        if names and len(names) != kit.game.seats:
            raise ValueError(f"{len(names)} names for {kit.game.seats} seats")
        self.kit = kit
        self.names = tuple(names)
        self.start: Any = kit.game.initial()
        self.state: Any = self.start
        self.actions: list[Any] = []
        self.resigned: Seat | None = None
        self.headers: tuple[tuple[str, str], ...] | None = None
        self._last: tuple[Any, Any] | None = None
        if first is not None:
            self._begin(first)

    @property
    def turn(self) -> Seat | None:
        """The seat that acts; None when chance does, or when it is over."""
        return None if self.outcome else self.kit.game.turn(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or by a resignation; None while it goes on."""
        if self.resigned is None:
            return self.kit.game.outcome(self.state)
        return self.kit.resignation(self.state, self.resigned)

    @property
    def chance_acts(self) -> bool:
        """Whether chance is to act now."""
        return self.outcome is None and self.kit.game.turn(self.state) is None

    def play(self, action: Any) -> None:
        """Takes an action, or its text; refuses with a reason and changes nothing."""
        if self.resigned is not None:
            raise IllegalAction(because("match.over"))
        if isinstance(action, str):
            action = self.kit.game.notation.read_action(action)
        self._take(self.kit.game.checked(self.state, action))

    def repeat(self, text: str) -> None:
        """Takes an action that was played before, checked again but with the verdict it had."""
        action = self.kit.game.notation.read_action(text)
        self.kit.game.check(self.state, action)
        self._take(action)

    def settle(self, rng: Random) -> list[Any]:
        """Lets chance act as long as it is to act; what it did."""
        done = []
        while self.chance_acts:
            action = draw(self.kit.game, self.state, rng)
            self.play(action)
            done.append(action)
        return done

    def move(self, player: Player, rng: Random) -> Any:
        """Lets a player act for the seat to move; what it did."""
        action = player.choose(self.kit.game, self.state, rng)
        self.play(action)
        return action

    def undo(self, seat: Seat | None = None) -> int:
        """Goes back to before the last decision (of that seat); how many actions are undone."""
        decisions = [
            n for n, who in enumerate(self._deciders()) if who is not None and seat in (None, who)
        ]
        if not decisions:
            raise IllegalAction(because("match.no_undo"))
        self.resigned = None
        undone = len(self.actions) - decisions[-1]
        self._replay(self.actions[: decisions[-1]])
        return undone

    def resign(self, seat: Seat) -> None:
        """That seat gives up; possible with two players."""
        if self.outcome:
            raise IllegalAction(because("match.over"))
        if self.kit.game.seats != 2:
            raise IllegalAction(because("match.many"))
        self.resigned = seat

    def record(self, date: str = "") -> Record:
        """The match as a record, every option written out."""
        end = self.outcome
        termination = FINISHED if end else ""
        if self.resigned is not None:
            termination = f"{RESIGNED} {self.resigned}"
        write = self.kit.game.notation.write_action
        return Record(
            self.kit.full_spec,
            self.kit.box.version,
            tuple(write(action) for action in self.actions),
            self.names,
            date,
            write_result(end),
            termination,
            self.kit.headers() if self.headers is None else self.headers,
        )

    def drawing(self, lang: str = "fr", seat: Seat | None = None) -> str:
        """The table in characters, as that seat sees it."""
        return to_text(self.kit.game.scene(self.state, seat, lang, self._last))

    def _begin(self, first: Seat) -> None:
        """Plays the lot, and the choice where there is one, in favour of that seat."""
        self.play(self.kit.game.actions(self.state)[first])
        while self.kit.game.turn(self.state) == first and not self.state.round:
            self.play(Choice(True))

    def _deciders(self) -> list[Seat | None]:
        """Who took each action; None for chance."""
        who, state = [], self.start
        for action in self.actions:
            who.append(self.kit.game.turn(state))
            state = self.kit.game.apply(state, action)
        return who

    def _replay(self, actions: list[Any]) -> None:
        self.state, self.actions, self._last = self.start, [], None
        for action in actions:
            self._take(action)

    def _take(self, action: Any) -> None:
        self._last = (self.state, action)
        self.actions.append(action)
        self.state = self.kit.game.apply(self.state, action)

    def _repr_svg_(self) -> str:
        """What a notebook draws."""
        return to_svg(self.kit.game.scene(self.state, after=self._last))

    def __str__(self) -> str:
        """What a terminal prints."""
        return self.drawing()


def replay(record: Record) -> Match:
    """The match that the record tells, every action checked again; or `RecordError`."""
    try:
        kit = load(record.game)
    except SpecError as error:
        raise RecordError(error.reason) from error
    if record.rules != kit.box.version:
        version = kit.box.version
        raise RecordError(because("record.version", found=record.rules, known=version))
    if record.seats and len(record.seats) != kit.game.seats:
        found, wanted = len(record.seats), kit.game.seats
        raise RecordError(because("record.seats", found=found, wanted=wanted))
    match = Match(kit, record.seats)
    match.headers = record.extra
    for number, text in enumerate(record.actions, start=1):
        try:
            match.repeat(text)
        except Refusal as refusal:
            raise RecordError(refusal.reason, number) from refusal
    _end(match, record)
    return match


def _end(match: Match, record: Record) -> None:
    """Resigns if the record says so, and compares the stated result with the true one."""
    word, _, seat = record.termination.partition(" ")
    if word == RESIGNED and seat in ("0", "1"):
        try:
            match.resign(int(seat))
        except IllegalAction as refusal:
            raise RecordError(refusal.reason) from refusal
    elif record.termination not in ("", FINISHED):
        raise RecordError(because("record.termination", text=record.termination[:60]))
    true = write_result(match.outcome)
    if (record.result and record.result != true) or (record.termination == FINISHED and not true):
        found = record.result or record.termination
        raise RecordError(because("record.result", found=found[:60], true=true or "-"))


def write_result(outcome: Outcome | None) -> str:
    """What each seat got, as it stands in a record."""
    return "" if outcome is None else " ".join(f"{r:.6g}" for r in outcome.returns)
