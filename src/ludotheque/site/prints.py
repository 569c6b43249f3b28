"""Games to print: each PDF is made once, in the thread for replays, and kept in memory."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from ludotheque.games import load_for
from ludotheque.house.reader import Asker
from ludotheque.printing.paper import PAPERS
from ludotheque.site.limits import Replays
from ludotheque.site.settings import Settings

_NEEDED = ("pyphen", "reportlab")  # the extra `print`


class Print(NamedTuple):
    """The choices of one PDF; `plain` is without colour."""

    game: str
    lang: str
    paper: str
    plain: bool


class Prints:
    """The PDFs made so far: a few megabytes for all games."""

    def __init__(self, settings: Settings, replays: Replays) -> None:
        self.offered = settings.print and all(map(find_spec, _NEEDED))
        self._replays = replays
        self._made: dict[Print, bytes] = {}

    async def get(self, wanted: Print, asker: Asker) -> bytes:
        """Returns the PDF; the first request waits until it is made."""
        if wanted not in self._made:
            await self._replays.run(asker, lambda: self._make(wanted))
        return self._made[wanted]

    def _make(self, wanted: Print) -> None:
        """Makes the PDF, unless an earlier request in the queue has made it."""
        from ludotheque.printing.pdf import make_pdf  # noqa: PLC0415  # an extra, slow to load

        if wanted not in self._made:
            kit, paper = load_for(wanted.game, wanted.lang), PAPERS[wanted.paper]
            self._made[wanted] = make_pdf(kit, wanted.lang, paper, plain=wanted.plain)
