"""What changes in the areas of a scene from one position to the next, as it is sent to pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, cast

from ludotheque.core.scene import Area, LastMade, Part, Scene, Shape
from ludotheque.render.live import (
    Drawing,
    Look,
    SceneryCollector,
    below,
    drawn_shape,
    frame_of,
    sent,
)
from ludotheque.render.shapes import NewPart, SceneChanges, SentArea, SentAreaChange, SentPart

_FRAME = attrgetter("label", "box", "endless", "sideways")
# Guests who see the same area share one object, and are sent its changes right after one another.
_MOST_RECENT = 8


@dataclass(slots=True)
class AreaChange:
    """What changes in an area, as it is sent, and the looks and drawings that it refers to."""

    fields: SentAreaChange = field(default_factory=SentAreaChange)
    looks: list[Look] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)

    def entry(self, part: Part) -> SentPart:
        """A part as it is sent; also collects its look and its marks."""
        entry, look, marks = sent(part)
        self.looks.append(look)
        self.drawings.extend(marks)
        return entry

    def redraw(
        self,
        where: Literal["below", "above"],
        before: tuple[Shape, ...],
        after: tuple[Shape, ...],
    ) -> None:
        """Adds what is drawn below or above the parts, if that has changed."""
        if before != after:
            drawings = [drawn_shape(shape) for shape in after]
            self.fields[where] = [drawing.key for drawing in drawings]
            self.drawings.extend(drawings)


def scene_changes(before: Scene, after: Scene, sheet: SceneryCollector) -> SceneChanges:
    """The new and changed areas by name, and the order of all if any were added or removed."""
    old = {area.name: area for area in before.areas}
    changes = {area.name: _in_area(old.get(area.name), area, sheet) for area in after.areas}
    found: SceneChanges = {}
    if any(changes.values()):
        found["areas"] = {name: change for name, change in changes.items() if change}
    return found if list(changes) == list(old) else {**found, "order": list(changes)}


def _in_area(
    before: Area | None, after: Area, sheet: SceneryCollector
) -> SentArea | SentAreaChange:
    """A whole area if it is new, else what has changed in it."""
    if before is None:
        return sheet.area(after)
    if before is after:
        return {}
    change = _change_once(before, after)
    sheet.take(change.looks, change.drawings)
    return change.fields


def area_change(before: Area, after: Area) -> AreaChange:
    """What changes in an area."""
    change = AreaChange()
    if _FRAME(before) != _FRAME(after):
        old = frame_of(before)
        new = {name: now for name, now in frame_of(after).items() if old.get(name) != now}
        change.fields = cast(SentAreaChange, new)  # keys chosen at run time
    change.redraw("below", below(before), below(after))
    change.redraw("above", before.overlay, after.overlay)
    if before.parts != after.parts:
        _add_parts(change, before.parts, after.parts)
    return change


_change_once = LastMade(area_change, _MOST_RECENT)


def _add_parts(change: AreaChange, before: Sequence[Part], after: Sequence[Part]) -> None:
    """Adds the parts that were removed, changed and added; most are the same objects as before."""
    old, new = ({part.id: part for part in parts} for parts in (before, after))
    stayed = new.keys() & old.keys()
    gone = [name for name in old if name not in stayed]
    changed = [
        change.entry(part)
        for name, part in new.items()
        if name in stayed and part is not old[name] and part != old[name]
    ]
    came = [
        (place, *change.entry(part)) for place, part in enumerate(after) if part.id not in stayed
    ]
    if gone:
        change.fields["gone"] = gone
    if changed:
        change.fields["changed"] = changed
    if came:
        change.fields["came"] = cast(list[NewPart], came)  # mypy widens a spread union
    if [name for name in old if name in stayed] != [name for name in new if name in stayed]:
        change.fields["sorted"] = list(new)
