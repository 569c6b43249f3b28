"""Hints and reviews as a page asks for them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx

from ludotheque import load
from ludotheque.play.match import Match
from tests.house.doors import House, begun
from tests.site.wire import Wire


def hint(line: Wire, step: Any, expected: int | None = None) -> dict[str, Any]:
    """Asks for a step of a hint; the answer."""
    name = uuid.uuid4().hex
    seen = line.view["seq"] if expected is None else expected
    line.say({"type": "hint", "id": name, "step": step, "expected": seen})
    while (answer := line.until("hint", "refused")).get("id") != name:
        pass
    return answer


def record(spec: str, seed: int = 1, level: int = 0) -> Match:
    """A finished game of bots, by default of those who play at random."""
    match, rng = Match(load(spec)), Random(seed)
    bot = list(match.kit.bots.values())[level]
    match.settle(rng)
    while match.outcome is None:
        match.move(bot, rng)
        match.settle(rng)
    return match


def pieces(guest: httpx.Client, table: str) -> Iterator[dict[str, Any]]:
    """The answers of the site until every decision is reviewed."""
    known, done = 0, False
    while not done:
        told = guest.get(f"/api/tables/{table}/review?known={known}&wait=8").json()
        known, done = known + len(told["decisions"]), told["done"]
        yield told


def reviewed(guest: httpx.Client, table: str) -> list[dict[str, Any]]:
    return [decision for told in pieces(guest, table) for decision in told["decisions"]]


def opened(guest: httpx.Client, match: Match) -> str:
    """The table on which the record lies."""
    return begun(guest, "/open", text=match.record().write())


def actions_of(house: House, table: str) -> list[tuple[int | None, str]]:
    rows = [body for _, kind, body, _ in house.events(table) if kind == "action"]
    return [(row["seat"], row["text"]) for row in rows]
