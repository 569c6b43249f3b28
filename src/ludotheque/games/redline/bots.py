"""Players of Redline."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.player import Player
from ludotheque.games.redline.rules import RedlineOptions


def bots(options: RedlineOptions) -> Mapping[str, Player]:
    """Weakest first."""
    del options
    return {"random": RandomPlayer()}
