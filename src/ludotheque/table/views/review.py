"""A review as one guest reads it, in one language."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.scene import SEAT_SIGNS
from ludotheque.core.teacher import finished
from ludotheque.play.commentary import as_json, comment, luck
from ludotheque.play.review import Step
from ludotheque.table.commands import aside
from ludotheque.table.table import Table
from ludotheque.table.views.page import View, folded_moves, past_view
from ludotheque.table.words import TableWords, words_of


def review_view(table: Table, lang: str) -> View:
    """What the page shows before anything is understood: who played, and every move."""
    lines = folded_moves(table)
    start = [] if lines and lines[0]["seat"] is None else [{"n": 0, "seat": None, "text": ""}]
    return {
        "stops": [*start, *lines],
        "seats": [
            {"name": name, "sign": SEAT_SIGNS[seat]}
            for seat, name in enumerate(words_of(table, lang).names)
        ],
        "end": _end(table),
        "over": table.kit.game.outcome(table.state) is not None,
    }


def _end(table: Table) -> list[float] | None:
    """What the last round came to for each seat, if it was played to its end."""
    board = table.state.round
    end = None if board is None else table.kit.round.outcome(board)
    return None if end is None else [verdict.share for verdict in finished(end)]


def reviewed(table: Table, steps: Sequence[Step], total: int, known: int, lang: str) -> View:
    """What is understood so far of `total` decisions, beyond the first `known`."""
    words = words_of(table, lang)
    news = [_told(steps, order, table, words) for order in range(known, len(steps))]
    done = known + len(news) >= total
    return {"table": table.id, "total": total, "done": done, "decisions": news}


def line_view(table: Table, number: int, line: str, guest: str, lang: str) -> View:
    """The position after that many moves and what else might have followed them."""
    past = aside(table, number, line)
    return past_view(past, len(past.moves), guest, lang)


def _told(steps: Sequence[Step], order: int, table: Table, words: TableWords) -> View:
    """A decision in words, with the names of those who sit at the table."""
    step, found = steps[order], steps[order].found
    if found is None:
        return _unknown(step, table, words)
    before = steps[order - 1].found if order else None
    said = comment(table.kit, step.state, found, words.game)
    return as_json(found, said, luck(before, found, words.game) if before else "")


def _unknown(step: Step, table: Table, words: TableWords) -> View:
    """A decision that could not be judged."""
    game = table.kit.game
    return {
        "number": step.number,
        "round": len(step.state.results),
        "seat": game.turn(step.state),
        "action": game.notation.write_action(step.action),
        "mark": "unknown",
        "luck": "",
        "told": game.painter.tell(step.state, step.action, words.game),
        "text": words.game("review.unknown"),
        "worth": [],
        "best": None,
        "taken": None,
        "better": None,
    }
