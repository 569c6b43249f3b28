"""Estimates from samples, each with its 95 % confidence interval."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

_Z = 1.959964  # standard deviations that hold 95 % of a normal distribution


class Estimate(NamedTuple):
    """An estimated value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def share(count: float, games: int) -> Estimate:
    """`count` as a share of `games`, with the Wilson interval, which suits few games too."""
    p, z = count / games, _Z
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Estimate(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: list[int]) -> Estimate:
    """The mean of the values, with its interval by the normal approximation."""
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    reach = _Z * sqrt(spread / count)
    return Estimate(middle, middle - reach, middle + reach)
