"""The problems that keep a site from storing: logged once, and reported to readers."""

from __future__ import annotations

import logging
import time

from ludotheque.core.reason import Refusal, because
from ludotheque.house.keeping import KeeperAway

_log = logging.getLogger(__name__)
# A cause that comes and goes, such as an almost full disk, is logged every ten minutes.
_TELL_AGAIN_S = 600.0
_LATER_S = 5.0  # a host takes longer than a restart to repair it
# The causes, as they are logged.
FULL, BUSY = "the disk is full", "another program holds the file of the database"
GONE = "the file of the database is gone, or is another one; put it back, or stop and start anew"
_PASSING = ("away", BUSY)  # they end by themselves


class Unavailable(KeeperAway):
    """The database does not store or read; `cause` is logged for the host."""

    def __init__(self, cause: str = "away") -> None:
        super().__init__(cause)
        self.cause = cause
        if cause not in _PASSING:
            self.key, self.retry_after_s = "cannot_save", _LATER_S


class DatabaseRefusal(Refusal):
    """A database that this program cannot use."""

    def __init__(self, key: str) -> None:
        """The reason is `database.<key>` in the texts of the command."""
        super().__init__(because(f"database.{key}"))


class Condition:
    """Remembers why nothing could be stored or read; the cause is empty once it works again."""

    def __init__(self) -> None:
        self.cause = ""
        self._told_at: dict[str, float] = {}
        self._told = False

    def fails(self, cause: str) -> None:
        """Notes a failure; logs its cause unless that was done in the last ten minutes."""
        self.cause = cause
        now = time.monotonic()
        if now - self._told_at.get(cause, -_TELL_AGAIN_S) >= _TELL_AGAIN_S:
            self._told_at[cause] = now
            self._told = True
            _log.error("nothing is stored: %s", cause)

    def works(self) -> None:
        """Notes that something was stored; logs the end of a failure that was logged."""
        self.cause = ""
        if self._told:
            self._told = False
            _log.warning("changes are stored again")
