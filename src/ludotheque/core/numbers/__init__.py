"""Actions and positions as numbers, for programs that study a game.

A game can implement `Numbers`; `AnyNumbers` works for all other games.
"""

from ludotheque.core.numbers.any_game import AnyNumbers
from ludotheque.core.numbers.contract import HIGHEST, LOWEST, Labeller, Numbers, one_of

__all__ = ["HIGHEST", "LOWEST", "AnyNumbers", "Labeller", "Numbers", "one_of"]
