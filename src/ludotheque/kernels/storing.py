"""Where computed data is stored, and how it is written so that no file is ever incomplete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludotheque.core.reason import Refusal, because


class NotKept(Refusal):
    """Data cannot be stored; data stored before is unchanged."""


def data_folder() -> Path:
    """The folder in `LUDOTHEQUE_DATA`, or else the system's folder for application data."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    if named:
        return Path(named)
    try:
        from platformdirs import user_data_path  # noqa: PLC0415  # installed with the kernels
    except ImportError as error:
        raise NotKept(because("kernels.missing", module="platformdirs")) from error
    return user_data_path("ludotheque", appauthor=False)


@contextmanager
def keeping(file: Path) -> Iterator[None]:
    """Turns an `OSError` while the file is written into a `NotKept`."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NotKept(because("kernels.not_kept", file=str(file), why=why)) from error


def write_whole(file: Path, *parts: bytes) -> None:
    """Writes the file under another name first, so that it is complete or unchanged."""
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
    """Locks the file for this process; raises `NotKept` if another process has locked it."""
    with keeping(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f"{file.name}.lock").open("wb")
    with lock:
        if not _locked(lock.fileno()):
            raise NotKept(because("kernels.busy", file=str(file)))
        yield


def _locked(handle: int) -> bool:
    try:
        import fcntl  # noqa: PLC0415  # not on every system; without it, there is no lock
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
