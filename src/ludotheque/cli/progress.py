"""A progress bar, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.core.solver import Progress
from ludotheque.core.texts import Texts

_WIDTH_CHARACTERS = 30  # with the time left, a line of at most 60


@contextmanager
def progress(say: Texts) -> Iterator[Progress | None]:
    """Yields a function that draws the bar, or None without a terminal; finally ends the line."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(say)
    try:
        yield bar.tell
    finally:
        bar.close()


class _Bar:
    def __init__(self, say: Texts) -> None:
        self.say = say
        self.start: tuple[float, float] | None = None
        self.shown = ""

    def tell(self, part: float) -> None:
        """Draws the bar, with an estimate of the time left."""
        now = time.monotonic()
        self.start = self.start or (now, part)
        begun, first = self.start
        left = (now - begun) * (1 - part) / (part - first) if part > first else 0.0
        filled = round(_WIDTH_CHARACTERS * part)
        drawn = f"[{'#' * filled}{'.' * (_WIDTH_CHARACTERS - filled)}] {100 * part:5.1f} %"
        self._show(f"{drawn}  {self.say('left', minutes=int(left // 60), seconds=int(left % 60))}")

    def close(self) -> None:
        """Ends the line, if there is one."""
        if self.shown:
            print(file=sys.stderr)

    def _show(self, line: str) -> None:
        if line != self.shown:
            self.shown = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
