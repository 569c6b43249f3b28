"""What changes in the areas of a scene from one position to the next, as a page is sent it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from ludotheque.core.scene import Area, Part, Scene, Shape
from ludotheque.render.live import Drawing, Entry, Look, Sheet, below, drawn_shape, frame_of, sent

_FRAME = attrgetter("label", "box", "endless", "sideways")
# Areas that look the same to several are the same objects, shown right after one another.
_MOST_RECENT = 64


@dataclass(slots=True)
class AreaChange:
    """What changes in an area, as it is sent, and the looks and drawings that it refers to."""

    fields: dict[str, Any] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)

    def entry(self, part: Part) -> Entry:
        """A part as it is sent; the change refers to what it refers to."""
        entry, look, marks = sent(part)
        self.looks.append(look)
        self.drawings.extend(marks)
        return entry

    def redraw(self, where: str, before: tuple[Shape, ...], after: tuple[Shape, ...]) -> None:
        """Adds what is drawn below or above the parts, if that has changed."""
        if before != after:
            drawings = [drawn_shape(shape) for shape in after]
            self.fields[where] = [drawing.key for drawing in drawings]
            self.drawings.extend(drawings)


_recent: dict[tuple[int, int], tuple[Area, Area, AreaChange]] = {}


def scene_changes(before: Scene, after: Scene, sheet: Sheet) -> dict[str, Any]:
    """The areas that came or changed by name, and the order of all if any came or went."""
    old = {area.name: area for area in before.areas}
    changes = {area.name: _in_area(old.get(area.name), area, sheet) for area in after.areas}
    found: dict[str, Any] = {}
    if any(changes.values()):
        found["areas"] = {name: change for name, change in changes.items() if change}
    return found if list(changes) == list(old) else {**found, "order": list(changes)}


def _in_area(before: Area | None, after: Area, sheet: Sheet) -> dict[str, Any]:
    """A whole area if it is new, else what has changed in it."""
    if before is None:
        return sheet.area(after)
    if before is after:
        return {}
    change = _change_once(before, after)
    sheet.take(change.looks, change.drawings)
    return change.fields


def _change_once(before: Area, after: Area) -> AreaChange:
    """The change from one area to the other, found once for all who see both."""
    key = id(before), id(after)
    known = _recent.get(key)
    if known is not None and known[0] is before and known[1] is after:
        return known[2]
    if len(_recent) >= _MOST_RECENT:
        _recent.clear()
    change = area_change(before, after)
    _recent[key] = before, after, change
    return change


def area_change(before: Area, after: Area) -> AreaChange:
    """What changes in an area."""
    change = AreaChange()
    if _FRAME(before) != _FRAME(after):
        old = frame_of(before)
        change.fields = {name: now for name, now in frame_of(after).items() if old[name] != now}
    change.redraw("below", below(before), below(after))
    change.redraw("above", before.overlay, after.overlay)
    _add_parts(change, before.parts, after.parts)
    return change


def _add_parts(change: AreaChange, before: Sequence[Part], after: Sequence[Part]) -> None:
    """Adds the parts that went, changed and came.

    Most are the same objects as before: they are passed over by their addresses, unseen.
    """
    was, now = list(map(id, before)), list(map(id, after))
    if was == now:
        return
    once, again = set(was), set(now)
    old = {before[place].id: place for place in sorted(map(was.index, once - again))}
    new = {after[place].id: place for place in sorted(map(now.index, again - once))}
    for name in old.keys() & new.keys():
        was[old[name]] = now[new[name]]  # in its order, what takes the place of a part is that part
    stayed = [name for name in new if name in old]
    changed = [n for n in stayed if before[old[n]] != after[new[n]]]
    gone, came = [n for n in old if n not in new], [n for n in new if n not in old]
    parts = {
        "gone": gone,
        "changed": [change.entry(after[new[name]]) for name in changed],
        "came": [[new[name], *change.entry(after[new[name]])] for name in came],
    }
    change.fields.update({kind: found for kind, found in parts.items() if found})
    if _without(was, [old[name] for name in gone]) != _without(now, [new[name] for name in came]):
        change.fields["sorted"] = [part.id for part in after]


def _without(values: list[int], places: Iterable[int]) -> list[int]:
    """The list without what it has in these places."""
    rest = values.copy()
    for place in sorted(places, reverse=True):
        del rest[place]
    return rest
