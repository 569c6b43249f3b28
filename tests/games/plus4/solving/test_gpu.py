"""Solving on a graphics card: parts that can be tested without one, and all of it with one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.endless import FORM
from ludotheque.games.plus4.solving.gpu import THREADS, chunks, graphics_card
from ludotheque.games.plus4.solving.numbering import all_blocks, plan


def test_every_position_has_one_thread() -> None:
    numbering = plan(all_blocks(FORM.bonus_pawns), FORM)
    sizes = 1 << numbering.blocks.bits
    threads = np.zeros(int(numbering.blocks.base[-1]), np.uint8)
    for block, first in zip(*chunks(numbering), strict=True):
        numbers = np.arange(first, min(first + THREADS, sizes[block]))
        threads[numbering.blocks.base[block] + numbers] += 1
    assert (threads == 1).all()


def test_a_card_gives_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        graphics_card()
    except Unsolvable as missing:
        pytest.skip(str(missing))
    kept = {}
    for place in ("card", "cores"):
        monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / place))
        solver = Solver(Plus4Options(mode="endless", target=2))
        if place == "card":
            solver.use_gpu()
        solver.prepare()
        kept[place] = (tmp_path / place / "plus4" / "endless.table").read_bytes()
    assert kept["card"] == kept["cores"]
