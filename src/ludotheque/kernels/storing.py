"""Where computed data is stored, and how it is written so that no file is ever half there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludotheque.core.reason import Refusal, because


class NotKept(Refusal):
    """The disk is full or cannot be written; what was stored before is still whole."""


def data_folder() -> Path:
    """What `LUDOTHEQUE_DATA` names, else where this system stores the data of programs."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    if named:
        return Path(named)
    try:
        from platformdirs import user_data_path  # noqa: PLC0415  # comes with the kernels
    except ImportError as error:
        raise NotKept(because("kernels.missing", module="platformdirs")) from error
    return user_data_path("ludotheque", appauthor=False)


@contextmanager
def keeping(file: Path) -> Iterator[None]:
    """Turns an error of the system while the file is written into a refusal."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NotKept(because("kernels.not_kept", file=str(file), why=why)) from error


def write_whole(file: Path, *parts: bytes) -> None:
    """Writes the file under another name first, so that it is there whole or not at all."""
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    with keeping(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with new.open("wb") as out:
                for part in parts:
                    out.write(part)
                out.flush()
                os.fsync(out.fileno())
            new.replace(file)
        finally:
            with suppress(OSError):
                new.unlink()


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Lets one process at a time work on the file; the lock ends with the process."""
    with keeping(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f"{file.name}.lock").open("wb")
    with lock:
        if not _locked(lock.fileno()):
            raise NotKept(because("kernels.busy", file=str(file)))
        yield


def _locked(handle: int) -> bool:
    try:
        import fcntl  # noqa: PLC0415  # not on every system; without it, nothing is locked
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
