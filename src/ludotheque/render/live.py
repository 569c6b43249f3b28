"""A scene for the browser: parts with a place and a look, each drawing named by its content."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from html import escape
from typing import Any

from ludotheque.core.scene import Area, Gesture, Part, Rectangle, Scene, Shape
from ludotheque.render.svg import ROUND, definitions, mark_svg, number, shape_svg

# In the units of the areas: room for shadows and marks.
_MARGIN = 14.0
# 48 bits: among the few hundred drawings of a page, no two have the same key by chance.
_KEY_BYTES = 6
# The drawings and looks of all positions of an evening; an entry takes one or two kilobytes.
_MOST_KEPT = 8192
Entry = list[Any]
"""A part as it is sent: id, look, x, y, then its marks and where it was, if there are any."""
_USUAL: tuple[Any, ...] = ("piece", 8, "ink")
"""The role, the radius and the ring of most parts, which need not be sent."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A few shapes as SVG."""

    key: str
    svg: str


@dataclass(frozen=True, slots=True)
class Look:
    """All of a part but where it lies: what it is called, how it is drawn, how large it is.

    Its fields, as they are sent: label, key of the drawing, width, height, role, radius, ring; the
    last three only as far as they are unusual. A label that contains the part's own name (the rest
    of its id) is cut there in two, so that equal squares look equal wherever they lie.
    """

    key: str
    fields: list[Any]
    art: Drawing | None


class Sheet:
    """What parts refer to by key, each collected once; `known` is what was collected before."""

    def __init__(self, scene: Scene, known: set[str]) -> None:
        """Collects the symbols of the scene, all that its game has."""
        self._scene = scene
        self._known = known
        new = [name for name in scene.symbols if name not in known]
        known.update(new)
        self.symbols = {name: drawn(scene.symbols[name]).svg for name in new}
        self.drawings: dict[str, str] = {}
        self.looks: dict[str, list[Any]] = {}

    def fresh(self) -> dict[str, Any]:
        """Everything collected, by kind; kinds without anything are left out."""
        kinds = {"symbols": self.symbols, "drawings": self.drawings, "looks": self.looks}
        return {kind: found for kind, found in kinds.items() if found}

    def area(self, area: Area) -> dict[str, Any]:
        """A whole area as it is sent, without ghosts."""
        return {**self.frame(area), "parts": [self.part(part) for part in solid(area)]}

    def frame(self, area: Area) -> dict[str, Any]:
        """An area without its parts."""
        box = area.box
        return {
            "name": area.name,
            "label": area.label,
            "box": [_short(n) for n in (box.x, box.y, box.w, box.h)],
            "endless": area.endless,
            "below": [self._add(drawn((shape,))) for shape in (*area.backdrop, *area.scenery)],
            "above": [self._add(drawn((shape,))) for shape in area.overlay],
        }

    def part(self, part: Part) -> Entry:
        """A part as it is sent."""
        entry: Entry = [part.id, self.look(part), _short(part.box.x), _short(part.box.y)]
        if part.marks or part.was:
            entry.append([self._add(_marked(part, mark)) for mark in part.marks])
        if part.was:
            entry.append(part.was)
        return entry

    def look(self, part: Part) -> str:
        """The key of a part's look."""
        found = look_of(part)
        if found.key not in self._known:
            self._known.add(found.key)
            self.looks[found.key] = found.fields
            if found.art:
                self._add(found.art)
        return found.key

    def ghosts(self, gestures: Sequence[Gesture]) -> dict[str, tuple[str, str]]:
        """The look of each ghost, and the part pressed before it, over which it lies."""
        parts = {part.id: part for part in self._scene.parts() if part.role == "ghost"}
        over = {g.presses[-1]: g.presses[-2] for g in gestures if g.presses[-1] in parts}
        return {ghost: (self.look(parts[ghost]), place) for ghost, place in over.items()}

    def _add(self, drawing: Drawing) -> str:
        if drawing.key not in self._known:
            self._known.add(drawing.key)
            self.drawings[drawing.key] = drawing.svg
        return drawing.key


def whole_scene(scene: Scene) -> dict[str, Any]:
    """All areas of a scene, and everything that their parts refer to."""
    sheet = Sheet(scene, set())
    areas = [sheet.area(area) for area in scene.areas]
    ghosts = sheet.ghosts(scene.gestures)
    return {
        "symbols": sheet.symbols,
        "drawings": sheet.drawings,
        "looks": sheet.looks,
        "areas": areas,
        "ghosts": ghosts,
    }


def solid(area: Area) -> list[Part]:
    """The parts of an area that are there before anything is pressed."""
    return [part for part in area.parts if part.role != "ghost"]


def keys_of(scene: Scene) -> set[str]:
    """The keys of everything that a whole scene refers to."""
    known: set[str] = set()
    sheet = Sheet(scene, known)
    for area in scene.areas:
        sheet.area(area)
    sheet.ghosts(scene.gestures)
    return known


def still(scene: Scene, *, label: str = "", close: bool = False) -> str:
    """The board alone as a picture in a page; with `close`, cropped to its pieces."""
    board = next(area for area in scene.areas if area.name == "board")
    pieces = [part.box for part in board.parts if part.role == "piece"]
    box = _around(pieces if close else [board.box])
    view = " ".join(map(number, (box.x, box.y, box.w, box.h)))
    about = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    shown = [p for p in board.parts if p.role == "piece" or not (close or p.role == "ghost")]
    below = board.scenery if close else (*board.backdrop, *board.scenery)
    parts = "".join(map(shape_svg, below)) + "".join(map(_still_part, shown))
    parts += "".join(map(shape_svg, board.overlay))
    return f'<svg viewBox="{view}" {about} {ROUND}>{definitions(scene)}{parts}</svg>'


def look_of(part: Part) -> Look:
    """The look of a part."""
    box, name = part.box, part.id.partition("-")[2]
    before, found, after = part.label.partition(name) if name else ("", "", "")
    label = (before, after) if found else part.label
    return _look(label, part.art, box.w, box.h, part.role, part.radius, part.ring)


@lru_cache(maxsize=_MOST_KEPT)
def _look(
    label: str | tuple[str, str],
    art: tuple[Shape, ...],
    w: float,
    h: float,
    role: str,
    radius: float,
    ring: str,
) -> Look:
    drawing = drawn(art) if art else None
    unusual = [role, _short(radius), ring]
    while unusual and unusual[-1] == _USUAL[len(unusual) - 1]:
        unusual.pop()
    fields = [label, drawing.key if drawing else "", _short(w), _short(h), *unusual]
    return Look(_key(json.dumps(fields)), fields, drawing)


@lru_cache(maxsize=_MOST_KEPT)
def drawn(shapes: tuple[Shape, ...]) -> Drawing:
    """A few shapes as SVG."""
    svg = "".join(map(shape_svg, shapes))
    return Drawing(_key(svg), svg)


def _marked(part: Part, mark: str) -> Drawing:
    svg = mark_svg(part, mark)
    return Drawing(_key(svg), svg)


def _key(content: str) -> str:
    """A short name that depends on the content alone."""
    digest = blake2b(content.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
    return urlsafe_b64encode(digest).decode()


def _short(value: float) -> float:
    """A number without digits that nobody sees."""
    whole = int(value)
    return whole if whole == value else round(value, 1)


def _around(boxes: Sequence[Rectangle], margin: float = _MARGIN) -> Rectangle:
    """The smallest rectangle that holds them all, with a margin."""
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.w for b in boxes), max(b.y + b.h for b in boxes)
    return Rectangle(
        left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
    )


def _still_part(part: Part) -> str:
    place = f"translate({number(part.box.x)} {number(part.box.y)})"
    marks = "".join(mark_svg(part, mark) for mark in part.marks)
    return f'<g transform="{place}">{"".join(map(shape_svg, part.art))}{marks}</g>'
