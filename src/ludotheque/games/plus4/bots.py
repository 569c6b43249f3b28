"""Players of Plus 4."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import Seat
from ludotheque.core.player import Player
from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4Options, State


def outlook(state: State, seat: Seat) -> float:
    """Points, and lines on which only one colour stands."""
    grid = [column.lower() for column in state.columns]
    value = 20.0 * (state.scores[seat] - state.scores[1 - seat])
    for line in LINES:
        on_line = [grid[column][row] for column, row in line if row < len(grid[column])]
        if len(set(on_line)) == 1:
            own = on_line[0] == PAWNS[seat]
            value += len(on_line) ** 2 * (1 if own else -1)
    return value


def bots(options: Plus4Options) -> Mapping[str, Player]:
    """Weakest first."""
    del options
    return {
        "random": RandomPlayer(),
        "easy": AlphaBetaPlayer(1, 100, outlook),
        "medium": AlphaBetaPlayer(3, 1500, outlook),
        "hard": AlphaBetaPlayer(5, 12000, outlook),
    }
