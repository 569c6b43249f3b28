"""Solves the elementary game: every position, with its distance from the end in plies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import Form
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solving.file import CRC_BYTES, HEADER_BYTES, NO_VALUES, with_crc
from ludotheque.games.plus4.solving.mode import DRAW, MOST_LEVELS
from ludotheque.games.plus4.solving.numbering import Blocks, plan
from ludotheque.games.plus4.solving.paths import last_file
from ludotheque.games.plus4.solving.retrograde import Layer, mark_over
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.games.plus4.solving.sweeper import Sweeper, packed, verdict_of
from ludotheque.kernels.storing import write_whole

FORM = Form(bonus_pawns=False, fresh_bonus_doubles=True, one_point_at_most=True)
USUAL = Plus4Options()
_START, _DRAWN = np.zeros(1, np.int64), np.full(1, DRAW, np.int64)
EXITS = np.array([[-verdict_of(gain >> 4, gain & 15) for gain in range(256)]], np.int64)


class Solution(NamedTuple):
    """What every position is worth to the player to move, and how far the end is."""

    values: NDArray[np.uint8]  # four positions a byte
    distances: NDArray[np.uint8]  # in plies, a byte each; MOST_LEVELS where there is none

    def stage(self, blocks: Blocks, options: Plus4Options = USUAL) -> Stage:
        """The whole game, which is a single stage."""
        return Stage(blocks, self.values, _START, EXITS, _DRAWN, _form(options))


def _form(options: Plus4Options) -> Form:
    return FORM._replace(mover_first=options.mover_first)


def _header(options: Plus4Options) -> bytes:
    name = options.elementary_file.removesuffix(".table")
    return f"ludotheque plus4 {name} 1\n".encode().ljust(HEADER_BYTES, b"\0")


def solve(blocks: Blocks, cores: int | None = None, options: Plus4Options = USUAL) -> Solution:
    """Solves the game in less than a second."""
    many = int(blocks.base[-1])
    worth = np.zeros((1, many), np.uint8)
    level = np.full((1, many), MOST_LEVELS, np.uint8)
    mark_over(blocks, worth[0])
    layer = Layer(worth, level, EXITS, NO_VALUES)
    Sweeper(plan(blocks, _form(options)), cores).solve(layer, (DRAW,), None)
    return Solution(packed(worth[0]), level[0])


def write(solution: Solution, options: Plus4Options = USUAL) -> None:
    """Stores values and distances in one file, each with a CRC-32."""
    parts = (solution.values.tobytes(), solution.distances.tobytes())
    write_whole(last_file(options), _header(options), *map(with_crc, parts))


def read(positions: int, options: Plus4Options = USUAL) -> Solution | None:
    """The stored solution; None if its file is missing or damaged."""
    try:
        data = last_file(options).read_bytes()
    except OSError:
        return None
    size = -(-positions // 4)
    end = HEADER_BYTES + size
    values, distances = data[HEADER_BYTES:end], data[end + CRC_BYTES : -CRC_BYTES]
    wanted = _header(options) + with_crc(values) + with_crc(distances)
    if len(distances) != positions or data != wanted:
        return None
    return Solution(np.frombuffer(values, np.uint8), np.frombuffer(distances, np.uint8))
