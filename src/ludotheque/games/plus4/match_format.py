"""How rounds of Plus 4 make a match (section 5); a separate module because the proof needs it."""

from __future__ import annotations

from ludotheque.core.series import MatchFormat, NextBeginner
from ludotheque.games.plus4.options import Plus4Options

_LOT, _RESIGN = "1.3", "6.1"
_DRAWN = 3  # rounds in a row without points end the match (5.8)


def match_format(options: Plus4Options) -> MatchFormat:
    """One round, or a match of rounds that the loser of the last one begins (5.4 to 5.8)."""
    if options.mode != "rounds":
        end = "3.1" if options.mode == "elementary" else "4.5"
        return MatchFormat(_LOT, end, _RESIGN, rounds=1)
    loser = NextBeginner.LOSER
    if options.rounds:
        return MatchFormat(_LOT, "5.7", _RESIGN, loser, rounds=options.rounds, drawn=_DRAWN)
    return MatchFormat(_LOT, "5.6", _RESIGN, loser, target=options.target, drawn=_DRAWN)
