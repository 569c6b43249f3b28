"""The levels of a game: which is offered first, and who moves when one of them fails."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ludotheque.games import AnyKit

_STAND_INS = 3


class Failure(NamedTuple):
    """A bot that gave no action that can be played, and the kind of error it met."""

    bot: str
    error: str


def middling_bot(kit: AnyKit) -> str:
    """The bot that is offered first: of middling strength."""
    names = list(kit.bots)
    return names[(len(names) - 1) // 2] if len(names) > 2 else names[-1]


def stand_ins(kit: AnyKit, bot: str) -> list[str]:
    """The bot, then those who move in its stead should it fail: the next lower levels.

    Instead of a bot that has left the game, the middling one moves, then those below it.
    """
    names = list(kit.bots)
    end = names.index(bot) if bot in names else names.index(middling_bot(kit)) + 1
    lower = reversed(names[max(0, end - _STAND_INS) : end])
    return [bot, *lower] if bot in names else [*lower]


def chosen(kit: AnyKit, bot: str, state: Any, rng: Random) -> Any:
    """What the bot does there; `IllegalAction` if it cannot be done."""
    return kit.game.checked(state, kit.bots[bot].choose(kit.game, state, rng))


def choose_or_less(
    kit: AnyKit, bot: str, state: Any, rng: Random
) -> tuple[Any, tuple[Failure, ...]]:
    """What the bot does, or who stands in for it, or any legal action; and who failed before."""
    failures: tuple[Failure, ...] = ()
    for level in stand_ins(kit, bot):
        try:
            return chosen(kit, level, state, rng), failures
        except Exception as error:  # whatever happened, the game goes on
            failures += (Failure(level, type(error).__name__),)
    return rng.choice(kit.game.actions(state)), failures
