"""The board of Redline: the tiles laid, what the squares beside them require, alignments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ludotheque.games.redline.tiles import STEPS, Square, Tile, mask

KINDS = {"same": 3, "alternating": 4}  # kinds of alignments, and their least number of tiles (3.1)
Alignment = tuple[str, int, int, int]
"""Its kind, its direction (0 to 3), and how far it reaches that way and the opposite way."""


class Demand(NamedTuple):
    """What the neighbours of an empty square require of a tile: spokes as bits, their colours."""

    needed: int = 0
    barred: int = 0
    colours: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles on the table, and what every empty square beside them requires."""

    tiles: Mapping[Square, Tile] = field(default_factory=dict)
    last: str = ""
    demands: Mapping[Square, Demand] = field(default_factory=dict, compare=False)

    def __hash__(self) -> int:
        """Equal boards have the same hash, in whatever order their tiles were placed."""
        return hash((frozenset(self.tiles.items()), self.last))

    def place(self, tile: Tile, square: Square) -> Board:
        """The board with one more tile."""
        demands = dict(self.demands)
        demands.pop(square, None)
        for direction, step in enumerate(STEPS):
            beside = (square[0] + step[0], square[1] + step[1])
            if beside not in self.tiles:
                demands[beside] = _asking(demands.get(beside, Demand()), tile, direction)
        return Board({**self.tiles, square: tile}, tile.colour, demands)


EMPTY = Board()


def _asking(demand: Demand, tile: Tile, direction: int) -> Demand:
    """The demand after a tile is laid beside the square; `direction` leads from tile to square."""
    back = 1 << (direction + 4) % 8
    if str(direction) in tile.spokes:
        return Demand(demand.needed | back, demand.barred, demand.colours | {tile.colour})
    return Demand(demand.needed, demand.barred | back, demand.colours)


def fits(tile: Tile, demand: Demand, own_dead_end: bool) -> bool:
    """Whether the tile prolongs a line and cuts none (A and B: 2.3, 2.5, 2.6).

    With `own_dead_end`, its own lines may run into a placed tile (7.3).
    """
    asked = demand.needed if own_dead_end else demand.needed | demand.barred
    return mask(tile.spokes) & asked == demand.needed != 0


def alignments(board: Board, square: Square) -> list[Alignment]:
    """The alignments through the tile on that square, new or not (3.1)."""
    found = []
    for kind, least in KINDS.items():
        for direction in range(4):
            ahead = _reach(board, square, direction, kind)
            behind = _reach(board, square, direction + 4, kind)
            if ahead + 1 + behind >= least:
                found.append((kind, direction, ahead, behind))
    return found


def new_alignments(board: Board, square: Square) -> list[Alignment]:
    """The alignments that did not exist without the tile on that square (3.6, 3.7, 3.8)."""
    return [
        (kind, direction, ahead, behind)
        for kind, direction, ahead, behind in alignments(board, square)
        if max(ahead, behind) < KINDS[kind]
    ]


def ends_of(alignment: Alignment, square: Square) -> tuple[Square, Square]:
    """The first and the last square of an alignment through that square."""
    _, direction, ahead, behind = alignment
    (x, y), (dx, dy) = square, STEPS[direction]
    return (x - behind * dx, y - behind * dy), (x + ahead * dx, y + ahead * dy)


def _reach(board: Board, square: Square, direction: int, kind: str) -> int:
    """How many tiles continue the pattern from that square in that direction."""
    dx, dy = STEPS[direction]
    x, y = square
    count = 0
    colour = board.tiles[square].colour
    while (tile := board.tiles.get((x := x + dx, y := y + dy))) is not None:
        if (tile.colour == colour) != (kind == "same"):
            break
        colour = tile.colour
        count += 1
    return count
