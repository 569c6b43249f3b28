"""A match of several rounds: a series is itself a game, with rules, a notation and a painter."""

from ludotheque.core.series.rules import (
    Begin,
    Choice,
    Chooser,
    MatchFormat,
    NextBeginner,
    Result,
    Series,
    SeriesAction,
    SeriesState,
    on_table,
    pointless,
)

__all__ = [
    "Begin",
    "Choice",
    "Chooser",
    "MatchFormat",
    "NextBeginner",
    "Result",
    "Series",
    "SeriesAction",
    "SeriesState",
    "on_table",
    "pointless",
]
