"""Solves the elementary Plus 4 under three readings of rule 3.2: `python -m tools.both_lines`.

A push that completes lines of both colours draws, wins for the player who pushes, or loses. This
is written without the solver of the game: every grid is looked at from the player to move, and
results spread from the ends of the game backwards.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

SIDE = 4
COLUMNS = [way for length in range(SIDE + 1) for way in product((1, 2), repeat=length)]
NUMBER = {column: number for number, column in enumerate(COLUMNS)}
DRAW, WIN, LOSS = 0, 1, -1
READINGS = {"drawn": DRAW, "the player who pushes wins": WIN, "loses": LOSS}

Grids = NDArray[np.int64]


def lines_of(colour: int) -> NDArray[np.bool_]:
    """Whether each grid, numbered by its four columns, has a line of that colour."""
    places = np.array(
        [
            [step < len(column) and column[step] == colour for step in range(SIDE)]
            for column in COLUMNS
        ]
    )
    many = len(COLUMNS)
    found = np.zeros((many,) * SIDE, bool)
    ways = [[(side, step) for side in range(SIDE)] for step in range(SIDE)]
    ways += [
        [(side, side) for side in range(SIDE)],
        [(side, SIDE - 1 - side) for side in range(SIDE)],
    ]
    for way in ways:
        line = np.ones((many,) * SIDE, bool)
        for side, step in way:
            line &= places[:, step].reshape([many if one == side else 1 for one in range(SIDE)])
        found |= line
    for side in range(SIDE):
        found |= places.all(1).reshape([many if one == side else 1 for one in range(SIDE)])
    return found.reshape(-1)


def solved(both: int) -> tuple[int, int]:
    """The result for the player who begins, and after how many pushes the game then ends."""
    many = len(COLUMNS)
    pushed = np.array([NUMBER[(1, *column)[:SIDE]] for column in COLUMNS])
    swapped = np.array([NUMBER[tuple(3 - pawn for pawn in column)] for column in COLUMNS])
    grids = np.indices((many,) * SIDE).reshape(SIDE, -1)
    weights = many ** np.arange(SIDE - 1, -1, -1)
    own, other = lines_of(1), lines_of(2)
    after: list[Grids] = []
    ends: list[NDArray[np.int8]] = []
    for side in range(SIDE):
        columns = grids.copy()
        columns[side] = pushed[columns[side]]
        there = weights @ columns
        after.append(weights @ swapped[columns])
        ended = np.where(own[there], np.where(other[there], both, WIN), LOSS)
        ends.append(np.where(own[there] | other[there], ended, 9).astype(np.int8))
    return _spread(np.array(after), np.array(ends))


def _spread(after: NDArray[np.int64], ends: NDArray[np.int8]) -> tuple[int, int]:
    """Spreads wins and losses backwards, one push at a time, until nothing changes."""
    result = np.zeros(after.shape[1], np.int8)
    length = np.zeros(after.shape[1], np.int64)
    for pushes in range(1, 1000):
        known = np.where(ends == 9, -result[after], ends)
        settled = (ends != 9) | (result[after] != 0)
        wins = (known == WIN).any(0) & (result == 0)
        losses = (known == LOSS).all(0) & settled.all(0) & (result == 0)
        if not (wins | losses).any():
            break
        result[wins], result[losses] = WIN, LOSS
        length[wins | losses] = pushes
    return int(result[0]), int(length[0])


def main() -> None:
    """Prints a line for each reading."""
    names = {DRAW: "a draw", WIN: "the first player wins", LOSS: "the second player wins"}
    for reading, both in READINGS.items():
        result, pushes = solved(both)
        print(f"lines of both colours: {reading:27} {names[result]}", f"in {pushes}" * bool(result))


if __name__ == "__main__":
    main()
