"""What changes on a page from one event to the next: steps, and who has been sent what.

A page holds a view. A step names only what is different in the next one; drawings and looks that
the page has been sent before are named by their keys alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.scene import Area, Part
from ludotheque.play.history import Move
from ludotheque.render.live import Sheet, keys_of, solid
from ludotheque.table.table import Table
from ludotheque.table.views.facts import Facts, View
from ludotheque.table.views.families import families
from ludotheque.table.views.page import Eyes, Shown, folded_moves, shown

MOST_STEPS = 16  # a page that is further behind is sent the whole view
# Keys of drawings, looks and symbols that are remembered as sent, more than most games have. Beyond
# that all but those in sight are forgotten, and sent once more when they come up again.
_MOST_KNOWN = 512


class Following:
    """Pages with the same eyes that follow a table together: what they see, what they were sent."""

    def __init__(self, eyes: Eyes, table: Table) -> None:
        """The pages hold a whole view of that table."""
        self.eyes = eyes
        self.table = table
        self._seen: Shown | None = None  # drawn when it is needed: many tables only stand there
        self._known: set[str] | None = None

    def joined(self) -> None:
        """Another page joins: all that is certain is that everybody has the newest view."""
        self._known = None

    def step(self, told: Facts) -> View:
        """The step that leads to a newer state of the table."""
        before = self._seen or shown(Facts(self.table, self.eyes.lang), self.eyes)
        after = shown(told, self.eyes)
        if self._known is None or len(self._known) > _MOST_KNOWN:
            self._known = keys_of(before.scene)
        self.table, self._seen = told.table, after
        return step_between(before, after, self._known)


def steps_through(eyes: Eyes, tables: Sequence[Table]) -> View:
    """The steps from the first of these states of a table to the last."""
    following = Following(eyes, tables[0])
    steps = [following.step(Facts(table, eyes.lang)) for table in tables[1:]]
    return {"type": "steps", "from": tables[0].seq, "steps": steps}


def step_between(before: Shown, after: Shown, known: set[str]) -> View:
    """What changes from one view to the other; `known` are the keys that were sent already."""
    step: View = {"seq": after.table.seq}
    facts = _merge(before.facts, after.facts)
    facts.pop("seq", None)
    if facts:
        step["facts"] = facts
    if before.table.moves != after.table.moves:
        step["moves"] = _moves(before.table, after.table)
    sheet = Sheet(after.scene, known)
    offered = after.scene.gestures
    if before.scene.gestures != offered:
        step["gestures"] = families(offered, sheet.ghosts(offered))
    areas = _areas(before.scene.areas, after.scene.areas, sheet)
    return {**step, **areas, **sheet.fresh()}


def _merge(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> View:
    """The values that differ, key by key."""
    return {k: _difference(before[k], v) for k, v in after.items() if before[k] != v}


def _difference(before: Any, after: Any) -> Any:
    """A value that replaces another; of objects, and of lists of objects, what differs in them."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return _merge(before, after)
    lists = isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
    if lists and all(isinstance(value, dict) for value in (*before, *after)):
        return _merge(_by_number(before), _by_number(after))
    return after


def _by_number(values: Sequence[Any]) -> View:
    return {str(number): value for number, value in enumerate(values)}


def _moves(before: Table, after: Table) -> list[Any]:
    """Up to which move the list of moves stays, then the lines that come after it."""
    start = _same_moves(before.moves, after.moves)
    # What chance does belongs to the line of the decision before it, which is then sent again.
    while 0 < start < len(after.moves) and after.moves[start].seat is None:
        start -= 1
    return [start, *folded_moves(after, start)]


def _same_moves(before: Sequence[Move], after: Sequence[Move]) -> int:
    """How many moves two lists have in common at their beginning."""
    shorter = min(len(before), len(after))
    if shorter == 0 or before[shorter - 1] is after[shorter - 1]:
        return shorter  # a move is made once: those before it are the same too
    both = enumerate(zip(before, after, strict=False))
    return next((number for number, (old, new) in both if old != new), shorter)


def _areas(before: Sequence[Area], after: Sequence[Area], sheet: Sheet) -> View:
    """The areas that came or changed by name, and the order of all if any came or went."""
    old = {area.name: area for area in before}
    changes = {area.name: _area(old.get(area.name), area, sheet) for area in after}
    found: View = {}
    if any(changes.values()):
        found["areas"] = {name: change for name, change in changes.items() if change}
    names = [area.name for area in after]
    return found if names == list(old) else {**found, "order": names}


def _area(before: Area | None, after: Area, sheet: Sheet) -> View:
    """A whole area if it is new, else what has changed in it."""
    if before is None:
        return sheet.area(after)
    if before is after:
        return {}
    return {**_frame(before, after, sheet), **_parts(solid(before), solid(after), sheet)}


def _frame(before: Area, after: Area, sheet: Sheet) -> View:
    """What has changed of an area besides its parts."""
    if _surroundings(before) == _surroundings(after):
        return {}
    old, new = sheet.frame(before), sheet.frame(after)
    return {name: value for name, value in new.items() if old[name] != value}


def _surroundings(area: Area) -> tuple[Any, ...]:
    return (area.label, area.box, area.endless, area.backdrop, area.scenery, area.overlay)


def _parts(before: Sequence[Part], after: Sequence[Part], sheet: Sheet) -> View:
    """The parts that went, changed and came, and the order where that does not follow from it."""
    if before == after:
        return {}
    old, new = {part.id: part for part in before}, {part.id: part for part in after}
    stayed = [part.id for part in before if part.id in new]
    changes = {
        "gone": [name for name in old if name not in new],
        "changed": [sheet.part(new[name]) for name in stayed if new[name] != old[name]],
        "came": [[n, *sheet.part(part)] for n, part in enumerate(after) if part.id not in old],
        "sorted": list(new) if [name for name in new if name in old] != stayed else [],
    }
    return {kind: found for kind, found in changes.items() if found}
