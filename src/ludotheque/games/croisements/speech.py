"""The sentences of Croisements: prompts, previews of a crossing, and reports of actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludotheque.core.game import Seat
from ludotheque.core.scene import LastMade, RoundPainter
from ludotheque.core.texts import NO_PROMPT, Outlook, Prompt, Steps, Texts, named_steps
from ludotheque.games.croisements.board import STRIPS, Crossing
from ludotheque.games.croisements.notation import named_square
from ludotheque.games.croisements.rules import IDLE_TURNS, MOST_TURNS, Croisements
from ludotheque.games.croisements.state import (
    PAWNS,
    RED,
    Action,
    Announce,
    Lay,
    Pass,
    Place,
    State,
    arrived,
    points_of,
    score,
    worth,
)

# Players are warned half-way to an end by idleness, and twenty turns before the longest game ends.
_IDLE_TOLD, _TURNS_TOLD = 3, MOST_TURNS - 20
_WORD = "pawn square pawn"


class CroisementsSpeech(RoundPainter[State, Action]):
    """The sentences of the game; a subclass draws it."""

    game: Croisements

    def __init__(self, game: Croisements) -> None:
        super().__init__(game)
        self.ways = LastMade(game.ways)

    def prompt(self, state: State, seat: Seat | None, words: Texts) -> Prompt:
        """Which pawn to place or to choose, what may end the game, or that only a pass is left."""
        turn = self.turn(state)
        if turn is None:
            return NO_PROMPT
        if seat not in (None, turn):
            home = seat == state.seat(RED) and arrived(state, RED)
            return words.prompt("red_home", name=words.seat(turn)) if home else NO_PROMPT
        if state.placed < 2 * PAWNS:
            return words.prompt("put", k=len(state.pawns[state.side]) + 1)
        if not self.ways(state):
            return words.prompt("none")
        if arrived(state, RED):
            return words.prompt("last_turn", name=words.seat(state.seat(RED)))
        return words.prompt("pawn")._replace(why=self._warning(state, words))

    def steps(self, state: State, words: Texts) -> Steps:
        """The steps of placing a pawn, or of a crossing up to its word, and of a pass."""
        if state.placed < 2 * PAWNS:
            return named_steps(words.nameless, (("square", "put"),))
        options = self.game.options
        ready = "typing_ready_lenient" if options.lenient else "typing_ready"
        return _crossing_steps(state.idle, options.language, ready, words.nameless)

    def outlook(self, state: State, presses: Sequence[str], words: Texts) -> Outlook | None:
        """What a crossing or a pass would score, or whether it ends the game; None if neither."""
        action = _meant(presses)
        if action is None or self.meaning(state, presses) not in (None, action):
            return None
        after = self.game.apply(state, action)
        if self.game.outcome(after) is not None:
            own, other = score(after, state.side), score(after, 1 - state.side)
            name = words.seat(state.seat(1 - state.side))
            ends = words("if_ends", a=own, b=other, name=name)
            return Outlook(ends, always=isinstance(action, Pass))
        if isinstance(action, Pass):
            return None
        pawn, square, _ = action.crossing
        points = worth(square, state.side)
        if points:
            return Outlook(words("if_points", n=points))
        return Outlook(words("if_leaves")) if worth(pawn, state.side) else None

    def points(self, state: State) -> tuple[int, ...] | None:
        """The points of both seats as their pawns stand; None while both have none."""
        points = points_of(state)
        return points if any(points) else None

    def tell(self, state: State, action: Action, words: Texts) -> str:
        """Who did what, with which word, and whether all their pawns have arrived.

        A word that is not in the list is not repeated, since it could be any text.
        """
        who = words.seat(state.seat(state.side))
        match action:
            case Lay():
                return words("lay") if len(state.strips) + 1 == STRIPS else ""
            case Place(square):
                return words("tell_place", seat=who, square=str(square))
            case Pass():
                return words("tell_pass", seat=who)
        if action.lost:
            return words("tell_lost", seat=who)
        told = words("tell_move", seat=who, word=action.word, **_named(action.crossing))
        home = arrived(self.game.apply(state, action), state.side)
        return f"{told} {words('tell_home', seat=who)}" if home else told

    def verdict(self, state: State, action: Action, seat: Seat, words: Texts) -> str:
        """What the word list says of the mover's word; otherwise empty."""
        if not isinstance(action, Announce) or seat != state.seat(state.side):
            return ""
        key = "lost" if action.lost else "moved"
        who, square = words.seat(seat), str(action.crossing.square)
        return words(key, seat=who, word=action.word, square=square)

    def instruct(self, state: State, action: Action, words: Texts) -> str:
        """Where to place a pawn or which way to send it; the word comes with the reason."""
        del state
        match action:
            case Place(square):
                return words("do_place", square=str(square))
            case Announce(crossing):
                return words("do_move", **_named(crossing))
        return words("do_pass")

    def _warning(self, state: State, words: Texts) -> str:
        """What may soon end the game: idleness, repetition or its length; otherwise empty."""
        if state.idle >= _IDLE_TOLD:
            return words("idle_soon", n=state.idle, most=IDLE_TURNS)
        if state.fresh and state.position in state.once:
            return words("again")
        if state.turns >= _TURNS_TOLD:
            return words("long_soon", n=state.turns + 1, most=MOST_TURNS)
        return ""


def _meant(presses: Sequence[str]) -> Announce | Pass | None:
    """The crossing that three presses make, without its word, or a pass; otherwise None."""
    squares = [square for press in presses if (square := named_square(press.partition("-")[2]))]
    if len(presses) == len(squares) == len(Crossing._fields):
        return Announce(Crossing(*squares), "")
    return Pass() if list(presses) == ["button-pass"] else None


def _named(crossing: Crossing) -> dict[str, str]:
    return dict(zip(Crossing._fields, map(str, crossing), strict=True))


@cache
def _crossing_steps(idle: int, language: str, ready: str, words: Texts) -> Steps:
    """The steps of a crossing (pawn, square, support, word), and of a pass, which counts passes."""
    passing = words.step("pass_again" if idle else "pass", n=idle + 1, most=IDLE_TURNS)
    return Steps(
        {
            "pawn": words.step("square"),
            "pawn square": words.step("support"),
            _WORD: words.step("word", word=words(f"a_word.{language}")),
            f"{_WORD} initial": words.step("typing_initial"),
            f"{_WORD} missing": words.step("typing_missing"),
            f"{_WORD} ready": words.step(ready),
            "button": passing,
        }
    )
