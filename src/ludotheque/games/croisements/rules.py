"""The rules of Croisements: find a word, and a pawn moves to where its path crosses another's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ludotheque.core.game import Game, Outcome, Seat, ranked
from ludotheque.core.reason import IllegalAction, Reason, because
from ludotheque.core.spec import Options, option
from ludotheque.games.croisements.board import (
    STRIPS,
    Crossing,
    Square,
    Ways,
    crossings_of,
    direction,
    letters_on,
    letters_owed,
    same_line,
    trajectory,
    ways,
)
from ludotheque.games.croisements.state import (
    GREEN,
    PAWNS,
    RED,
    Action,
    Announce,
    Lay,
    Pass,
    Place,
    State,
    arrived,
    first_row,
    free_first_row,
    past_of,
    points_of,
    score,
    with_pawns,
)

IDLE_TURNS, MOST_TURNS = 6, 200
ONE_LETTER = {"fr": frozenset("AOY"), "en": frozenset("AIO")}
"""The words of one letter: they move no pawn, but a compound can have them (3.7)."""


class Words(Protocol):
    """The word list of a game; all words are folded capitals."""

    def __contains__(self, word: object) -> bool:
        """Whether it is a word."""

    def is_name(self, word: str) -> bool:
        """Whether it is a known proper noun, and no listed word has the same spelling."""

    def example(self, initial: str, letters: str, without: Container[str] = ()) -> str | None:
        """A word not in `without`, with that initial and these letters (each as often), or None."""


@dataclass(frozen=True)
class CroisementsOptions(Options):
    """The language, whether words can be repeated, and whether unlisted words cost nothing."""

    language: str = option("fr", "fr", "en", spoken=True)
    repeat_words: bool = option(True, True, False)
    lenient: bool = option(False, False, True)


class Croisements(Game[State, Action]):
    """One round."""

    name = "croisements"
    seats = 2
    examples = True

    def __init__(self, strips: Sequence[str], words: Words, options: CroisementsOptions) -> None:
        self.strips = tuple(strips)
        self.words = words
        self.options = options

    def initial(self, first: Seat | None = None) -> State:
        """An empty board; the player who begins is Red (1.3)."""
        return State(red=first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players place and play in turn; None while chance lays strips, and at the end."""
        if len(state.strips) < STRIPS or self._end(state):
            return None
        return state.seat(state.side)

    def actions(self, state: State) -> Sequence[Action]:
        """Strips, then squares of the first row, then an example for each crossing and a pass."""
        if len(state.strips) < STRIPS:
            return [Lay(n) for n in range(1, STRIPS + 1) if n not in state.strips]
        if state.placed < 2 * PAWNS:
            return [Place(square) for square in free_first_row(state)]
        return [] if self._end(state) else [*self._examples(state), Pass()]

    def refusal(self, state: State, action: Action) -> Reason | None:
        """Why the action is not possible now, or None if it is."""
        if isinstance(action, Lay):
            return self._refused_strip(state, action)
        if len(state.strips) < STRIPS:
            return because("laying", "1.2")
        if isinstance(action, Place):
            return self._refused_place(state, action.square)
        if state.placed < 2 * PAWNS:
            return because("placing", "1.4")
        if self._end(state):
            return because("over", "4.1")
        if isinstance(action, Pass):
            return None
        return self.no_crossing(state, action.crossing) or self._misfit(state, action)

    def ruled(self, state: State, action: Action) -> Action:
        """Marks an unlisted word as lost (3.6); raises `IllegalAction` if it costs nothing."""
        del state
        if not isinstance(action, Announce):
            return action
        if not action.word:
            raise IllegalAction(because("unread_word", "3.1", text="?"))
        lost = action.word not in self.words
        free = self._unlisted(action) if lost else None
        if free is not None:
            raise IllegalAction(free)
        return replace(action, lost=lost, parts=())

    def apply(self, state: State, action: Action) -> State:
        """A strip, a pawn, a move for a word, or a turn without one."""
        match action:
            case Lay(strip):
                return replace(state, strips=(*state.strips, strip))
            case Place(square):
                return replace(state, pawns=with_pawns(state, (*state.pawns[state.side], square)))
            case Announce(crossing, word, lost=False):
                return self._moved(state, crossing, word)
        once, twice = past_of(state)
        turns = state.turns + 1
        return replace(state, idle=state.idle + 1, turns=turns, once=once, twice=twice)

    def outcome(self, state: State) -> Outcome | None:
        """The result of a finished game, by where the pawns stand (4.1 to 4.6, 5.1 to 5.3)."""
        end = self._end(state)
        if end is None:
            return None
        return ranked(points_of(state), self._counted(end, state))

    def key(self, state: State) -> Hashable:
        """Everything but the past positions."""
        return state.red, state.strips, state.pawns, state.idle, state.turns, state.used

    def laid(self, state: State) -> tuple[str, ...]:
        """The strips on the board as letters; their numbers count from 1."""
        return tuple([self.strips[number - 1] for number in state.strips])

    def crossings(self, state: State) -> dict[Crossing, str]:
        """Every crossing of the player to move (2.1 to 2.5), with the letters it owes (3.1, 3.2).

        It is listed whether or not a word fits it.
        """
        return crossings_of(self.ways(state))

    def ways(self, state: State) -> Ways:
        """The same by the names of squares; empty unless a player is to make a move."""
        if self.turn(state) is None or state.placed < 2 * PAWNS:
            return {}
        own, others = state.pawns[state.side], state.pawns[1 - state.side]
        return ways(own, others, self.laid(state))

    def owed(self, state: State, crossing: Crossing) -> str:
        """The letters that a word for the crossing must hold, its initial first (3.1, 3.2)."""
        return letters_owed(letters_on(self.laid(state)), crossing)

    def no_crossing(self, state: State, crossing: Crossing) -> Reason | None:
        """Why the three squares make no crossing for the player to move, or None if they do."""
        pawn, square, support = crossing
        pawns = {*state.pawns[RED], *state.pawns[GREEN]}
        if pawn not in state.pawns[state.side]:
            return because("no_own_pawn", "2.1", square=str(pawn))
        if not square.exists or square in pawns:
            return because("not_empty", "2.1", square=str(square))
        if support == pawn:
            return because("same_pawn", "2.3")
        if support not in pawns:
            return because("no_support", "2.3", square=str(support))
        for start, crooked, blocked in (
            (pawn, because("crooked", "2.2"), ("blocked", "2.2")),
            (support, because("crooked_support", "2.3"), ("blocked_support", "2.4")),
        ):
            way = trajectory(start, square)
            if not way:
                return crooked
            between = next((step for step in way[1:] if step in pawns), None)
            if between:
                return because(*blocked, square=str(between))
        ways = direction(pawn, square), direction(support, square)
        if ways[0] and ways[1] and same_line(ways[0], ways[1]):
            return because("same_line", "2.5")
        return None

    def _misfit(self, state: State, action: Announce) -> Reason | None:
        """Why the word does not fit (3.1, 3.2) or cannot be repeated (6.2); None if it is fine."""
        if action.lost and not action.word:
            return None
        owed = self.owed(state, action.crossing)
        if not action.word.startswith(owed[0]):
            return because("initial", "3.1", word=action.word, letter=owed[0])
        missing = Counter(owed) - Counter(action.word)
        if missing:
            letters = " ".join(sorted(missing.elements()))
            return because("missing", "3.2", word=action.word, letters=letters)
        if action.word in state.used:
            return because("used", "6.2", word=action.word)
        return None

    def _unlisted(self, action: Announce) -> Reason | None:
        """Why an unlisted word costs nothing (3.3, 3.7, 6.3); None if it costs the turn."""
        if self.options.lenient:
            return because("unlisted", "6.3", word=action.word)
        strange = [part for part in action.parts if not self._is_listed(part)]
        if len(action.parts) > 1 and not strange:
            return because("unlisted_compound", "3.7", word=action.word)
        named = bool(strange) and all(map(self.words.is_name, strange))
        if named or self.words.is_name(action.word):
            return because("proper_noun", "3.3", word=action.word)
        return None

    def _is_listed(self, part: str) -> bool:
        """Whether a part is a word; a single letter before a hyphen ends with it (`T-`)."""
        letter = part.removesuffix("-")
        if self.options.language == "en" and letter != part:
            return True
        return letter in ONE_LETTER[self.options.language] or part in self.words

    def _refused_strip(self, state: State, action: Lay) -> Reason | None:
        if len(state.strips) == STRIPS:
            return because("laid", "1.2")
        if action.strip in state.strips or not 1 <= action.strip <= STRIPS:
            return because("no_strip", "1.2", number=action.strip)
        return None

    def _refused_place(self, state: State, square: Square) -> Reason | None:
        if state.placed == 2 * PAWNS:
            return because("placed", "1.4")
        if square.row != first_row(state.side):
            return because("not_first_row", "1.4", square=str(square))
        if square not in free_first_row(state):
            return because("not_empty", "1.4", square=str(square))
        return None

    def _examples(self, state: State) -> list[Announce]:
        found = []
        for crossing, owed in self.crossings(state).items():
            word = self.words.example(owed[0], owed, state.used)
            if word is not None:
                found.append(Announce(crossing, word))
        return found

    def _moved(self, state: State, crossing: Crossing, word: str) -> State:
        own = [pawn for pawn in state.pawns[state.side] if pawn != crossing.pawn]
        pawns = with_pawns(state, (*own, crossing.square))
        used = state.used if self.options.repeat_words else state.used | {word}
        once, twice = past_of(state)
        return State(state.red, state.strips, pawns, 0, state.turns + 1, once, twice, used)

    def _counted(self, end: Reason, state: State) -> Reason:
        """The reason of the end; with the points if the pawns of a player have arrived."""
        if end.key != "arrived":
            return end
        first = GREEN if arrived(state, GREEN) else RED
        own, other = score(state, first), score(state, 1 - first)
        key = "arrived" if own > other else "arrived_behind"
        return because(key, end.rule, seat=f"@seat.{state.seat(first)}", a=own, b=other)

    def _end(self, state: State) -> Reason | None:
        """The reason why the game is over, or None if it is not."""
        if arrived(state, GREEN):
            return because("arrived", "4.3")
        if arrived(state, RED) and state.side == RED:
            return because("arrived", "4.2")
        if state.idle >= IDLE_TURNS:
            return because("idle", "4.4", n=IDLE_TURNS)
        if state.fresh and state.position in state.twice:
            return because("repetition", "4.5")
        if state.turns >= MOST_TURNS:
            return because("long", "4.6", n=MOST_TURNS)
        return None
