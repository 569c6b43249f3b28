"""Who is present at a table and since when, as the site knows it; the log does not record this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple


class Stay(NamedTuple):
    """When a guest last came to a table, and when they were last known to be there.

    Both are in milliseconds since 1970, or 0 if the guest was never seen there.
    """

    since: int = 0
    until: int = 0


_NEVER = Stay()


@dataclass(frozen=True, slots=True)
class Company:
    """The last stay of each guest of a table, and how long a player may be away.

    Absence counts from `counted_from_ms` on; before that, the site was down.
    """

    stays: Mapping[str, Stay] = field(default_factory=dict)
    counted_from_ms: int = 0
    limit_ms: float = inf

    def stay(self, guest: str) -> Stay:
        """The last stay of a guest; both times are 0 if the guest was never seen."""
        return self.stays.get(guest, _NEVER)

    def last_seen(self, guests: Iterable[str]) -> int:
        """When one of these guests was last known to be there; 0 if none was ever seen."""
        return max((self.stay(guest).until for guest in guests), default=0)

    def is_here(self, guest: str, at: int) -> bool:
        """Whether a guest is at the table at that time."""
        return self.stay(guest).until >= at


UNKNOWN = Company()
"""No guest is known to be present, and absence has no limit."""
