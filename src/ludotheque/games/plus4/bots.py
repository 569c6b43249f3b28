"""Players of Plus 4."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.player import Player
from ludotheque.games.plus4.rules import Plus4Options


def bots(options: Plus4Options) -> Mapping[str, Player]:
    """Weakest first."""
    del options
    return {"random": RandomPlayer()}
