"""The list of moves in words, for one guest."""

from __future__ import annotations

from ludotheque.table.table import Table
from ludotheque.table.words import said_to, words_of


def told_moves(table: Table, guest: str, lang: str) -> list[str]:
    """All decisions in words for a guest, each with the chance moves after it.

    Chance moves before the first decision come first, on a line of their own. The game is replayed,
    so this is for requests by guests, not for every move.
    """
    game, words = table.kit.game, said_to(table.seats_of(guest), words_of(table, lang).game)
    state, lines = game.initial(), list[list[str]]()
    for move in table.moves:
        if move.seat is not None or not lines:
            lines.append([])
        lines[-1].append(game.painter.tell(state, move.action, words))
        state = game.apply(state, move.action)
    return [" ".join(filter(None, line)) for line in lines]
