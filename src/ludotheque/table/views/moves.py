"""The list of moves in words, as each guest is told it."""

from __future__ import annotations

from ludotheque.table.table import Table
from ludotheque.table.words import said_to, words_of


def told_moves(table: Table, guest: str, lang: str) -> list[str]:
    """All decisions in words, each with what chance did after it; first what chance did before.

    They are told to that guest, who may sit at the table. The game is replayed, so this is for
    whoever asks for it, not for every move.
    """
    game, words = table.kit.game, said_to(table.seats_of(guest), words_of(table, lang).game)
    state, lines = game.initial(), list[list[str]]()
    for move in table.moves:
        if move.seat is not None or not lines:
            lines.append([])
        lines[-1].append(game.painter.tell(state, move.action, words))
        state = game.apply(state, move.action)
    return [" ".join(filter(None, line)) for line in lines]
