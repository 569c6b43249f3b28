"""Whole games between bots, as records: the same in every Python that plays them."""

from __future__ import annotations

from itertools import cycle, islice
from random import Random

from ludotheque import load
from ludotheque.core.spec import write_spec
from ludotheque.games import catalogue
from ludotheque.play.match import Match


def specs() -> list[str]:
    """Every game under its default options and its named variants."""
    return [
        write_spec(box.name, preset)
        for box in catalogue()
        for preset in (box.options(), *box.variants.values())
    ]


def levels() -> dict[str, list[str]]:
    """The levels that this Python offers, by spec."""
    return {spec: list(load(spec).bots) for spec in specs()}


def records(levels: dict[str, list[str]]) -> dict[str, str]:
    """A game for each spec, in which the strongest of its levels take the seats in turn."""
    return {spec: record(spec, names[::-1]) for spec, names in levels.items()}


def record(spec: str, bots: list[str]) -> str:
    """A seeded game between these levels, one or more for each seat."""
    kit, rng = load(spec), Random(spec)
    match = Match(kit)
    seated = list(islice(cycle(bots), kit.game.seats))
    match.settle(rng)
    while match.outcome is None:
        assert match.turn is not None
        match.move(kit.bots[seated[match.turn]], rng)
        match.settle(rng)
    return match.history.record(seated).write()
