"""Measures figures, and writes them as tables and JSON."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A figure; if it is compared, with the name of its anchor and the ratio to it."""

    what: str
    figure: float
    unit: str
    beside: str = ""
    times: float | None = None

    def against(self, other: Row) -> Row:
        """Returns the figure compared with an anchor of the same unit."""
        return Row(self.what, self.figure, self.unit, other.what, self.figure / other.figure)


def seconds(act: Callable[[], object], least: float = 1.0) -> float:
    """Returns the mean processor time of a call, repeated for at least `least` seconds of it."""
    calls, start = 0, time.process_time()
    while (spent := time.process_time() - start) < least or not calls:
        act()
        calls += 1
    return spent / calls


def once(act: Callable[[], T]) -> tuple[float, T]:
    """Returns the processor time of one call, and its result."""
    start = time.process_time()
    found = act()
    return time.process_time() - start, found


def best(act: Callable[[], float], times: int = 3) -> float:
    """Returns the greatest of several figures, that of the least disturbed call."""
    return max(act() for _ in range(times))


def machine() -> str:
    """Describes the machine."""
    processor = platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text("utf-8").splitlines()
        processor = next((x.split(":")[1].strip() for x in lines if "model name" in x), processor)
    return f"{processor}, one thread, Python {platform.python_version()}"


def as_json(sections: dict[str, list[Row]]) -> dict[str, Any]:
    """Returns all figures by section, as JSON."""
    rows = {title: [asdict(row) for row in found] for title, found in sections.items()}
    return {"machine": machine(), "sections": rows}


def as_table(sections: dict[str, list[Row]]) -> str:
    """Returns all figures as tables in Markdown."""
    lines: list[str] = []
    for title, rows in sections.items():
        if rows:
            lines += [f"**{title}**", "", *_table(rows), ""]
    return "\n".join(lines)


def _table(rows: Iterable[Row]) -> list[str]:
    lines = ["| | | unit | beside |", "|---|---:|---|---|"]
    for row in rows:
        beside = "" if row.times is None else f"{_figure(row.times)} × {row.beside}"
        lines.append(f"| {row.what} | {_figure(row.figure)} | {row.unit} | {beside} |")
    return lines


def _figure(value: float) -> str:
    """Returns a number with three significant digits, or without decimals if it is large."""
    if value == int(value) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
