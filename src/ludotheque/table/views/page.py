"""A table as one guest sees it, in one language: what the page is made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ludotheque.core.game import Seat
from ludotheque.core.scene import Gesture, Scene, Viewpoint
from ludotheque.render.live import whole_scene
from ludotheque.table.table import Table, looked_back
from ludotheque.table.views.facts import Facts, View, can_act, last_step
from ludotheque.table.words import TableWords, words_of


class Eyes(NamedTuple):
    """Whose view it is: guests on the same seats who read the same language see the same."""

    seats: tuple[Seat, ...]
    lang: str


@dataclass(frozen=True)  # no slots: the facts are worked out when they are asked for
class Shown:
    """What some eyes see of a table after an event."""

    eyes: Eyes
    told: Facts
    scene: Scene

    @property
    def table(self) -> Table:
        """The table that is seen."""
        return self.told.table

    @cached_property
    def facts(self) -> View:
        """Everything but the drawing, the gestures and the moves."""
        facts = self.told.seen_by(self.eyes.seats, self.scene.note)
        return {**facts, "title": self.scene.title, "notice": self.told.notice}


def eyes_of(table: Table, guest: str, lang: str) -> Eyes:
    """The eyes of a guest who reads that language."""
    return Eyes(table.seats_of(guest), lang)


def shown(told: Facts, eyes: Eyes) -> Shown:
    """The table as these eyes see it, with gestures if one of their seats is to move."""
    table = told.table
    seat = _point_of_view(eyes.seats, table.turn)
    return Shown(eyes, told, _scene(table, seat, told.words, offers=can_act(table, eyes.seats)))


def view(table: Table, guest: str, lang: str) -> View:
    """Everything the page needs to show the table to that guest."""
    return whole_view(shown(Facts(table, lang), eyes_of(table, guest, lang)))


def whole_view(seen: Shown) -> View:
    """Everything that some eyes see of a table."""
    return {
        **seen.facts,
        **whole_scene(seen.scene),
        "gestures": [flat_gesture(gesture) for gesture in seen.scene.gestures],
        "moves": folded_moves(seen.table),
    }


def past_view(table: Table, number: int, guest: str, lang: str) -> View:
    """The position after that many moves, to look at only."""
    seat = _point_of_view(table.seats_of(guest), None)
    past = looked_back(table, table.history.taken_back(number))
    scene = _scene(past, seat, words_of(table, lang), offers=False)
    return {**whole_scene(scene), "status": scene.status}


def folded_moves(table: Table, start: int = 0) -> list[View]:
    """One line for each decision from that move on, with what chance did after it."""
    lines: list[View] = []
    for number, move in enumerate(table.moves[start:], start=start + 1):
        if move.seat is not None or not lines:
            lines.append({"n": number, "seat": move.seat, "text": move.text, "chance": []})
        else:
            lines[-1]["chance"].append(move.text)
            lines[-1]["n"] = number
    return lines


def flat_gesture(gesture: Gesture) -> list[Any]:
    """The parts pressed, then the action; a typed one says what must be typed after it."""
    typed = gesture.typed
    if typed is None:
        return [*gesture.presses, gesture.action]
    wanted = {"initial": typed.initial, "letters": typed.letters}
    drawn = {"threads": typed.threads, "lang": typed.lang}
    return [*gesture.presses, {"action": gesture.action, **wanted, **drawn}]


def _point_of_view(mine: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """The seat whose view is shown: the guest's own, on a shared screen the one to move."""
    if not mine:
        return None
    return turn if turn in mine else mine[0]


def _scene(table: Table, seat: Seat | None, words: TableWords, *, offers: bool) -> Scene:
    viewpoint = Viewpoint[Any, Any](words.game, seat, last_step(table), offers=offers)
    return table.kit.game.painter.scene(table.state, viewpoint)
