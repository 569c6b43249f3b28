"""The 48 tiles of Redline as data: 24 shapes up to quarter turns, each in yellow and in blue.

A tile is written as it lies: its colour and the directions of its spokes, 0 to 7 clockwise from
north. In a hand it is written in its smallest rotation.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

COLOURS = "YB"
SHAPES = (
    "0", "1",
    "01", "02", "03", "04", "05", "07", "13", "15",
    "012", "013", "014", "015", "016", "017", "024", "025", "027", "034",
    "035", "037", "057", "135",
)  # fmt: skip

Square = tuple[int, int]
# x grows to the east and y to the north; a step for each direction.
STEPS: tuple[Square, ...] = (
    (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1),
)  # fmt: skip


class Tile(NamedTuple):
    """A tile as it lies: its colour and the directions of its spokes in their order.

    Tiles are looked up hundreds of times for a move, and a tuple is quick to hash.
    """

    colour: str
    spokes: str

    def __str__(self) -> str:
        """Its colour and spokes, such as `Y04`."""
        return self.colour + self.spokes


def quarter(spokes: str) -> str:
    """The same spokes after a quarter turn clockwise."""
    return "".join(sorted(str((int(spoke) + 2) % 8) for spoke in spokes))


def eighth(tile: Tile) -> Tile:
    """The tile turned clockwise by an eighth of a turn, as no legal tile lies."""
    return Tile(tile.colour, "".join(sorted(str((int(spoke) + 1) % 8) for spoke in tile.spokes)))


@cache
def turns(tile: Tile) -> tuple[Tile, ...]:
    """The different rotations of a tile, the smallest first."""
    lying = [tile.spokes]
    for _ in range(3):
        lying.append(quarter(lying[-1]))
    return tuple(Tile(tile.colour, spokes) for spokes in sorted(set(lying)))


def unturned(tile: Tile) -> Tile:
    """The tile in its smallest rotation, as it is written in a hand."""
    return turns(tile)[0]


@cache
def mask(spokes: str) -> int:
    """The spokes as bits, direction d at bit d."""
    return sum(1 << int(spoke) for spoke in spokes)


TILES = tuple(Tile(colour, shape) for colour in COLOURS for shape in SHAPES)
LYING = frozenset(lying for tile in TILES for lying in turns(tile))
