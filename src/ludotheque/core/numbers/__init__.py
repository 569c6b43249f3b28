"""Actions and positions as numbers, for programs that study a game.

`Numbers` is what a game may say about its own; `AnyNumbers` serves a game that says nothing.
"""

from ludotheque.core.numbers.any_game import AnyNumbers
from ludotheque.core.numbers.contract import HIGHEST, LOWEST, Labeller, Numbers, one_of

__all__ = ["HIGHEST", "LOWEST", "AnyNumbers", "Labeller", "Numbers", "one_of"]
