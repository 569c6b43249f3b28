"""Actions and positions of Croisements as numbers: pawns by their order, words left out."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.numbers import Labeller, Numbers
from ludotheque.games.croisements import strips
from ludotheque.games.croisements.board import COLUMNS, SQUARES, STRIPS, Square, letters_on
from ludotheque.games.croisements.notation import CroisementsNotation
from ludotheque.games.croisements.rules import MOST_TURNS, Croisements, CroisementsOptions
from ludotheque.games.croisements.state import (
    GREEN,
    PAWNS,
    RED,
    Action,
    Announce,
    State,
    first_row,
)
from ludotheque.words import HouseWords


class CroisementsNumbers(Numbers[State, Action]):
    """A label such as `2-e4/5` moves the second own pawn to e4, supported by the fifth of all.

    Pawns are counted as a position writes them, Red's before Green's. The word is the example that
    the game offers.
    """

    longest_match = 2 * PAWNS + MOST_TURNS

    def __init__(self, options: CroisementsOptions) -> None:
        words = HouseWords(options.language)
        self.rules = Croisements(strips(options.language), words, options)
        super().__init__(CroisementsNotation(self.rules))
        self.labels = list(_labels())
        self.chance_labels = [f"strip {number}" for number in range(1, STRIPS + 1)]

    def labeller(self, state: State) -> Labeller:
        """Names pawns by their order instead of their squares."""
        own = {pawn: place for place, pawn in enumerate(state.pawns[state.side], start=1)}
        everybody = [*state.pawns[RED], *state.pawns[GREEN]]
        support = {pawn: place for place, pawn in enumerate(everybody, start=1)}

        def label(action: Action) -> str:
            if not isinstance(action, Announce):
                return self.notation.write_action(action)
            pawn, square, by = action.crossing
            return f"{own.get(pawn, pawn)}-{square}/{support.get(by, by)}"

        return label

    def vector(self, state: State) -> Iterator[int]:
        """Yields for each square its letter (A is 1), a 1 for a red pawn, a 1 for a green one.

        Squares come by rows from Red's side, each from column a. Then come the seat that is Red,
        turns in a row without a move, and all turns.
        """
        letters = letters_on(self.rules.laid(state))
        for square in SQUARES:
            yield ord(letters[square]) - ord("A") + 1 if letters[square] else 0
            yield from (int(square in pawns) for pawns in state.pawns)
        yield from (state.red, state.idle, state.turns)


def _labels() -> Iterator[str]:
    own, everybody = range(1, PAWNS + 1), range(1, 2 * PAWNS + 1)
    yield from (f"{pawn}-{square}/{by}" for pawn in own for square in SQUARES for by in everybody)
    for side in (RED, GREEN):
        yield from (str(Square(column, first_row(side))) for column in range(COLUMNS))
    yield "pass"
