"""The file of a SQLite database: readable by its owner alone, and served by one process alone."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ludotheque.site.storage.trouble import DatabaseRefusal

_OWNER_ALONE = 0o600
_OF_OTHERS = 0o077


def make_file(file: Path) -> None:
    """Makes an empty file for a database, if there is none, that nobody but its owner reads.

    SQLite makes its log with the same rights.
    """
    with suppress(OSError):  # SQLite will say what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_RDONLY, _OWNER_ALONE))


def make_private(file: Path) -> None:
    """Takes a database of older versions away from all readers but its owner."""
    for part in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        with suppress(OSError):  # it is not there, or belongs to somebody else
            if part.stat().st_mode & _OF_OTHERS:
                part.chmod(_OWNER_ALONE)


class FileLock:
    """The right to serve a file; it ends with the process, however that ends."""

    def __init__(self, file: Path) -> None:
        """Takes it; refuses if another process has it. Where locks are unknown, all have it."""
        self.held = False
        self._lock: int | None = None
        with suppress(OSError):  # SQLite will say what is wrong
            self._lock = os.open(f"{file}-lock", os.O_CREAT | os.O_RDWR, _OWNER_ALONE)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self.held = True
            except BlockingIOError:
                self.release()
                raise DatabaseRefusal.of("served") from None

    def release(self) -> None:
        """Gives it back."""
        if self._lock is not None:
            os.close(self._lock)
