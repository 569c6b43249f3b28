"""A table as one guest sees it, in one language: the whole view, and the steps after it.

A page holds a view. A step contains only what differs in the next view; drawings and looks that the
page already has are referred to by key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludotheque.core.game import Seat
from ludotheque.core.scene import Gesture, Scene, Viewpoint
from ludotheque.play.history import Move
from ludotheque.render.changes import scene_changes
from ludotheque.render.live import SceneryCollector, scenery_keys, steps_sent, whole_scene
from ludotheque.table.shapes import (
    MoveLine,
    PageFacts,
    PastView,
    SentGesture,
    SentStep,
    SentSteps,
    TypedStep,
    View,
)
from ludotheque.table.table import Table, looked_back
from ludotheque.table.words import (
    Facts,
    TableWords,
    can_act,
    point_of_view,
    said,
    words_of,
)

MOST_STEPS = 16  # a page that is further behind is sent the whole view
# How many keys of drawings, looks and symbols are remembered as sent; most games have fewer. Beyond
# that, those of parts are forgotten, and sent again when they are next needed.
_MOST_KNOWN = 512


class Eyes(NamedTuple):
    """A point of view on a table: guests with the same seats and language share it."""

    seats: tuple[Seat, ...]
    lang: str


class Shown(NamedTuple):
    """A table from one point of view; `facts` is all but the drawing, gestures and moves."""

    table: Table
    eyes: Eyes
    scene: Scene
    facts: PageFacts


def eyes_of(table: Table, guest: str, lang: str) -> Eyes:
    """The point of view of a guest who reads that language."""
    return Eyes(table.seats_of(guest), lang)


def shown(told: Facts, eyes: Eyes) -> Shown:
    """The table from that point of view, with gestures if one of the guest's seats is to move."""
    table = told.table
    seats = eyes.seats
    scene = _scene(table, seats, table.turn, told.words, offers=can_act(table, seats))
    facts: PageFacts = {
        **told.seen_by(eyes.seats, scene.prompt),
        "title": scene.title,
        "notice": told.notice,
        "steps": steps_sent(scene.steps)[0],
    }
    return Shown(table, eyes, scene, facts)


def view(table: Table, guest: str, lang: str) -> View:
    """Everything the page needs to show the table to that guest."""
    return whole_view(shown(Facts(table, lang), eyes_of(table, guest, lang)))


def whole_view(seen: Shown) -> View:
    """The whole view of a table, as it is sent."""
    key, prompts = steps_sent(seen.scene.steps)
    return {
        **seen.facts,
        **whole_scene(seen.scene),
        "prompts": {key: prompts},
        "gestures": [flat_gesture(gesture) for gesture in seen.scene.gestures],
        "moves": folded_moves(seen.table, seen.eyes.seats),
    }


def past_view(table: Table, number: int, guest: str, lang: str) -> PastView:
    """The position after `number` moves, in which nothing can be played."""
    past = looked_back(table, table.history.taken_back(number))
    words = words_of(table, lang)
    scene = _scene(past, table.seats_of(guest), None, words, offers=False)
    prompt = words.own.prompt("past", status=scene.status)
    return {**whole_scene(scene), "prompt": said(prompt)}


def folded_moves(table: Table, mine: Sequence[Seat], start: int = 0) -> list[MoveLine]:
    """One line for each decision from move `start` on, with the chance moves after it."""
    lines: list[MoveLine] = []
    for number, move in enumerate(table.moves[start:], start=start + 1):
        if move.seat is not None or not lines:
            text = table.seen(move.seat, move.text, mine)
            lines.append({"n": number, "seat": move.seat, "text": text, "chance": []})
        else:
            lines[-1]["chance"].append(move.text)
            lines[-1]["n"] = number
    return lines


def flat_gesture(gesture: Gesture) -> SentGesture:
    """A gesture as it is sent: the parts pressed, then the action or what must be typed."""
    typed = gesture.typed
    if typed is None:
        return (*gesture.presses, gesture.action)
    end: TypedStep = {
        "action": gesture.action,
        "initial": typed.initial,
        "letters": typed.letters,
        "threads": typed.threads,
        "lang": typed.lang,
    }
    return (*gesture.presses, end)


def _scene(
    table: Table, mine: tuple[Seat, ...], turn: Seat | None, words: TableWords, *, offers: bool
) -> Scene:
    seat, own = point_of_view(mine, turn), len(mine) == 1
    viewpoint: Viewpoint[Any, Any] = Viewpoint(
        words.game, seat, table.history.last_step, offers=offers, own=own
    )
    return table.kit.game.painter.scene(table.state, viewpoint)


class Following:
    """Pages that follow a table from one point of view: what they show, and what they were sent."""

    def __init__(self, eyes: Eyes, table: Table) -> None:
        """The pages already show the whole view of `table`."""
        self.eyes = eyes
        self.table = table
        self._seen: Shown | None = None  # drawn when needed: many tables never change meanwhile
        self._known: set[str] | None = None

    def joined(self) -> None:
        """Adds a page that has the newest view, but not what the others were sent before it.

        The record of what was sent is dropped: searching the newest view would cost more than
        sending a few looks again.
        """
        self._known = None

    def whole(self, told: Facts) -> View:
        """The whole view of a state of the table, which all pages must be sent."""
        if self._seen is None or self.table is not told.table:
            self.table, self._seen = told.table, shown(told, self.eyes)
        return whole_view(self._seen)

    def step(self, told: Facts) -> SentStep:
        """The step to a newer state of the table, which all pages must be sent."""
        before = self._seen or shown(Facts(self.table, self.eyes.lang), self.eyes)
        after = shown(told, self.eyes)
        if self._known is None or len(self._known) > _MOST_KNOWN:
            self._known = scenery_keys(before.scene)
        self.table, self._seen = told.table, after
        return step_between(before, after, self._known)


def steps_through(eyes: Eyes, tables: Sequence[Table]) -> SentSteps:
    """The steps from the first of these states of a table to the last."""
    following = Following(eyes, tables[0])
    steps = [following.step(Facts(table, eyes.lang)) for table in tables[1:]]
    return {"type": "steps", "from": tables[0].seq, "steps": steps}


def step_between(before: Shown, after: Shown, known: set[str]) -> SentStep:
    """What changes from one view to the next; `known`, the keys already sent, is extended."""
    step: SentStep = {"seq": after.table.seq}
    facts = _merge(before.facts, after.facts)
    facts.pop("seq", None)
    if facts:
        step["facts"] = facts
    if before.table.moves != after.table.moves:
        step["moves"] = _moves(before.table, after.table, after.eyes.seats)
    sheet = SceneryCollector(after.scene, known)
    if before.scene.offers != after.scene.offers:
        step["gestures"] = sheet.offers()
    areas = scene_changes(before.scene, after.scene, sheet)
    return {**step, **areas, **sheet.fresh()}


def _merge(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, object]:
    """The values that differ, key by key."""
    return {k: _difference(before[k], v) for k, v in after.items() if before[k] != v}


def _difference(before: Any, after: Any) -> Any:
    """The new value; for dicts, and lists of dicts of the same length, only what differs."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return _merge(before, after)
    lists = isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
    if lists and all(isinstance(value, dict) for value in (*before, *after)):
        return _merge(_by_number(before), _by_number(after))
    return after


def _by_number(values: Sequence[Any]) -> dict[str, object]:
    return {str(number): value for number, value in enumerate(values)}


def _moves(before: Table, after: Table, mine: Sequence[Seat]) -> tuple[int, *tuple[MoveLine, ...]]:
    """How many moves of the list stay, then the lines after them."""
    start = _same_moves(before.moves, after.moves)
    # Chance moves belong to the line of the decision before them, which is then sent again.
    while 0 < start < len(after.moves) and after.moves[start].seat is None:
        start -= 1
    return (start, *folded_moves(after, mine, start))


def _same_moves(before: Sequence[Move], after: Sequence[Move]) -> int:
    """How many moves two lists have in common at their beginning."""
    shorter = min(len(before), len(after))
    if shorter == 0 or before[shorter - 1] is after[shorter - 1]:
        return shorter  # the same object, so all moves before it are the same, too
    both = enumerate(zip(before, after, strict=False))
    return next((number for number, (old, new) in both if old != new), shorter)
