"""Solves every start of Babylone, and counts the positions searched: `python -m tools.starts`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from ludotheque.games.babylone.kernel import Memory

COLOURS = 6


def starts(total: int, colours: int = COLOURS, most: int = 24) -> Iterator[tuple[int, ...]]:
    """Yields every way to share tablets among up to `colours` colours, largest numbers first."""
    if total == 0:
        yield ()
    elif colours:
        for count in range(min(total, most), 0, -1):
            yield from ((count, *rest) for rest in starts(total - count, colours - 1, count))


def first_wins(start: tuple[int, ...]) -> tuple[bool, int]:
    """Whether the first player wins, and how many positions were searched."""
    memory = Memory(start)
    return memory.wins([(1,) * count for count in start]), memory.looked_at


def main() -> None:
    """Prints a line for each number of tablets; with `--second`, also the starts that are lost."""
    print("tablets  starts  first  second  most positions  (for)  seconds")
    for total in range(2, 25):
        begun = time.process_time()
        found = {start: first_wins(start) for start in starts(total)}
        lost = [start for start, (first, _) in found.items() if not first]
        hardest = max(found, key=lambda start: found[start][1])
        spent = time.process_time() - begun
        name = ",".join(map(str, hardest))
        print(
            f"{total:7} {len(found):7} {len(found) - len(lost):6} {len(lost):7}"
            f" {found[hardest][1]:15}  {name}  {spent:.2f}"
        )
        if "--second" in sys.argv:
            print("   ", *(",".join(map(str, start)) for start in lost))


if __name__ == "__main__":
    main()
