"""A scene for the browser: parts that can be focused, pressed and lit, without inline style."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from ludotheque.core.scene import Area, Part, Rectangle, Scene
from ludotheque.render.svg import definitions, mark_svg, number, shape_svg

# In the units of the areas: clear of a thick outline, and room for shadows and marks.
_RING_DISTANCE, _MARGIN = 5.0, 14.0


def live_areas(scene: Scene) -> list[dict[str, Any]]:
    """Every area with its view and its drawing; what a gesture names is a button."""
    pressed = {press for gesture in scene.gestures for press in gesture.presses}
    return [
        {
            "name": area.name,
            "label": area.label,
            "box": [area.box.x, area.box.y, area.box.w, area.box.h],
            "endless": area.endless,
            "svg": live_area(area, pressed),
        }
        for area in scene.areas
    ]


def live_area(area: Area, pressed: Collection[str] = ()) -> str:
    """The inside of the SVG of one area."""
    below = "".join(map(shape_svg, (*area.backdrop, *area.scenery)))
    above = "".join(map(shape_svg, area.overlay))
    parts = "".join([_part(part, part.id in pressed) for part in area.parts])
    return f"{below}{parts}{above}"


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
    return f'<svg viewBox="{view}" {about}>{definitions(scene)}{parts}</svg>'


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


@lru_cache(maxsize=8192)  # the same pieces lie on every table
def _part(part: Part, pressed: bool) -> str:
    was = f' data-was="{escape(part.was)}"' if part.was else ""
    hidden = ' aria-hidden="true"' if part.role == "trace" else ""
    role = "button" if pressed else "img"
    place = f"translate({number(part.box.x)} {number(part.box.y)})"
    marks = "".join(mark_svg(part, mark) for mark in part.marks)
    size = f'width="{number(part.box.w)}" height="{number(part.box.h)}"'
    out = _RING_DISTANCE
    wide, high, round_ = (number(n + 2 * out) for n in (part.box.w, part.box.h, part.radius))
    ring = (
        f'<rect class="ring s-{part.ring}" x="{number(-out)}" y="{number(-out)}" rx="{round_}"'
        f' width="{wide}" height="{high}"/>'
    )
    return (
        f'<g class="part {part.role}" data-id="{escape(part.id)}"{was} role="{role}"{hidden}'
        f' aria-label="{escape(part.label)}" transform="{place}">'
        f'<rect class="hit" {size}/>{"".join(map(shape_svg, part.art))}{marks}{ring}</g>'
    )
