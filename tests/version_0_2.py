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

from ludotheque.core.record import read_record
from ludotheque.games import load_stored

_TIMES = {"at", "changed", "from_ms"}
# Texts that are shown to people.
_WORDS = {"aim", "do", "feels", "label", "line", "text", "tip", "told", "why"}
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


def wordless(view: Any) -> Any:
    """A view whose parts show what they look like, without labels and the names of looks."""
    if not isinstance(view, dict) or "looks" not in view:
        return view
    looks = {name: look[1:] for name, look in view["looks"].items()}
    areas = [
        {**area, "parts": [[part[0], looks[part[1]], *part[2:]] for part in area["parts"]]}
        for area in view["areas"]
    ]
    return {**view, "areas": areas, "looks": [], "prompts": [], "steps": ""}


def with_new_options(record: str) -> str:
    """A record whose game names all options that there are now."""
    before, spec, after = record.partition(read_record(record).game)
    return f"{before}{load_stored(spec).full_spec}{after}"


def missing(was: Any, now: Any, path: str = "") -> Iterator[str]:
    """The places where old data are missing or different in the new, which may have more.

    Texts for people may be worded otherwise, but not left out.
    """
    if isinstance(was, dict) and isinstance(now, dict):
        for name, value in was.items():
            if name in now:
                yield from missing(value, now[name], f"{path}.{name}")
            else:
                yield f"{path}.{name} is gone"
    elif isinstance(was, list) and isinstance(now, list):
        yield from _missing_of_list(was, now, path)
    elif was != now and not (path.rpartition(".")[2] in _WORDS and was and now):
        yield f"{path} was {was!r} and is {now!r}"


def _missing_of_list(was: list[Any], now: list[Any], path: str) -> Iterator[str]:
    """The same of lists: games and options are found by their names, all else by its place."""
    if _named(was) and _named(now):
        by_name = {each["name"]: each for each in now}
        for each in was:
            yield from missing(each, by_name.get(each["name"]), f"{path}[{each['name']}]")
    elif len(was) == len(now):
        for number, pair in enumerate(zip(was, now, strict=True)):
            yield from missing(*pair, f"{path}[{number}]")
    else:
        yield f"{path} was {was!r} and is {now!r}"


def _named(values: list[Any]) -> bool:
    """Whether these are things with names of their own."""
    names = {each.get("name") for each in values if isinstance(each, dict)} - {None}
    return bool(values) and len(names) == len(values)
