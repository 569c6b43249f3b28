"""The site with bots that fail, each in its own way, as `python -m` of this module with `serve`.

Processes that it starts import this module too, and so have the same bots.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from ludotheque.cli import main
from ludotheque.core.player import Player
from ludotheque.games.babylone import bots as babylone
from ludotheque.games.babylone.rules import Move
from ludotheque.games.plus4 import bots as plus4
from ludotheque.games.redline import bots as redline
from ludotheque.kernels.notice import slow


class Failing:
    """Fails when it is to move, in the way of its name."""

    def __init__(self, way: str) -> None:
        self.way = way

    def choose(self, game: Any, state: Any, rng: Random) -> Any:
        if self.way == "crashing":
            raise ZeroDivisionError("a secret")
        if self.way == "dying":
            os._exit(3)
        if self.way == "hanging":
            time.sleep(3600)
        if self.way == "cheating":
            return Move(0, 0)
        with slow():
            time.sleep(3)
        return rng.choice(game.actions(state))


def _planted(bots: Any, sound: int, *ways: str) -> Any:
    """The weakest of the game's own bots, so many, and above them some that fail."""

    def found(options: Any) -> Mapping[str, Player]:
        own = dict(list(bots(options).items())[:sound])
        return {**own, **{way: Failing(way) for way in ways}}

    return found


babylone.bots = _planted(babylone.bots, 2, "crashing", "cheating", "dying")
plus4.bots = _planted(plus4.bots, 2, "compiling", "hanging")
redline.bots = _planted(redline.bots, 0, "crashing", "cheating")

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
