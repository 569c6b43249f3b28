"""Lets a bot play itself under the readings of our rulings: `python -m tools.rulings GAME`.

`rulings.toml` of the game names the bot, how many games it plays, and the options; the figures are
written there. Everything follows from the numbers of the games, so each run gives the same.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ludotheque import load
from ludotheque.games import find
from ludotheque.play.match import Match

GAMES = Path(__file__).parent.parent / "src" / "ludotheque" / "games"


def played(spec: str, bot: str, number: int) -> tuple[bool, bool, int]:
    """Whether the player who began won, whether it was drawn, and how many moves were made."""
    kit, first = load(spec), number % 2
    match, rng, moves = Match(kit, first=first), Random(f"rulings {number}"), 0
    match.settle(rng)
    while match.outcome is None:
        match.move(kit.bots[bot], rng)
        match.settle(rng)
        moves += 1
    returns = match.outcome.returns
    return returns[first] > returns[1 - first], returns[0] == returns[1], moves


def measured(spec: str, bot: str, games: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """Returns the figures of one reading."""
    results = list(pool.map(partial(played, spec, bot), range(games)))
    first, drawn, moves = (sum(column) for column in zip(*results, strict=True))
    return {
        "spec": spec,
        "first": round(100 * first / games),
        "drawn": round(100 * drawn / games),
        "moves": round(moves / games),
    }


def lines(table: dict[str, Any], pool: ProcessPoolExecutor) -> Iterator[str]:
    """Yields the lines of the file with new figures."""
    yield "# Figures by `python -m tools.rulings`: in percent, the first player's wins, and draws."
    for number, of in table.items():
        yield f'\n["{number}"]\nbot = "{of["bot"]}"\ngames = {of["games"]}'
        for reading in of["reading"]:
            found = measured(reading["spec"], of["bot"], of["games"], pool)
            yield f'\n[["{number}".reading]]'
            for name, value in found.items():
                yield f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}"


def main() -> None:
    """Plays the games of one game's readings, and writes their figures."""
    file = GAMES / find(sys.argv[1]).name / "rulings.toml"
    with ProcessPoolExecutor(2) as pool:
        written = "\n".join(lines(tomllib.loads(file.read_text("utf-8")), pool))
    print(written)
    file.write_text(written + "\n", "utf-8")


if __name__ == "__main__":
    main()
