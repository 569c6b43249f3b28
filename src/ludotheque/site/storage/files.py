"""The file of a SQLite database: private to its owner, and served by one process at a time."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ludotheque.site.storage.trouble import DatabaseRefusal

_OWNER_ALONE = 0o600
_OF_OTHERS = 0o077


def make_file(file: Path) -> None:
    """Creates an empty file for a database that only its owner can read, unless it exists.

    SQLite creates its log with the same permissions.
    """
    with suppress(OSError):  # SQLite will report what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_RDONLY, _OWNER_ALONE))


def make_private(file: Path) -> None:
    """Makes a database of an older version readable by its owner alone."""
    for part in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        with suppress(OSError):  # it does not exist, or belongs to another user
            if part.stat().st_mode & _OF_OTHERS:
                part.chmod(_OWNER_ALONE)


class FileLock:
    """The lock of a file that is served; it ends with the process, however that ends."""

    def __init__(self, file: Path) -> None:
        """Takes the lock; refuses if another process has it. Where locks fail, goes on without."""
        self.held = False
        self._lock: int | None = None
        with suppress(OSError):  # SQLite will report what is wrong
            self._lock = os.open(f"{file}-lock", os.O_CREAT | os.O_RDWR, _OWNER_ALONE)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self.held = True
            except BlockingIOError:
                self.release()
                raise DatabaseRefusal("served") from None

    def release(self) -> None:
        """Releases the lock."""
        if self._lock is not None:
            os.close(self._lock)
