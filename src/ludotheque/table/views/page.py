"""A table as one guest sees it, in one language: what the page is made from."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import SEAT_LETTERS, SEAT_SIGNS, Gesture, Scene
from ludotheque.core.texts import Texts, texts
from ludotheque.render.live import live_areas, still
from ludotheque.render.svg import definitions
from ludotheque.table.commands import free_undo, may_hint, may_leave, may_undo
from ludotheque.table.seats import BOT, OPEN
from ludotheque.table.table import Table, looked_back

View = dict[str, Any]


def words_of(table: Table, lang: str) -> Texts:
    """The texts of the table over those of the game on it."""
    return table_words(table.kit.box.package, lang)


@lru_cache(maxsize=32)
def table_words(package: str, lang: str) -> Texts:
    """The texts of a table over those of a game."""
    game, own = texts(package, lang).entries, texts("ludotheque.table", lang).entries
    return Texts({**game, **{k: v for k, v in own.items() if k.startswith("table.")}}, lang)


def say(table: Table, reason: Reason, lang: str) -> str:
    """A refusal in words."""
    return words_of(table, lang).say(reason)


def view(table: Table, guest: str, lang: str) -> View:
    """Everything the page needs to show the table to that guest."""
    mine = table.seats_of(guest)
    scene = seen_by(table, mine, lang)
    return {
        **facts(table, mine, scene),
        "title": scene.title,
        "defs": definitions(scene),
        "areas": _areas(table, scene, lang),
        "gestures": [_gesture(g) for g in scene.gestures],
        "moves": folded_moves(table),
        "notice": _notice(table, lang),
    }


def facts(table: Table, mine: tuple[Seat, ...], scene: Scene) -> View:
    """What a page and a program are told alike."""
    lang = scene.lang
    return {
        "seq": table.seq,
        "status": status_of(table, lang, mine),
        "note": named(table, scene.note, lang),
        "seats": _seats(table, mine, lang),
        "told": _news(table, lang),
        "over": _over(table, lang),
        "undo": _undo(table, mine),
        "can": _can(table, mine),
        "rematch": table.rematch,
    }


def can_act(table: Table, mine: tuple[Seat, ...]) -> bool:
    """Whether one of these seats is to act now."""
    return table.turn in mine and not table.incomplete


def seen_by(table: Table, mine: tuple[Seat, ...], lang: str) -> Scene:
    """The table as these seats see it, with gestures if one of them is to act."""
    scene = _scene(table, _point_of_view(mine, table.turn), lang)
    return scene if can_act(table, mine) else _untouchable(scene)


def past_view(table: Table, number: int, guest: str, lang: str) -> View:
    """The position after that many moves, to look at only."""
    seat = _point_of_view(table.seats_of(guest), None)
    scene = _untouchable(_scene(looked_back(table, table.history.taken_back(number)), seat, lang))
    areas = _areas(table, scene, lang)
    return {"defs": definitions(scene), "areas": areas, "status": scene.status}


def folded_moves(table: Table) -> list[dict[str, Any]]:
    """One line a decision; what chance did after it stands in the same line."""
    lines: list[dict[str, Any]] = []
    for number, move in enumerate(table.moves, start=1):
        if move.seat is not None or not lines:
            lines.append({"n": number, "seat": move.seat, "text": move.text, "chance": []})
        else:
            lines[-1]["chance"].append(move.text)
            lines[-1]["n"] = number
    return lines


def name_of(table: Table, seat: Seat, lang: str) -> str:
    """Who sits there, by name."""
    sitter, words = table.seats[seat], words_of(table, lang)
    if sitter.kind == BOT:
        letter = SEAT_LETTERS[seat]
        return words("table.bot_name", letter=letter, bot=table.kit.level(sitter.bot, lang).name)
    if sitter.kind == OPEN:
        return words("table.open_seat")
    return sitter.name or words(f"seat.{seat}")


def _areas(table: Table, scene: Scene, lang: str) -> list[dict[str, Any]]:
    """The areas of the scene, with the names of those who sit at the table."""
    areas = live_areas(scene)
    for area in areas:
        area["svg"] = named(table, area["svg"], lang, signed=True)
        area["label"] = named(table, area["label"], lang, signed=True, plain=True)
    return areas


def named(table: Table, text: str, lang: str, *, signed: bool = False, plain: bool = False) -> str:
    """The text with names where the game speaks of seats; all at once, so that none is taken twice.

    `signed` speaks only of seats with their sign, within markup unless `plain`.
    """
    words = words_of(table, lang)
    names: dict[str, str] = {}
    for seat in range(len(table.seats)):
        name = name_of(table, seat, lang)
        sign = f" {SEAT_SIGNS[seat]}" if signed else ""
        names[words(f"seat.{seat}") + sign] = (
            escape(name) if signed and not plain else name
        ) + sign
    if not any(seat in text for seat in names):
        return text
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: names[found[0]], text)


def _gesture(gesture: Gesture) -> list[Any]:
    """The parts pressed, then the action; a typed one says what must be typed after it."""
    typed = gesture.typed
    if typed is None:
        return [*gesture.presses, gesture.action]
    wanted = {"initial": typed.initial, "letters": typed.letters}
    shown = {"threads": typed.threads, "lang": typed.lang}
    return [*gesture.presses, {"action": gesture.action, **wanted, **shown}]


def _point_of_view(mine: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """One's own seat; on a shared screen, that of who acts."""
    if not mine:
        return None
    return turn if turn in mine else mine[0]


def _scene(table: Table, seat: Seat | None, lang: str) -> Scene:
    return table.kit.game.scene(table.state, seat, lang, _step(table))


def _untouchable(scene: Scene) -> Scene:
    return replace(scene, gestures=())


def _step(table: Table) -> tuple[Any, Any] | None:
    """The last decision and the state before it: with what chance added, one step."""
    if not table.history.step:
        return None
    before, move = table.history.step[0] if _decided(table) else table.history.step[-1]
    return before, move.action


def _decided(table: Table) -> bool:
    """Whether anybody has decided anything yet."""
    return bool(table.history.step) and table.history.step[0][1].seat is not None


def status_of(table: Table, lang: str, mine: tuple[Seat, ...] = ()) -> str:
    """Whose turn it is, or how it ended, for somebody who sits on those seats."""
    words = words_of(table, lang)
    end = table.outcome
    if end is not None:
        names = ", ".join(name_of(table, seat, lang) for seat in end.winners)
        return words("table.won", names=names) if names else words("table.drawn")
    if table.incomplete:
        return words("table.waiting")
    turn = table.turn
    if turn is not None and mine == (turn,):
        return words("table.your_turn")
    return words("table.to_move", name=name_of(table, turn, lang)) if turn is not None else ""


def _seats(table: Table, mine: tuple[Seat, ...], lang: str) -> list[dict[str, Any]]:
    words = words_of(table, lang)
    totals = table.kit.series.totals(table.state) if table.state.results else None
    return [
        {
            "name": name_of(table, seat, lang),
            "label": words(f"seat.{seat}"),
            "sign": SEAT_SIGNS[seat],
            "kind": sitter.kind,
            "feels": table.kit.level(sitter.bot, lang).feels,
            "mine": seat in mine,
            "turn": seat == table.turn,
            "points": totals[seat] if totals else None,
        }
        for seat, sitter in enumerate(table.seats)
    ]


def _told(table: Table, lang: str) -> str:
    """The last decision in words, with what chance did after it."""
    if not _decided(table):
        return ""
    game = table.kit.game
    told = " ".join(game.tell(before, move.action, lang) for before, move in table.history.step[:4])
    return named(table, told, lang)


def _news(table: Table, lang: str) -> str:
    """What happened last: the last decision, or what people did since."""
    key, who = table.note
    if not key:
        return _told(table, lang)
    name = name_of(table, int(who[1:]), lang) if who.startswith("@") else who
    return words_of(table, lang)(f"table.note_{key}", name=name)


def _over(table: Table, lang: str) -> dict[str, Any] | None:
    end = table.outcome
    if end is None:
        return None
    points = " – ".join(map(str, end.points)) if any(end.points) else ""
    return {
        "text": status_of(table, lang),
        "why": named(table, say(table, end.reason, lang), lang),
        "points": points,
    }


def _notice(table: Table, lang: str) -> dict[str, Any] | None:
    """The end of a round, told until the next move: who scored, and its last position."""
    step = _step(table)
    if step is None or table.outcome is not None:
        return None
    before, action = step
    done = len(table.state.results) > len(before.results)
    if not done or before.round is None:
        return None
    kit, words = table.kit, words_of(table, lang)
    board = kit.round.apply(before.round, action)
    end = kit.round.outcome(board)
    assert end is not None
    picture = still(kit.round.scene(board, lang=lang, after=(before.round, action)))
    score = " – ".join(map(str, table.state.results[-1].points))
    title = words("table.round_over", number=len(table.state.results), score=score)
    return {"text": title, "why": named(table, say(table, end.reason, lang), lang), "svg": picture}


def _undo(table: Table, mine: tuple[Seat, ...]) -> dict[str, Any] | None:
    if table.undo_asked is None:
        return None
    return {"seat": table.undo_asked, "mine": table.undo_asked in mine}


def _can(table: Table, mine: tuple[Seat, ...]) -> dict[str, bool]:
    over = table.outcome is not None
    return {
        "act": can_act(table, mine),
        "undo": bool(mine) and table.undo_asked is None and may_undo(table, mine),
        "resign": bool(mine) and len(table.seats) == 2 and not over and not table.incomplete,
        "leave": may_leave(table, mine),
        "rematch": bool(mine) and over,
        "hint": may_hint(table, mine),
        "free_undo": free_undo(table),
    }
