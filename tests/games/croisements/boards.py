"""Boards with the letters that a test needs, and word lists that a test can read."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping

from ludotheque.games.croisements.board import Square
from ludotheque.games.croisements.notation import CroisementsNotation, read_square
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions, Words
from ludotheque.games.croisements.state import Action, State

ALL = tuple(range(1, 15))


class Listed:
    """A word list that can be read at a glance; without words, everything is one."""

    def __init__(self, *words: str, names: Collection[str] = ()) -> None:
        self.words, self.names = words, names

    def __contains__(self, word: object) -> bool:
        return not self.words or word in self.words

    def is_name(self, word: str) -> bool:
        return word in self.names

    def example(self, initial: str, letters: str, without: Container[str] = ()) -> str | None:
        known = self.words or (initial + letters, initial + letters + "S")
        return next((word for word in known if word not in without), None)


def spelled(
    letters: Mapping[str, str],
    words: Words | None = None,
    *,
    repeat: bool = True,
    lenient: bool = False,
    language: str = "fr",
    filler: str = "Z",
) -> Croisements:
    """The game whose board, its strips laid in order, has these letters in Red's half."""
    rows = [[filler] * 8 for _ in range(7)]
    for name, letter in letters.items():
        square = read_square(name)
        rows[square.row][square.column] = letter
    strips = ["".join(row[half : half + 4]) for row in rows for half in (0, 4)]
    options = CroisementsOptions(language, repeat, lenient)
    return Croisements(strips, words or Listed(), options)


def squares(text: str) -> tuple[Square, ...]:
    return tuple(sorted(map(read_square, text.split())))


def standing(red: str, green: str, turns: int = 2) -> State:
    """A position with all strips laid; Red to move when the turns are even."""
    return State(0, ALL, (squares(red), squares(green)), turns=turns)


def act(game: Croisements, text: str) -> Action:
    return CroisementsNotation(game).read_action(text)


def play(game: Croisements, state: State, *texts: str) -> State:
    """The position after these actions, each checked and ruled on."""
    for text in texts:
        state = game.play(state, act(game, text))
    return state


def key(game: Croisements, state: State, text: str) -> tuple[str, str] | None:
    """Why the action is refused: the key and the paragraph; None if it is not."""
    reason = game.refusal(state, act(game, text))
    return None if reason is None else (reason.key, reason.rule)


def reached(game: Croisements, state: State, pawn: str) -> Collection[str]:
    """The squares to which a pawn has a crossing."""
    return {str(c.square) for c in game.crossings(state) if str(c.pawn) == pawn}
