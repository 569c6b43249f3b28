"""The bar is drawn for a person at a terminal, and its line always ends."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr, suppress

from ludotheque.cli.progress import progress
from ludotheque.core.solver import Progress
from ludotheque.core.texts import texts

SAY = texts("ludotheque.cli", "en")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def looking_at(shown: io.StringIO, work: Callable[[Progress | None], None]) -> str:
    """The output of the bar while the work is done, even if it fails."""
    with redirect_stderr(shown), suppress(ZeroDivisionError), progress(SAY) as tell:
        work(tell)
    return shown.getvalue()


def half(tell: Progress | None) -> None:
    assert tell is not None
    tell(0.0)
    tell(0.5)


def failing(tell: Progress | None) -> None:
    half(tell)
    raise ZeroDivisionError


def test_the_bar_fills_on_one_line() -> None:
    shown = looking_at(Terminal(), half)
    _, first, second = shown.split("\r")
    assert first == f"[{'.' * 30}]   0.0 %  0 min 00 s left"
    assert second.startswith(f"[{'#' * 15}{'.' * 15}]  50.0 %  ")
    assert shown.endswith(" left\n")


def test_the_line_ends_when_the_work_fails() -> None:
    assert looking_at(Terminal(), failing).endswith(" left\n")


def test_nothing_is_drawn_where_nobody_looks() -> None:
    told: list[Progress | None] = []
    assert looking_at(io.StringIO(), told.append) == ""
    assert told == [None]
