"""Data that version 0.2.0 stored (tests/fixtures/version-0.2)."""

from __future__ import annotations

import json
import lzma
import os
import re
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_TIMES = {"at", "changed", "from_ms"}
_DATE = re.compile(r"^\[Date .*\n", re.MULTILINE)
_FOLDER = Path(__file__).parent / "fixtures" / "version-0.2"


def content(name: str) -> bytes:
    return lzma.decompress(_FOLDER.joinpath(f"{name}.xz").read_bytes())


def told(name: str) -> Any:
    return json.loads(content(name))


def unpack(name: str, folder: Path) -> None:
    """With the old dates of the files, so that a host does not call newer ones unchanged."""
    with zipfile.ZipFile(_FOLDER / name) as archive:
        archive.extractall(folder)
        for entry in archive.infolist():
            written = datetime(*entry.date_time, tzinfo=UTC).timestamp()
            os.utime(folder / entry.filename, (written, written))


def since_ms(last_ms: int) -> int:
    """How far to move times so that something of that time happened a minute ago."""
    return int(time.time() * 1000) - 60_000 - last_ms


def later(was: Any, by_ms: int) -> Any:
    """Answers or stored data, with their times moved on."""
    if isinstance(was, dict):
        return {
            name: value + by_ms if name in _TIMES and value is not None else later(value, by_ms)
            for name, value in was.items()
        }
    return [later(each, by_ms) for each in was] if isinstance(was, list) else was


def dateless(record: str) -> str:
    """A record without the date of its table."""
    return _DATE.sub("", record)


def missing(was: Any, now: Any, path: str = "") -> Iterator[str]:
    """The places where old data are missing or different in the new, which may have more."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name, value in was.items():
            if name in now:
                yield from missing(value, now[name], f"{path}.{name}")
            else:
                yield f"{path}.{name} is gone"
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, pair in enumerate(zip(was, now, strict=True)):
            yield from missing(*pair, f"{path}[{number}]")
    elif was != now:
        yield f"{path} was {was!r} and is {now!r}"
