"""Rounds made into a match: a series is itself a game, so it has a game's files."""

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
]
