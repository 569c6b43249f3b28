"""`python -m benchmarks.elementary`: Plus 4 elementary, solved here and by the same method in C++.

Both use one thread; the figures are processor times, without compilation. Then it measures one
score of the endless grid.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ludotheque.games.plus4.solving import elementary, endless
from ludotheque.games.plus4.solving.mode import DRAW
from ludotheque.games.plus4.solving.numbering import all_blocks, plan
from ludotheque.games.plus4.solving.retrograde import Layer
from ludotheque.games.plus4.solving.sweeper import Sweeper

SOURCE = Path(__file__).parent / "plus4.cpp"
TIMES = 5


def cpp() -> float:
    """Returns the least processor time of the C++ program."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plus4"
        subprocess.run(["g++", "-O3", "-march=native", "-o", str(program), str(SOURCE)], check=True)
        runs = [
            subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
            for _ in range(TIMES)
        ]
    return min(float(run[0]) for run in runs)


def ours() -> float:
    """Returns the least processor time of the kernels, including the numbering."""
    return least(lambda: elementary.solve(all_blocks(bonus=False), cores=1))


def one_score() -> float:
    """Returns the processor time of one score of the endless grid, only for its values."""
    found = all_blocks(bonus=True)
    sweeper, many = Sweeper(plan(found, endless.FORM), 1), int(found.base[-1])

    def solve() -> None:
        worth, level = np.zeros((1, many), np.uint8), np.zeros((1, 0), np.uint8)
        sweeper.solve(Layer(worth, level, elementary.EXITS, np.zeros(1, np.uint8)), (DRAW,), None)

    return least(solve)


def least(act: Callable[[], object]) -> float:
    """Returns the least processor time of several calls, after one that may compile."""
    spent = []
    for _ in range(TIMES + 1):
        start = time.process_time()
        act()
        spent.append(time.process_time() - start)
    return min(spent[1:])


def main() -> None:
    """Prints the figures."""
    theirs, own = cpp(), ours()
    print(f"elementary solved whole, C++          {theirs:8.3f} s")
    print(f"elementary solved whole, kernels      {own:8.3f} s   {own / theirs:.2f} x C++")
    print(f"one score of the endless grid         {one_score():8.3f} s")


if __name__ == "__main__":
    main()
