"""Converts SVG paths to lines and curves in absolute coordinates, for PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, sin, sqrt, tan

Point = tuple[float, float]
PathStep = tuple[str, tuple[float, ...]]
"""`M` or `L` with one point, `C` with three, or `Z`."""
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def steps(d: str) -> list[PathStep]:
    """The path as steps, with relative and short commands written out."""
    found: list[PathStep] = []
    at, start = (0.0, 0.0), (0.0, 0.0)
    for command, numbers in _commands(d):
        for step in _written_out(command, numbers, at):
            found.append(step)
            if step[1]:
                at = step[1][-2], step[1][-1]
        if command in "Mm":
            start = at
        elif command in "Zz":
            at = start
    return found


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Every command with its numbers; further points after an `M` are those of lines."""
    tokens, command = _TOKEN.findall(d), ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        count = _NUMBERS[command.upper()]
        yield command, [float(token) for token in tokens[:count]]
        del tokens[:count]
        command = {"M": "L", "m": "l"}.get(command, command)


def _written_out(command: str, numbers: list[float], at: Point) -> Iterator[PathStep]:
    kind, (x, y) = command.upper(), at if command.islower() else (0.0, 0.0)
    match kind, numbers:
        case "Z", _:
            yield "Z", ()
        case "H", [to]:
            yield "L", (x + to, at[1])
        case "V", [to]:
            yield "L", (at[0], y + to)
        case "A", [rx, _, _, large, sweep, to_x, to_y]:
            yield from _arc(at, rx, bool(large), bool(sweep), (x + to_x, y + to_y))
        case _:
            moved = [n + (y if place % 2 else x) for place, n in enumerate(numbers)]
            yield (kind, tuple(moved)) if kind != "Q" else ("C", _cubic(at, moved))


def _cubic(at: Point, numbers: list[float]) -> tuple[float, ...]:
    """The cubic curve that is equal to a quadratic one."""
    cx, cy, x, y = numbers
    (ax, ay), third = at, 2 / 3
    one = ax + third * (cx - ax), ay + third * (cy - ay)
    return (*one, x + third * (cx - x), y + third * (cy - y), x, y)


def _arc(at: Point, r: float, large: bool, sweep: bool, to: Point) -> Iterator[PathStep]:
    """An arc of a circle, as curves of a quarter turn at most."""
    (x1, y1), (x2, y2) = at, to
    half = sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) / 2
    r = max(r, half)
    away = sqrt(r * r - half * half) / (2 * half) * (1 if large != sweep else -1)
    cx, cy = (x1 + x2) / 2 - away * (y2 - y1), (y1 + y2) / 2 + away * (x2 - x1)
    begin, end = atan2(y1 - cy, x1 - cx), atan2(y2 - cy, x2 - cx)
    turn = (end - begin) % (2 * pi) if sweep else -((begin - end) % (2 * pi))
    pieces = ceil(abs(turn) / (pi / 2) - 1e-9)
    for n in range(pieces):
        a, b = begin + turn * n / pieces, begin + turn * (n + 1) / pieces
        reach = 4 / 3 * tan((b - a) / 4) * r
        handle = cx + r * cos(a) - reach * sin(a), cy + r * sin(a) + reach * cos(a)
        other = cx + r * cos(b) + reach * sin(b), cy + r * sin(b) - reach * cos(b)
        yield "C", (*handle, *other, cx + r * cos(b), cy + r * sin(b))
