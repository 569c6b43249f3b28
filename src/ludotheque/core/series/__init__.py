"""Rounds made into a match: a series is itself a game, so it has a game's files."""

from ludotheque.core.series.rules import (
    Begin,
    Choice,
    Chooser,
    Event,
    Next,
    Result,
    Series,
    SeriesState,
    Settings,
    on_table,
)

__all__ = [
    "Begin",
    "Choice",
    "Chooser",
    "Event",
    "Next",
    "Result",
    "Series",
    "SeriesState",
    "Settings",
    "on_table",
]
