"""How long somebody has been away, as a person says it."""

from __future__ import annotations

from ludotheque.core.texts import texts
from ludotheque.web import PACKAGE

_UNITS_MS = (("days", 86_400_000), ("hours", 3_600_000), ("minutes", 60_000))


def away_in_words(away_ms: int, lang: str) -> str:
    """For how long, in the largest unit of time that fits."""
    say = texts(PACKAGE, lang)
    for unit, length in _UNITS_MS:
        if away_ms >= length:
            return say("site.away_for", time=say(f"site.{unit}", n=away_ms // length))
    return say("site.away_for", time=say("site.moments"))
