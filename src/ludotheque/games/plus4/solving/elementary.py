"""The elementary game solved whole: every grid, with the plies to the end."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.rules import Plus4Options
from ludotheque.games.plus4.solving.numbering import Blocks, plan
from ludotheque.games.plus4.solving.paths import last_file
from ludotheque.games.plus4.solving.retrograde import (
    DRAW,
    MOST_LEVELS,
    Layer,
    close,
)
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.games.plus4.solving.sweeper import Sweeper, packed, verdict_of
from ludotheque.kernels.storing import write_whole

MAGIC = b"ludotheque plus4 elementary 1\n"
HEADER = 64


FORM = (False, True, True)
EXITS = np.array([[-verdict_of(gain >> 4, gain & 15) for gain in range(256)]], np.int64)


class Solved(NamedTuple):
    """What every position is worth to the player to move, four a byte, and how far the end is."""

    values: NDArray[np.uint8]
    level: NDArray[np.uint8]

    def stage(self) -> Stage:
        """The game as its one stage."""
        return Stage(self.values, (0,), EXITS, (DRAW,), FORM)


def solve(found: Blocks, cores: int | None = None) -> Solved:
    """Solves the game; it takes less than a second."""
    many = int(found.base[-1])
    worth = np.zeros((1, many), np.uint8)
    level = np.full((1, many), MOST_LEVELS, np.uint8)
    close(found, worth[0])
    layer = Layer(worth, level, EXITS, np.zeros(1, np.uint8))
    Sweeper(plan(found, *FORM), cores).solve(layer, (DRAW,), None)
    return Solved(packed(worth[0]), level[0])


def keep(solved: Solved) -> None:
    """Writes values, four a byte, and distances, one a byte, each with a CRC-32."""
    parts = [solved.values.tobytes(), solved.level.tobytes()]
    checked = [part + zlib.crc32(part).to_bytes(4, "little") for part in parts]
    write_whole(last_file(Plus4Options()), MAGIC.ljust(HEADER, b"\0"), *checked)


def kept(positions: int) -> Solved | None:
    """The solved game if it is kept and whole."""
    try:
        data = last_file(Plus4Options()).read_bytes()
    except OSError:
        return None
    size = -(-positions // 4)
    values, distances = data[HEADER : HEADER + size], data[HEADER + size + 4 : -4]
    wanted = b"".join(part + zlib.crc32(part).to_bytes(4, "little") for part in (values, distances))
    if len(distances) != positions or data != MAGIC.ljust(HEADER, b"\0") + wanted:
        return None
    return Solved(np.frombuffer(values, np.uint8), np.frombuffer(distances, np.uint8))
