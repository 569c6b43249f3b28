"""`make bench`: random games and start-up, each beside an anchor measured in the same run."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from ludotheque import load
from ludotheque.games.babylone.solver import Solver
from ludotheque.play.stats import random_games

RESULT = Path(__file__).parent / "result.json"
SPECS = ("babylone", "plus4", "plus4(mode=endless)", "redline", "redline(players=6)")


def seconds(act: Callable[[], object], least: float = 1.0) -> float:
    """The mean time of one call, over at least that long."""
    calls, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < least or not calls:
        act()
        calls += 1
    return spent / calls


def anchor() -> int:
    """A fixed piece of plain Python, the measure of this machine at this moment."""
    total = 0
    for number in range(100_000):
        total += number * number % 7
    return total


def start_up(code: str) -> float:
    """The time of a fresh Python that runs the code."""
    return min(
        seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), 0.3)
        for _ in range(3)
    )


def main() -> None:
    """Prints the table and writes it as JSON."""
    unit = seconds(anchor)
    rows: dict[str, float] = {}
    for spec in SPECS:
        kit, rng = load(spec), Random(1)
        each = seconds(lambda kit=kit, rng=rng: random_games(kit, 1, rng))  # type: ignore[misc]
        rows[f"random games a second, {spec}"] = 1 / each
        rows[f"anchors a random game, {spec}"] = each / unit
    kit = load("babylone(start=4,4,4,4)")
    rows["seconds to solve babylone(start=4,4,4,4)"] = seconds(
        lambda: Solver(kit.options).wins(kit.round.initial())  # type: ignore[arg-type]
    )
    empty = start_up("pass")
    rows["milliseconds of import ludotheque"] = 1000 * (start_up("import ludotheque") - empty)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    for name, figure in rows.items():
        print(f"{name:60} {figure:12.3f}")
    RESULT.write_text(json.dumps({"machine": machine, "rows": rows}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
