"""The levels of a game: which one is offered first, and which ones stand in when it fails."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, NamedTuple

from ludotheque.games import AnyKit

# Few, so that the game soon goes on even if a whole family of bots is broken.
_MOST_STAND_INS = 3


class Failure(NamedTuple):
    """A bot that gave no legal action, and the kind of error it raised."""

    bot: str
    error: str


def middling_bot(kit: AnyKit) -> str:
    """The bot of middling strength, which is offered first."""
    names = list(kit.bots)
    return names[(len(names) - 1) // 2] if len(names) > 2 else names[-1]


def level_after(kit: AnyKit, beaten: Collection[str] = ()) -> str:
    """The level above the strongest one that was beaten; at first, the one above the weakest.

    The weakest bot is skipped, because it moves at random.
    """
    names = list(kit.bots)
    above = 1 + max((names.index(bot) for bot in beaten if bot in names), default=0)
    return names[min(above, len(names) - 1)]


def stand_ins(kit: AnyKit, bot: str) -> list[str]:
    """The bot, then the next lower levels, which move in its place if it fails.

    If the game no longer has the bot, the list begins with the middling one.
    """
    names = list(kit.bots)
    end = names.index(bot) if bot in names else names.index(middling_bot(kit)) + 1
    lower = reversed(names[max(0, end - _MOST_STAND_INS) : end])
    return [bot, *lower] if bot in names else [*lower]


def chosen(kit: AnyKit, bot: str, state: Any, rng: Random) -> Any:
    """The bot's action, checked and with its ruling; raises IllegalAction if it is illegal."""
    return kit.game.checked(state, kit.bots[bot].choose(kit.game, state, rng))


def choose_or_stand_in(
    kit: AnyKit, bot: str, state: Any, rng: Random
) -> tuple[Any, tuple[Failure, ...]]:
    """The action of the bot, of a stand-in, or a random one; and the failures before it."""
    failures: tuple[Failure, ...] = ()
    for level in stand_ins(kit, bot):
        try:
            return chosen(kit, level, state, rng), failures
        except Exception as error:  # the game must go on, whatever happened
            failures += (Failure(level, type(error).__name__),)
    return rng.choice(kit.game.actions(state)), failures
