"""Measures how long exact answers take, and how that grows with size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from shutil import which
from statistics import median

from benchmarks import elementary
from benchmarks.measuring import Row, once
from ludotheque.core.player import draw
from ludotheque.games.babylone import kernel
from ludotheque.games.babylone.solver import PlainMemory
from ludotheque.games.redline.rules import Redline, RedlineOptions, State
from ludotheque.games.redline.solver import Solver

BABYLONE: tuple[tuple[int, ...], ...] = (
    (3, 3, 3, 3), (4, 4, 4, 4), (5, 5, 5, 5), (6, 6, 6, 6),
    (12, 12), (8, 8, 8), (5, 5, 5, 5, 4), (4, 4, 4, 4, 4, 4),
)  # fmt: skip
SIZES, EACH = range(2, 10), 20


def babylone() -> list[Row]:
    """Solves starts of games: positions searched, and the time."""
    rows = []
    kernel.Memory((2,)).wins([(1, 1)])
    for start in BABYLONE:
        position = tuple((1,) * count for count in start)
        memory, slow = kernel.Memory(start), PlainMemory()
        spent = once(partial(memory.wins, position))[0]
        plain = Row("plain memory", once(partial(slow.wins, tuple(sorted(position))))[0], "s")
        name = f"babylone({','.join(map(str, start))})"
        rows += [Row(name, memory.looked_at, "positions"), Row(name, spent, "s").against(plain)]
    return rows


def redline() -> list[Row]:
    """Solves endgames of random games, by the tiles in all hands: how many within a second."""
    solver = Solver(RedlineOptions())
    solver.exact([next(endgames(solver.game, 2, Random(1)))])
    rows = []
    for size in SIZES:
        times = []
        for state, _ in zip(endgames(solver.game, size, Random(size)), range(EACH), strict=False):
            spent, found = once(partial(solver.exact, [state]))
            times.append(spent if found is not None else float("inf"))
        within = 100 * sum(spent < 1 for spent in times) / len(times)
        rows.append(Row(f"redline, {size} tiles in hands, solved in 1 s", within, "%"))
        if median(times) < float("inf"):
            rows.append(Row(f"redline, {size} tiles in hands, median", median(times), "s"))
    return rows


def endgames(game: Redline, size: int, rng: Random) -> Iterator[State]:
    """Yields positions of random games in which hands hold `size` tiles and one is to be placed."""
    while True:
        state = game.initial()
        while actions := game.actions(state):
            acting = game.turn(state)
            held = sum(map(len, state.hands))
            if acting is not None and state.board.tiles and not state.owing and held == size:
                yield state
                break
            action = draw(game, state, rng) if acting is None else rng.choice(actions)
            state = game.apply(state, action)


def plus4() -> list[Row]:
    """Solves the elementary game; compares with the same method in C++ if there is a compiler."""
    whole = Row("plus4, every grid", elementary.ours(), "s")
    if which("g++") is None:
        return [whole]
    return [whole.against(Row("g++ -O3 -march=native", elementary.cpp(), "s"))]


def rows() -> dict[str, list[Row]]:
    """Solves starts of Babylone, all of Plus 4 elementary, and endgames of Redline."""
    return {
        "Solving Babylone": babylone(),
        "Solving Plus 4, elementary": plus4(),
        "Solving endgames of Redline": redline(),
    }
