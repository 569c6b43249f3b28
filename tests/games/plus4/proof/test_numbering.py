"""The second numbering of positions, against the first and against itself."""

from __future__ import annotations

from random import Random

import numpy as np

from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.proof.numbering import Numbering
from ludotheque.games.plus4.solving.numbering import all_blocks, mirrored, number_of


def test_the_two_numberings_agree() -> None:
    rng = Random(1)
    for bonus in (False, True):
        numbering, found = Numbering(bonus), all_blocks(bonus)
        assert numbering.positions == int(found.base[-1])
        for _ in range(300):
            number = rng.randrange(numbering.positions)
            columns = numbering.columns(number)
            position = pack(columns, 0)
            assert numbering.number(columns, 0) == number
            assert number_of(found, position) == number
            assert np.uint64(mirrored(position)) == pack(columns[::-1], 0)


def test_the_numbering_goes_through_every_number_once() -> None:
    numbering = Numbering(bonus=True)
    heights = (1, 2, 0, 1)
    numbers = [numbering.number(c, 0) for c in numbering.among(heights, range(16))]
    mirror = [numbering.number(c, 0) for c in numbering.among(heights[::-1], range(16))]
    assert len({*numbers, *mirror}) == len(numbers) + len(mirror)
    own = [b for b in numbering.blocks if {b.shapes[0][0], b.shapes[3][0]} == {1}]
    alike = [b for b in own if sorted((b.shapes[1][0], b.shapes[2][0])) == [0, 2]]
    assert len(numbers) + len(mirror) == sum(1 << b.free for b in alike)
