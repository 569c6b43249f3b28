"""The levels of a game: which is offered first."""

from __future__ import annotations

from ludotheque.games import AnyKit


def middling_bot(kit: AnyKit) -> str:
    """The bot that is offered first: of middling strength."""
    names = list(kit.bots)
    return names[len(names) // 2] if len(names) > 2 else names[-1]
