"""Games of other distributions, installed for some tests only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.core import caching, page, texts
from ludotheque.house import lids, shelf

HEX = Path(__file__).parent.parent / "examples" / "hex"
PACKAGE = "ludotheque_hex"


@contextmanager
def installed(metadata: Path, source: Path = HEX / "src", package: str = PACKAGE) -> Iterator[None]:
    """Hex on the shelf during the block, as its package names it, from that folder."""
    folder = metadata / "hex.dist-info"
    folder.mkdir(parents=True)
    (folder / "entry_points.txt").write_text(f"[{games.ENTRY_POINTS}]\nhex = {package}\n", "utf-8")
    (folder / "METADATA").write_text("Name: ludotheque-hex\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(source)
        patch.syspath_prepend(metadata)
        _look_again()
        yield
    _look_again()


def _look_again() -> None:
    """Forgets what was found and drawn, as in a new process."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    found = games.others, games.names, games.find, games._tried
    read = texts.texts, texts._read, page.rules_page
    for remembered in (*found, *read, lids.lid_of, shelf.sheet, shelf.article):
        remembered.cache_clear()
    caching.clear()
