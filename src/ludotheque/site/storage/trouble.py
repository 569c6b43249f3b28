"""What keeps a site from storing: the host is told once, those who ask in a true sentence."""

from __future__ import annotations

import logging
import time

from ludotheque.core.reason import Refusal, because
from ludotheque.house.keeping import KeeperAway

_log = logging.getLogger(__name__)
# Where it comes and goes, as on a disk that is almost full, the host is told every ten minutes.
_TELL_AGAIN_S = 600.0
_LATER_S = 5.0  # a host takes longer than a restart to mend what is wrong
# What the host is told when nothing can be stored.
FULL, BUSY = "the disk is full", "another program holds the file of the database"
GONE = "the file of the database is gone, or is another one; put it back, or stop and start anew"
_PASSING = ("away", BUSY)  # what ends by itself


class Unavailable(KeeperAway):
    """The database does not store or read, for a cause that the host is told."""

    def __init__(self, cause: str = "away") -> None:
        super().__init__(cause)
        self.cause = cause
        if cause not in _PASSING:
            self.key, self.retry_after_s = "cannot_save", _LATER_S


class DatabaseRefusal(Refusal):
    """A database that this program cannot work on."""

    @classmethod
    def of(cls, key: str) -> DatabaseRefusal:
        """The refusal with that key of the command's texts."""
        return cls(because(f"database.{key}"))


class Condition:
    """Whether the last that was to be stored could be."""

    def __init__(self) -> None:
        self.cause = ""
        self._told_at: dict[str, float] = {}
        self._told = False

    def fails(self, cause: str) -> None:
        """Notes that something was not stored or read; the first time, the host is told."""
        self.cause = cause
        now = time.monotonic()
        if now - self._told_at.get(cause, -_TELL_AGAIN_S) >= _TELL_AGAIN_S:
            self._told_at[cause] = now
            self._told = True
            _log.error("nothing is stored: %s", cause)

    def works(self) -> None:
        """Notes that something was stored; a host who was told of trouble is told of its end."""
        self.cause = ""
        if self._told:
            self._told = False
            _log.warning("changes are stored again")
