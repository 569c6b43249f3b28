"""The work of making a PDF, which can be sent to another process (see `play.work`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.games import load_for
from ludotheque.printing.paper import PAPERS


class PrintWork(NamedTuple):
    """The choices of one PDF; `plain` is without colour."""

    game: str
    lang: str
    paper: str
    plain: bool

    def run(self, begins: Callable[[], None]) -> bytes:
        """The PDF; calls `begins` once everything is loaded."""
        from ludotheque.printing.pdf import make_pdf  # noqa: PLC0415  # an extra, slow to load

        kit = load_for(self.game, self.lang)
        begins()
        return make_pdf(kit, self.lang, PAPERS[self.paper], plain=self.plain)
