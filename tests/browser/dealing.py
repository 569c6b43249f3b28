"""The site, which deals the same at every table, as `python -m` of this module with `serve`.

One game of Redline in two hundred is over after a few moves: a page could not be tried on it. A bot
plays the same in the same position, so that a recorded game can be repeated. People who leave a
page soon count as away.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random
from zlib import crc32

from ludotheque.cli import main
from ludotheque.play.work import BotMove
from ludotheque.site.company import presence
from ludotheque.site.storage import tables
from ludotheque.table.table import Moment, present

SEED = 2  # with which games of two, three and six go on for ten moves at least
_begin_work = BotMove.__init__


def _dealt() -> Moment:
    return replace(present(), rng=Random(SEED))


def _thought(self: BotMove, spec: str, state: str, bot: str, seed: int) -> None:
    _begin_work(self, spec, state, bot, crc32(state.encode()))


tables.present = _dealt  # type: ignore[attr-defined]
presence.GRACE_S = 1.0  # longer than a page takes to load anew
BotMove.__init__ = _thought  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
