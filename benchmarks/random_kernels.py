"""Kernels that play many random games of Plus 4 and of Redline."""

from __future__ import annotations

from typing import Any

import numpy as np

import ludotheque.games.redline.layout as at
from ludotheque.games.plus4.kernel import Form, bonus_in_hand, grows, scored, turned
from ludotheque.games.redline.kernel import go_back, play_out
from ludotheque.games.redline.layout import Integers, new_table
from ludotheque.games.redline.rules import RedlineOptions
from ludotheque.kernels import kernel
from ludotheque.kernels.arrays import Bits
from ludotheque.kernels.chance import below, following

# Room for the positions since the last new pawn or point: random games score long before.
_MOST_PAST_POSITIONS = 1 << 12


@kernel
def times_before(past: Any, seen: int) -> int:
    """How often the position at index `seen` came before, with the same player to move."""
    times = 0
    for index in range(seen % 2, seen, 2):
        if past[index] == past[seen]:
            times += 1
    return times


@kernel
def random_game(bits: np.uint64, target: int, form: Form, past: Any, history: Any) -> Any:
    """Plays one uniformly random game from the empty grid.

    Returns the generator's bits, the number of pushes, and the points of the first and of the
    second player. `past` has room for the positions since the last new pawn or point (if it is
    full, all are forgotten; random games score long before); `history` receives each push as
    `column + 4 * bonus` while it has room.
    """
    position, own, other, seen, ply = np.uint64(0), 0, 0, 0, 0
    while own < target and other < target:
        past[seen] = position
        if times_before(past, seen) >= 2:
            break
        bits = following(bits)
        choice = below(bits, 8 if form.bonus_pawns and bonus_in_hand(position) else 4)
        if ply < history.size:
            history[ply] = choice
        column = choice & 3
        after, mine, theirs = scored(position, column, choice > 3, form)
        lasting = mine + theirs > 0 or grows(position, column)
        seen = 0 if lasting or seen + 1 == past.size else seen + 1
        position, own, other = turned(after), other + theirs, own + mine
        ply += 1
    return (bits, ply, own, other) if ply % 2 == 0 else (bits, ply, other, own)


@kernel
def random_games(
    count: int, bits: np.uint64, target: int, form: Form, third_time_draws: bool
) -> Any:
    """Plays `count` random games; returns both players' wins, the draws and the pushes in all.

    With `third_time_draws`, threefold repetition draws, whatever the points (3.3, 4.8).
    """
    past = np.zeros(_MOST_PAST_POSITIONS, np.uint64)
    history = np.zeros(0, np.int8)
    first, second, drawn, plies = 0, 0, 0, 0
    for _ in range(count):
        bits, ply, own, other = random_game(bits, target, form, past, history)
        plies += ply
        if own == other or (third_time_draws and max(own, other) < target):
            drawn += 1
        elif own > other:
            first += 1
        else:
            second += 1
    return first, second, drawn, plies


def table_of(options: RedlineOptions) -> Integers:
    """An array for rounds of Redline under these options, before the deal of the first."""
    return new_table(options.players, options.hand, options.contrast, options.own_dead_end)


@kernel
def play_games(table: Integers, games: int, bits: Bits, wins: Integers) -> tuple[int, int]:
    """Plays that many rounds at random from before the deal, and counts each seat's wins.

    Returns the sum of the turns they took, and the sum of their squares.
    """
    start = table.copy()
    turns = squared = 0
    for _ in range(games):
        bits = play_out(table, bits)
        wins[table[at.WINNER]] += 1
        turns += table[at.TURNS]
        squared += table[at.TURNS] * table[at.TURNS]
        go_back(table, start)
    return turns, squared
