"""Presence at a table in words."""

from __future__ import annotations

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.reader import Reader
from ludotheque.table.company import Company
from ludotheque.table.table import Table, now_ms

_UNITS_MS = (("days", 86_400_000), ("hours", 3_600_000), ("minutes", 60_000))


def presence_in_words(away_ms: int, lang: str) -> str:
    """Says that people are there (`away_ms` is 0), or how long they have been away."""
    say = texts(PACKAGE, lang)
    if not away_ms:
        return say("site.here")
    for unit, length in _UNITS_MS:
        if away_ms >= length:
            return say("site.away_for", time=say(f"site.{unit}", n=away_ms // length))
    return say("site.away_for", time=say("site.moments"))


def there(table: Table, who: Reader, company: Company) -> str:
    """In words, whether another player is at the table, or how long ago the last one left.

    Empty if there are no other players, or none has ever been seen there.
    """
    last = company.last_seen(table.guests() - {who.guest})
    return presence_in_words(max(0, now_ms() - last), who.lang) if last else ""
