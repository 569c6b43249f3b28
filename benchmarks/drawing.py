"""Measures the time to draw a move for both players, in each game."""

from __future__ import annotations

from itertools import chain, zip_longest
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from benchmarks.measuring import Row, once, seconds
from ludotheque import load
from ludotheque.core.player import draw
from ludotheque.core.scene import Viewpoint
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit

SPECS = ("plus4(mode=endless)", "redline", "babylone(to_win=3)", "croisements")
TABLES = 20  # played in turn, as on a site, so that they displace each other in caches
# Each with new tables; the fastest counts, since the first finds empty caches and others noise.
SITTINGS = 3
_LOOP_STEPS = 10_000
_MS = 1000


class Moment(NamedTuple):
    """A position to draw: after a move, once chance has acted."""

    words: Texts
    state: Any
    after: tuple[Any, Any] | None
    mover: int | None


def moments(kit: AnyKit, number: int) -> list[Moment]:
    """Returns the positions of a random game; the number is in the names of the players."""
    game, rng = kit.game.rules, Random(number)
    words = kit.words("fr", [f"Anna {number}", f"Boris {number}"])
    state, last, found = game.initial(), None, list[Moment]()
    while actions := game.actions(state):
        mover = game.turn(state)
        if mover is not None:
            found.append(Moment(words, state, last, mover))
        action = draw(game, state, rng) if mover is None else rng.choice(actions)
        last = last if mover is None and last else (state, action)
        state = game.apply(state, action)
    return [*found, Moment(words, state, last, None)]


def drawn(kit: AnyKit, shown: list[Moment]) -> None:
    """Draws each position for both players; only the player to move is offered actions."""
    for words, state, after, mover in shown:
        for seat in (0, 1):
            viewpoint: Viewpoint[Any, Any] = Viewpoint(words, seat, after, offers=seat == mover)
            kit.game.painter.scene(state, viewpoint)


def both_scenes_ms(spec: str) -> float:
    """Returns the mean processor time for both scenes of a move, over whole random games."""
    kit = load(spec)
    return min(_sitting_ms(kit, sitting * TABLES) for sitting in range(SITTINGS))


def _sitting_ms(kit: AnyKit, first: int) -> float:
    """Returns the same for games at `TABLES` tables, numbered from `first`, played in turn."""
    tables = [moments(kit, number) for number in range(first, first + TABLES)]
    by_turns = [each for each in chain(*zip_longest(*tables)) if each]
    return once(lambda: drawn(kit, by_turns))[0] / len(by_turns) * _MS


def loop() -> Row:
    """Measures a fixed loop of plain Python, by which machines can be compared."""
    each = seconds(lambda: sum(n & 7 for n in range(_LOOP_STEPS)))
    return Row(f"a loop of {_LOOP_STEPS:,} steps in plain Python", each * _MS, "ms")


def rows() -> dict[str, list[Row]]:
    """Returns the figures of each game and their mean, compared with the loop."""
    anchor, spent = loop(), {spec: both_scenes_ms(spec) for spec in SPECS}
    figures = {**spent, "mean of the games": mean(spent.values())}
    told = [Row(f"{what}, both scenes of a move", ms, "ms") for what, ms in figures.items()]
    return {"Drawing": [anchor, *(row.against(anchor) for row in told)]}
