"""Who is at a table now and since when, as the site knows it; nothing of it is in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple


class Stay(NamedTuple):
    """When somebody came to a table last, and until when they are known to be there.

    Both in milliseconds since 1970, and 0 if they were never seen there.
    """

    since: int = 0
    until: int = 0


_NEVER = Stay()


@dataclass(frozen=True, slots=True)
class Company:
    """The last stay of each guest of a table, and how long one may be away.

    Before `counted_from_ms` nobody could come back, since the site was not there.
    """

    stays: Mapping[str, Stay] = field(default_factory=dict)
    counted_from_ms: int = 0
    limit_ms: float = inf

    def stay(self, guest: str) -> Stay:
        """The last stay of a guest."""
        return self.stays.get(guest, _NEVER)

    def is_here(self, guest: str, at: int) -> bool:
        """Whether a guest is at the table at that time."""
        return self.stay(guest).until >= at


UNKNOWN = Company()
"""Nobody is known to be here, and nobody may be away for too long."""
