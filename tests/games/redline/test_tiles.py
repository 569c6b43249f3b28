"""The tiles are derived, not typed in."""

from __future__ import annotations

from itertools import combinations

from ludotheque.games.redline.tiles import SHAPES, TILES, Tile, quarter, turns, unturned
from tests.games.redline import second
from tests.marks import rule


def derived() -> dict[int, set[str]]:
    """The smallest turn of every set of one to three spokes, by their number."""
    found: dict[int, set[str]] = {}
    for count in (1, 2, 3):
        for spokes in combinations("01234567", count):
            turned = ["".join(spokes)]
            for _ in range(3):
                turned.append("".join(sorted(str((int(d) + 2) % 8) for d in turned[-1])))
            found.setdefault(count, set()).add(min(turned))
    return found


@rule("redline", "1.1")
def test_there_are_2_and_8_and_14_shapes_each_once_in_each_colour() -> None:
    shapes = derived()
    assert [len(shapes[count]) for count in (1, 2, 3)] == [2, 8, 14]
    assert set(SHAPES) == shapes[1] | shapes[2] | shapes[3]
    assert len(TILES) == len(set(TILES)) == 48
    assert sum(tile.colour == "Y" for tile in TILES) == 24
    assert {str(tile) for tile in TILES} == second.whole_set()


@rule("redline", "1.2")
def test_tiles_turn_by_quarters_and_are_never_flipped() -> None:
    assert quarter("01") == "23"
    assert [str(tile) for tile in turns(Tile("Y", "26"))] == ["Y04", "Y26"]
    assert len(turns(Tile("B", "013"))) == 4
    assert unturned(Tile("B", "013")) != unturned(Tile("B", "057")), (
        "a mirror image is another tile"
    )
    mirrored = "".join(sorted(str(-int(d) % 8) for d in "013"))
    assert mirrored == "057"
    assert Tile("B", "057") not in turns(Tile("B", "013"))
