"""What changes in the areas of a scene from one position to the next, as a page is sent it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from ludotheque.core.scene import Area, Part, Scene
from ludotheque.render.live import Drawing, Entry, Look, Sheet, drawings_of, frame_of, sent, solid

_IDS = attrgetter("id")
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
    if _surroundings(before) != _surroundings(after):
        old, new = frame_of(before), frame_of(after)
        change.fields = {name: value for name, value in new.items() if old[name] != value}
        change.drawings = drawings_of(after)
    _add_parts(change, solid(before), solid(after))
    return change


def _surroundings(area: Area) -> tuple[Any, ...]:
    return (area.label, area.box, area.endless, area.backdrop, area.scenery, area.overlay)


def _add_parts(change: AreaChange, before: Sequence[Part], after: Sequence[Part]) -> None:
    """Adds the parts that went, changed and came."""
    old, new = list(map(_IDS, before)), list(map(_IDS, after))
    if old == new:
        both = zip(before, after, strict=True)
        changed = [now for was, now in both if was is not now and was != now]
        parts = {"changed": [change.entry(part) for part in changed]}
    else:
        parts = _moved(
            change, dict(zip(old, before, strict=True)), dict(zip(new, after, strict=True))
        )
    change.fields.update({kind: found for kind, found in parts.items() if found})


def _moved(change: AreaChange, old: dict[str, Part], new: dict[str, Part]) -> dict[str, list[Any]]:
    """The same where parts came or went; and the order, where that does not follow from it."""
    stayed = [name for name in old if name in new]
    changed = [n for n in stayed if new[n] is not old[n] and new[n] != old[n]]
    came = [(place, part) for place, (n, part) in enumerate(new.items()) if n not in old]
    return {
        "gone": [name for name in old if name not in new],
        "changed": [change.entry(new[name]) for name in changed],
        "came": [[place, *change.entry(part)] for place, part in came],
        "sorted": list(new) if [name for name in new if name in old] != stayed else [],
    }
