"""A review as one guest reads it, in one language."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.teacher import finished
from ludotheque.core.texts import Texts
from ludotheque.play.commentary import SentDecision, as_json, comment, luck, unknown_as_json
from ludotheque.play.review import ReviewStep
from ludotheque.table.commands import variation
from ludotheque.table.shapes import MoveLine, PastView, ReviewNews, ReviewStart, Stop
from ludotheque.table.table import Table
from ludotheque.table.views.page import folded_moves, past_view
from ludotheque.table.words import said_to, words_of


def review_view(table: Table, guest: str, lang: str) -> ReviewStart:
    """What the page shows before any decision is reviewed: who played, and every move."""
    mine = table.seats_of(guest)
    stops: list[Stop | MoveLine] = [*folded_moves(table, mine)]
    if not stops or stops[0]["seat"] is not None:
        stops.insert(0, {"n": 0, "seat": None, "text": ""})
    emblems, words = table.kit.game.painter.emblems(table.state), words_of(table, lang)
    return {
        "stops": stops,
        "seats": [
            {"name": name, "sign": emblem.sign, "emblem": emblem.symbol, "mine": seat in mine}
            for seat, (name, emblem) in enumerate(zip(words.names, emblems, strict=True))
        ],
        "end": _end(table),
        "over": table.kit.game.outcome(table.state) is not None,
    }


def _end(table: Table) -> list[float] | None:
    """Each seat's share of a win in the last round; None if it was not played to its end."""
    board = table.state.round
    end = None if board is None else table.kit.round.outcome(board)
    return None if end is None else [verdict.share for verdict in finished(end)]


def reviewed(
    table: Table, steps: Sequence[ReviewStep], total: int, known: int, guest: str, lang: str
) -> ReviewNews:
    """The decisions reviewed so far, out of `total`, after the first `known`, for a guest."""
    words = said_to(table.seats_of(guest), words_of(table, lang).game)
    fresh = [_in_words(steps, order, table, words) for order in range(known, len(steps))]
    done = known + len(fresh) >= total
    return {"table": table.id, "total": total, "done": done, "decisions": fresh}


def line_view(table: Table, number: int, line: str, guest: str, lang: str) -> PastView:
    """The position after the first `number` moves and then the moves of `line`."""
    varied = variation(table, number, line)
    return past_view(varied, len(varied.moves), guest, lang)


def _in_words(steps: Sequence[ReviewStep], order: int, table: Table, words: Texts) -> SentDecision:
    """A reviewed decision in words, with the luck just before it."""
    step, decision = steps[order], steps[order].decision
    if decision is None:
        return _for_all(table, unknown_as_json(table.kit, step, words))
    before = steps[order - 1].decision if order else None
    said = comment(table.kit, step.state, decision, words)
    why = luck(before, decision, words) if before else ""
    return _for_all(table, as_json(decision, said, why))


def _for_all(table: Table, decision: SentDecision) -> SentDecision:
    return {**decision, "action": table.seen(decision["seat"], decision["action"], ())}
