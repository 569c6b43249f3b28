"""Measures a move at a table, without network and disk: deciding it, and showing it to both."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from statistics import mean

import orjson

from benchmarks.drawing import SPECS, loop
from benchmarks.measuring import Row
from benchmarks.players import any_action
from ludotheque import load
from ludotheque.table.commands import create
from ludotheque.table.messages import read_command
from ludotheque.table.seats import PERSON, Sitter
from ludotheque.table.table import Moment, Table
from ludotheque.table.views.page import Eyes, Following, flat_gesture
from ludotheque.table.words import Facts

TABLES, MOVES = 40, 60  # tables played in turn, as on a site, and the moves at each
SITTINGS = 3  # the fastest counts, since other work on the machine only adds
_LANG = "fr"
_MS = 1000
Spent = tuple[float, float]
"""The seconds that deciding and showing took."""


@dataclass
class Seated:
    """A table, and both players as the site follows them."""

    table: Table
    following: list[Following]

    @classmethod
    def at(cls, spec: str, number: int) -> Seated:
        """Seats two people with their own names at a new table."""
        people = [Sitter(PERSON, f"{who}{number}", f"{who} {number}") for who in ("Anna", "Boris")]
        table = create(f"t{number}", load(spec), people, Moment(Random(number), 0)).after
        return cls(table, [Following(Eyes((seat,), _LANG), table) for seat in (0, 1)])

    def move(self, rng: Random) -> Spent:
        """Makes a random move, and returns the time that it takes."""
        table, turn = self.table, self.table.turn
        assert turn is not None
        offered = list(map(flat_gesture, table.kit.game.gestures(table.state, turn)))
        text = any_action(offered, rng)
        message = {"type": "act", "id": "00000000", "expected": table.seq, "action": text}
        start = time.process_time()
        change = read_command(message).decide(table, table.seats[turn].guest, Moment(rng, 0))
        decided = time.process_time()
        told = Facts(change.after, _LANG)
        for each in self.following:
            orjson.dumps({"type": "steps", "from": table.seq, "steps": [each.step(told)]})
        self.table = change.after
        return decided - start, time.process_time() - decided


def sitting(spec: str) -> Spent:
    """Returns the mean time of a move in random games at many tables, played in turn."""
    rng, seated, spent = Random(5), [Seated.at(spec, number) for number in range(TABLES)], []
    for _ in range(MOVES):
        for number, one in enumerate(seated):
            if one.table.outcome is not None:
                seated[number] = Seated.at(spec, number)
            spent.append(seated[number].move(rng))
    return mean(decided for decided, _ in spent), mean(shown for _, shown in spent)


def rows() -> dict[str, list[Row]]:
    """Returns the figures of each game and their mean, compared with a loop."""
    anchor = loop()
    quickest = {spec: min((sitting(spec) for _ in range(SITTINGS)), key=sum) for spec in SPECS}
    found = {
        **quickest,
        "mean of the games": tuple(map(mean, zip(*quickest.values(), strict=True))),
    }
    told = [
        Row(f"{spec}, {what} a move", _MS * seconds, "ms").against(anchor)
        for spec, spent in found.items()
        for what, seconds in zip(("deciding", "showing"), spent, strict=True)
    ]
    return {"A move at a table": [anchor, *told]}
