"""The primitive shapes of all drawings; colours are given by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A place and a size, in the units of the area."""

    x: float
    y: float
    w: float
    h: float


def around(boxes: Sequence[Rectangle], margin: float = 0) -> Rectangle:
    """The smallest rectangle that contains them all, with a margin."""
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    wide = max(b.x + b.w for b in boxes) - left
    high = max(b.y + b.h for b in boxes) - top
    return Rectangle(left - margin, top - margin, wide + 2 * margin, high + 2 * margin)


@dataclass(frozen=True, slots=True)
class Paint:
    """The names of the colours (or textures) of a surface and of its edge."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: str = ""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A shape; `sent` is where `render` caches what it sends to pages.

    Painters reuse shapes, and a cache by value would have to hash them, which is slow.
    """

    sent: Any = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rect(_Drawn):
    """A rectangle, with rounded corners if it has a radius."""

    box: Rectangle
    paint: Paint
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle(_Drawn):
    """A disc or a ring."""

    x: float
    y: float
    r: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path(_Drawn):
    """Any line or outline, in SVG's path language; its ends are round unless `butt`."""

    d: str
    paint: Paint
    butt: bool = False


@dataclass(frozen=True, slots=True)
class Text(_Drawn):
    """A few words on one line; `anchor` says which point of the line is at x."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "ink"
    anchor: Literal["start", "middle", "end"] = "start"
    serif: bool = False


@dataclass(frozen=True, slots=True)
class Use(_Drawn):
    """A drawing of `Scene.symbols`, scaled, turned clockwise, and with its origin moved to `at`."""

    symbol: str
    scale: float = 1
    at: tuple[float, float] = (0, 0)
    turn_degrees: int = 0


@dataclass(frozen=True, slots=True)
class Group(_Drawn):
    """Shapes to draw together: with a shadow, moved to `at`, clipped to a rectangle, or faint."""

    shapes: tuple[Shape, ...]
    shadow: Literal["", "soft", "lift"] = ""
    clip: Rectangle | None = None
    at: tuple[float, float] = (0, 0)
    faint: bool = False

    def __hash__(self) -> int:
        """Hashes only the first and the last shape, because a group can be a whole board."""
        return hash((self.shapes[:1], self.shapes[-1:], len(self.shapes), self.at))


Shape = Rect | Circle | Path | Text | Use | Group
Symbols = Mapping[str, tuple[Shape, ...]]
"""The drawings that `Use` refers to, by name."""
