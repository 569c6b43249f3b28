"""What happened at a table, found in its history and put into words."""

from __future__ import annotations

from typing import Any

from ludotheque.core.texts import Texts
from ludotheque.table.table import Table


def last_step(table: Table) -> tuple[Any, Any] | None:
    """The last decision (or draw, where nobody has decided yet) and the state before it."""
    step = table.history.step
    if not step:
        return None
    before, move = step[0] if decided(table) else step[-1]
    return before, move.action


def end_of_round(table: Table) -> tuple[Any, Any] | None:
    """The round before it ended in the last step, and the decision or draw that ended it."""
    history = table.history
    later = (*history.tail[1:], history.state)
    for (before, move), after in zip(history.step, later, strict=False):
        if before.round is not None and len(after.results) > len(before.results):
            return before.round, move.action
    return None


def decided(table: Table) -> bool:
    """Whether the last step began with a decision, not with chance."""
    return bool(table.history.step) and table.history.step[0][1].seat is not None


def step_in_words(table: Table, words: Texts) -> str:
    """The last decision in words, with what chance did after it."""
    if not decided(table):
        return ""
    tell, step = table.kit.game.painter.tell, table.history.step
    return " ".join(filter(None, [tell(before, move.action, words) for before, move in step]))


def told_moves(table: Table, words: Texts) -> list[str]:
    """All decisions in words, each with what chance did after it; first what chance did before.

    The game is replayed, so this is for whoever asks for it, not for every move.
    """
    game = table.kit.game
    state, lines = game.initial(), list[list[str]]()
    for move in table.moves:
        if move.seat is not None or not lines:
            lines.append([])
        lines[-1].append(game.painter.tell(state, move.action, words))
        state = game.apply(state, move.action)
    return [" ".join(filter(None, line)) for line in lines]
