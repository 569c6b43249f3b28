"""`python -m benchmarks.browser`: how long bots, hints and reviews take in Pyodide, under Node.

Every level that is offered there plays whole games against itself from a seed. The figures of
docs/evidence/ladders.md ("In the browser") come from here. They are processor times, so that a
busy machine does not matter; a phone is assumed to be four times slower.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from ludotheque import load
from ludotheque.core.player import settle
from ludotheque.core.reason import Refusal
from ludotheque.core.spec import write_spec
from ludotheque.games import AnyKit, catalogue
from ludotheque.play.hints import hints
from ludotheque.play.review import understand

GAMES = 3  # of each level: some hundred moves
TAUGHT = 12  # positions of each spec, evenly spread over a game
MORE_SPECS = ("babylone(start=4,4,4,4,4,4)",)
INSIDE = """
import json
from benchmarks.browser import levels, teaching
print(json.dumps([*levels({spec!r}, {games}), *teaching({spec!r}, {taught})]))
"""

Row = tuple[str, float, float, float]
"""What was measured, and its median, its 95th percentile and its worst, in milliseconds."""


def levels(spec: str, games: int) -> Iterator[Row]:
    """Measures moves of each level, the strongest first, because its caches serve the others."""
    kit = load(spec)
    late = last_decision(kit)
    for bot, player in reversed(list(kit.bots.items())):
        player.choose(kit.game, late, Random(0))  # loads modules; the position is easy
        yield summed(bot, [s for seed in range(games) for s in moves(kit, player, Random(seed))])


def last_decision(kit: AnyKit) -> Any:
    """Returns the last position of a random game in which a player decides."""
    game, rng = kit.game, Random(0)
    state = found = settle(game, game.initial(), rng)
    while game.turn(state) is not None:
        found = state
        state = settle(game, game.apply(state, rng.choice(game.actions(state))), rng)
    return found


def moves(kit: AnyKit, player: Any, rng: Random) -> Iterator[float]:
    """Yields how long each move takes in a game that one bot plays on every seat."""
    game = kit.game
    state = settle(game, game.initial(), rng)
    while game.turn(state) is not None:
        action, seconds = timed(partial(player.choose, game, state, rng))
        yield seconds
        state = settle(game, game.apply(state, action), rng)


def teaching(spec: str, count: int) -> Iterator[Row]:
    """Measures hints, and reviews of decisions."""
    kit, hinted, reviewed = load(spec), list[float](), list[float]()
    game, rng = kit.game, Random(1)
    state, played = settle(game, game.initial(), rng), list[Any]()
    player = list(kit.bots.values())[1]
    while game.turn(state) is not None:
        action = player.choose(game, state, rng)
        played.append((state, action))
        state = settle(game, game.apply(state, action), rng)
    step = max(1, len(played) // count)
    for before, action in islice(played, 0, None, step):
        try:
            hinted.append(timed(partial(hint, kit, before))[1])
            reviewed.append(timed(partial(understand, kit, before, action))[1])
        except Refusal:  # if it would take too long, there is no hint
            continue
    yield summed("*hint*", hinted)
    yield summed("*review of a decision*", reviewed)


def hint(kit: AnyKit, state: Any) -> object:
    """Computes all steps of a hint."""
    return hints(kit, state, kit.teacher.advice(state))


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Returns the result of the work, and the seconds of processor time it takes."""
    start = _clock()
    return work(), _clock() - start


def _clock() -> float:
    """Returns the processor time of Node, in seconds; Pyodide itself has only the time of day."""
    from js import process  # noqa: PLC0415  # only inside Pyodide

    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


def summed(what: str, seconds: list[float]) -> Row:
    """Returns the row for a list of times."""
    last = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else max(seconds)
    return what, 1000 * median(seconds), 1000 * last, 1000 * max(seconds)


def main() -> None:
    """Prints the tables."""
    from tools import pyodide  # noqa: PLC0415  # not inside Pyodide

    asked = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        data = solved(Path(folder))
        for spec in asked or specs():
            code = INSIDE.format(spec=spec, games=GAMES, taught=TAUGHT)
            print(f"| {spec} | median | 95 % | worst |", flush=True)
            for what, *figures in json.loads(pyodide.run(code, data=data).splitlines()[-1]):
                print(f"| {what} | " + " | ".join(f"{ms:.0f} ms" for ms in figures) + " |")


def specs() -> list[str]:
    """Returns every game with its default options and its named variants, and `MORE_SPECS`."""
    named = [
        write_spec(box.name, preset)
        for box in catalogue()
        for preset in (box.options(), *box.variants.values())
    ]
    return [*named, *MORE_SPECS]


def solved(folder: Path) -> Path:
    """Makes a folder the data folder, and solves the elementary game into it."""
    os.environ["LUDOTHEQUE_DATA"] = str(folder)
    solver = load("plus4").solver
    assert solver is not None
    solver.prepare()
    return folder


if __name__ == "__main__":
    main()
