"""A table as one guest sees it, in one language: what the page is made from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.scene import SEAT_SIGNS, Gesture, Scene, Viewpoint
from ludotheque.render.live import live_areas, still
from ludotheque.render.svg import definitions
from ludotheque.table.commands import free_undo, may_hint, may_leave, may_resign, may_undo
from ludotheque.table.table import Table, looked_back
from ludotheque.table.words import TableWords, words_of

View = dict[str, Any]
# The last step in words names a decision and a few draws after it, but no deal of 48 tiles.
_MOVES_TOLD = 4


def view(table: Table, guest: str, lang: str) -> View:
    """Everything the page needs to show the table to that guest."""
    mine, words = table.seats_of(guest), words_of(table, lang)
    scene = seen_by(table, mine, words)
    return {
        **facts(table, mine, scene, words),
        "title": scene.title,
        **_drawn(scene),
        "gestures": [_gesture(g) for g in scene.gestures],
        "moves": folded_moves(table),
        "notice": _notice(table, words),
    }


def facts(table: Table, mine: tuple[Seat, ...], scene: Scene, words: TableWords) -> View:
    """What a page and a program both receive."""
    return {
        "seq": table.seq,
        "status": status_of(table, words, mine),
        "note": scene.note,
        "seats": _seats(table, mine, words),
        "told": _latest_in_words(table, words),
        "over": _over(table, words),
        "undo": _undo(table, mine),
        "can": _can(table, mine),
        "rematch": table.rematch,
    }


def can_act(table: Table, mine: tuple[Seat, ...]) -> bool:
    """Whether one of these seats is to move now."""
    return table.turn in mine and not table.incomplete


def seen_by(table: Table, mine: tuple[Seat, ...], words: TableWords) -> Scene:
    """The table as these seats see it, with gestures if one of them is to move."""
    scene = _scene(table, _point_of_view(mine, table.turn), words)
    return scene if can_act(table, mine) else _untouchable(scene)


def past_view(table: Table, number: int, guest: str, lang: str) -> View:
    """The position after that many moves, to look at only."""
    seat, words = _point_of_view(table.seats_of(guest), None), words_of(table, lang)
    past = looked_back(table, table.history.taken_back(number))
    scene = _untouchable(_scene(past, seat, words))
    return {**_drawn(scene), "status": scene.status}


def folded_moves(table: Table) -> list[dict[str, Any]]:
    """One line for each decision, with what chance did after it."""
    lines: list[dict[str, Any]] = []
    for number, move in enumerate(table.moves, start=1):
        if move.seat is not None or not lines:
            lines.append({"n": number, "seat": move.seat, "text": move.text, "chance": []})
        else:
            lines[-1]["chance"].append(move.text)
            lines[-1]["n"] = number
    return lines


def status_of(table: Table, words: TableWords, mine: tuple[Seat, ...] = ()) -> str:
    """Whose turn it is, or how it ended, for somebody who sits on those seats."""
    end, turn = table.outcome, table.turn
    if end is not None:
        names = ", ".join(words.names[seat] for seat in end.winners)
        return words("won", names=names) if names else words("drawn")
    if table.incomplete:
        return words("waiting")
    if turn is not None and mine == (turn,):
        return words("your_turn")
    return words("to_move", name=words.names[turn]) if turn is not None else ""


def _drawn(scene: Scene) -> View:
    return {"defs": definitions(scene), "areas": live_areas(scene)}


def _gesture(gesture: Gesture) -> list[Any]:
    """The parts pressed, then the action; a typed one says what must be typed after it."""
    typed = gesture.typed
    if typed is None:
        return [*gesture.presses, gesture.action]
    wanted = {"initial": typed.initial, "letters": typed.letters}
    shown = {"threads": typed.threads, "lang": typed.lang}
    return [*gesture.presses, {"action": gesture.action, **wanted, **shown}]


def _point_of_view(mine: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """The seat whose view is shown: the guest's own, on a shared screen the one to move."""
    if not mine:
        return None
    return turn if turn in mine else mine[0]


def _scene(table: Table, seat: Seat | None, words: TableWords) -> Scene:
    viewpoint = Viewpoint[Any, Any](words.game, seat, _step(table))
    return table.kit.game.painter.scene(table.state, viewpoint)


def _untouchable(scene: Scene) -> Scene:
    return replace(scene, gestures=())


def _step(table: Table) -> tuple[Any, Any] | None:
    """The last decision (or draw, where nobody has decided yet) and the state before it."""
    step = table.history.step
    if not step:
        return None
    before, move = step[0] if _decided(table) else step[-1]
    return before, move.action


def _decided(table: Table) -> bool:
    """Whether the last step began with a decision, not with chance."""
    return bool(table.history.step) and table.history.step[0][1].seat is not None


def _seats(table: Table, mine: tuple[Seat, ...], words: TableWords) -> list[dict[str, Any]]:
    totals = table.kit.series.totals(table.state) if table.state.results else None
    return [
        {
            "name": words.names[seat],
            "label": words.game.nameless.seat(seat),
            "sign": SEAT_SIGNS[seat],
            "kind": sitter.kind,
            "feels": table.kit.level(sitter.bot, words.lang).feels,
            "mine": seat in mine,
            "turn": seat == table.turn,
            "points": totals[seat] if totals else None,
        }
        for seat, sitter in enumerate(table.seats)
    ]


def _step_in_words(table: Table, words: TableWords) -> str:
    """The last decision in words, with what chance did after it."""
    if not _decided(table):
        return ""
    painter, step = table.kit.game.painter, table.history.step[:_MOVES_TOLD]
    return " ".join(painter.tell(before, move.action, words.game) for before, move in step)


def _latest_in_words(table: Table, words: TableWords) -> str:
    """What happened last: the last decision, or what people did after it."""
    key, who = table.note
    if not key:
        return _step_in_words(table, words)
    name = words.names[int(who[1:])] if who.startswith("@") else who
    return words(f"note_{key}", name=name)


def _over(table: Table, words: TableWords) -> dict[str, Any] | None:
    end = table.outcome
    if end is None:
        return None
    points = " – ".join(map(str, end.points)) if any(end.points) else ""
    return {"text": status_of(table, words), "why": words.say(end.reason), "points": points}


def _notice(table: Table, words: TableWords) -> dict[str, Any] | None:
    """The end of a round, shown until the next move: the score, and its last position."""
    last = _end_of_round(table)
    if last is None or table.outcome is not None:
        return None
    kit, (board, action) = table.kit, last
    over = kit.round.apply(board, action)
    end = kit.round.outcome(over)
    assert end is not None
    viewpoint = Viewpoint[Any, Any](words.game, after=(board, action))
    picture = still(kit.round.painter.scene(over, viewpoint))
    score = " – ".join(map(str, table.state.results[-1].points))
    title = words("round_over", number=len(table.state.results), score=score)
    return {"text": title, "why": words.say(end.reason), "svg": picture}


def _end_of_round(table: Table) -> tuple[Any, Any] | None:
    """The round before it ended in the last step, and the decision or draw that ended it."""
    history = table.history
    later = (*history.tail[1:], history.state)
    for (before, move), after in zip(history.step, later, strict=False):
        if before.round is not None and len(after.results) > len(before.results):
            return before.round, move.action
    return None


def _undo(table: Table, mine: tuple[Seat, ...]) -> dict[str, Any] | None:
    if table.undo_asked is None:
        return None
    return {"seat": table.undo_asked, "mine": table.undo_asked in mine}


def _can(table: Table, mine: tuple[Seat, ...]) -> dict[str, bool]:
    over = table.outcome is not None
    return {
        "act": can_act(table, mine),
        "undo": bool(mine) and table.undo_asked is None and may_undo(table, mine),
        "resign": may_resign(table, mine),
        "leave": may_leave(table, mine),
        "rematch": bool(mine) and over,
        "hint": may_hint(table, mine),
        "free_undo": free_undo(table),
    }
