"""The notation of a series, which wraps that of its round."""

from __future__ import annotations

from ludotheque.core.game import A, S, Seat
from ludotheque.core.notation import Notation, read_number, unread
from ludotheque.core.reason import IllegalAction, because
from ludotheque.core.series.rules import (
    Begin,
    Choice,
    Chooser,
    Result,
    Series,
    SeriesAction,
    SeriesState,
)

# More than any round is worth: a limit for untrusted texts.
_MOST_POINTS = 999


class SeriesNotation(Notation[SeriesState[S], A | SeriesAction]):
    """Actions are `begin 1`, `chooser 0`, `first`, `second`, or as the round writes them.

    A state is `[0:1,0 1:0,2] begin=0 …`: for each finished round the seat that began and the
    points, then the phase (`lot`, `choose=SEAT` or `begin=SEAT`), then the round.
    """

    def __init__(self, inner: Notation[S, A], game: Series[S, A]) -> None:
        self.inner = inner
        self.game = game

    def write_action(self, action: A | SeriesAction) -> str:
        """A lot or a choice in one or two words, any other action as the round writes it."""
        match action:
            case Begin(seat):
                return f"begin {seat}"
            case Chooser(seat):
                return f"chooser {seat}"
            case Choice(first):
                return "first" if first else "second"
        return self.inner.write_action(action)

    def read_action(self, text: str) -> A | SeriesAction:
        """A lot or a choice; any other text is read by the notation of the round."""
        words = text.split()
        if words in (["first"], ["second"]):
            return Choice(words == ["first"])
        if words and words[0] in ("begin", "chooser"):
            seat = self._seat(words[1]) if len(words) == 2 else unread("series.unread", text)
            return Begin(seat) if words[0] == "begin" else Chooser(seat)
        return self.inner.read_action(text)

    def for_others(self, text: str) -> str:
        """The text without secrets, as the round writes it."""
        return self.inner.for_others(text)

    def write_state(self, state: SeriesState[S]) -> str:
        """The finished rounds, the phase and the round, on one line."""
        rounds = " ".join(f"{r.first}:{','.join(map(str, r.points))}" for r in state.results)
        phase = "lot"
        if state.chooser is not None:
            phase = f"choose={state.chooser}"
        elif state.first is not None:
            phase = f"begin={state.first}"
        board = "" if state.round is None else " " + self.inner.write_state(state.round)
        return f"[{rounds}] {phase}{board}"

    def read_state(self, text: str) -> SeriesState[S]:
        """The state; raises `IllegalAction` if its rounds do not fit together."""
        rounds, bracket, rest = text.strip().partition("]")
        if not (bracket and rounds.startswith("[")):
            unread("series.unread", text)
        results = tuple(self._result(piece) for piece in rounds[1:].split())
        phase, _, board = rest.strip().partition(" ")
        name, _, seat = phase.partition("=")
        if name not in ("begin", "choose", "lot") or (name == "lot") == bool(seat):
            unread("series.unread", phase)
        if (name == "begin" and not board) or (name == "choose" and bool(board) != bool(results)):
            unread("series.unread", text)
        if name == "lot" and (board or results):
            unread("series.unread", text)
        state = SeriesState(
            results,
            self._seat(seat) if name == "begin" else None,
            self._seat(seat) if name == "choose" else None,
            self.inner.read_state(board) if board else None,
        )
        if not self.game.coherent(state):
            raise IllegalAction(because("series.incoherent", self.game.format.lot_rule))
        return state

    def _result(self, piece: str) -> Result:
        first, colon, points = piece.partition(":")
        scores = [read_number(n, "series.unread", 0, _MOST_POINTS) for n in points.split(",")]
        if not colon or len(scores) != self.game.seats:
            unread("series.unread", piece)
        return Result(self._seat(first), tuple(scores))

    def _seat(self, text: str) -> Seat:
        return read_number(text, "series.unread", 0, self.game.seats - 1)
