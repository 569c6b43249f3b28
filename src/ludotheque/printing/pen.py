"""Draws shapes on a page of a PDF, as vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from reportlab.graphics.svgpath import SvgPath
from reportlab.lib.colors import HexColor

from ludotheque.core.scene import (
    Circle,
    Group,
    Paint,
    Path,
    Rect,
    Rectangle,
    Shape,
    Symbols,
    Text,
    Use,
)
from ludotheque.printing.fonts import SANS, SERIF
from ludotheque.printing.inks import Inks

_ROUND, _BUTT = 1, 0
_FAINT = 0.45
_POINTS = 2, 2, 6, 0  # the numbers after each operator of a parsed path
# The textures as in `render/svg.py`, in the units of a drawing.
_DOT, _DOTS_APART, _DOTS = 2.3, 9.0, ((2.0, 2.0), (6.5, 6.5))
_HATCH, _HATCH_APART = 1.8, 7.0


class Pen:
    """Draws in coordinates that grow to the right and downwards, as in scenes."""

    def __init__(self, canvas: Any, colours: Inks, symbols: Symbols) -> None:
        self.canvas = canvas
        self._colours = colours
        self._symbols = symbols

    def view(
        self, shapes: Iterable[Shape], view: Rectangle, at: tuple[float, float], scale: float
    ) -> None:
        """Draws the part of a drawing within `view`, its upper left at `at` (points, y upwards)."""
        with self._state():
            self.canvas.translate(*at)
            self.canvas.scale(scale, -scale)
            self.canvas.translate(-view.x, -view.y)
            self._clip(view)
            self.draw(shapes)

    def draw(self, shapes: Iterable[Shape]) -> None:
        """Draws the shapes one over the other."""
        for shape in shapes:
            self._draw(shape)

    def _draw(self, shape: Shape) -> None:
        match shape:
            case Rect(box, paint, radius):
                outline = self.canvas.beginPath()
                outline.roundRect(box.x, box.y, box.w, box.h, radius)
                self._fill(outline, paint, box)
            case Circle(x, y, r, paint):
                outline = self.canvas.beginPath()
                outline.circle(x, y, r)
                self._fill(outline, paint, Rectangle(x - r, y - r, 2 * r, 2 * r))
            case Path(d, paint, butt):
                self._fill(self._outline(d), paint, cap=_BUTT if butt else _ROUND)
            case Text():
                self._write(shape)
            case Use():
                self._use(shape)
            case Group():
                self._group(shape)

    def _fill(
        self, outline: Any, paint: Paint, box: Rectangle | None = None, cap: int = _ROUND
    ) -> None:
        if paint.fill.startswith("#"):
            if box is not None:
                self._texture(outline, paint.fill, box)
            return
        with self._state():
            if paint.fill:
                self.canvas.setFillColor(HexColor(self._colours[paint.fill]))
            if paint.stroke:
                self._take(paint.stroke, paint.width, cap)
            if paint.dash:
                self.canvas.setDash([float(length) for length in paint.dash.split()])
            self.canvas.drawPath(outline, stroke=bool(paint.stroke), fill=bool(paint.fill))

    def _take(self, colour: str, width: float, cap: int = _ROUND) -> None:
        """Sets the colour, the width and the ends of lines."""
        self.canvas.setStrokeColor(HexColor(self._colours[colour]))
        self.canvas.setLineWidth(width)
        self.canvas.setLineCap(cap)
        self.canvas.setLineJoin(_ROUND)

    def _texture(self, outline: Any, name: str, box: Rectangle) -> None:
        with self._state():
            self.canvas.clipPath(outline, stroke=0, fill=0)
            lines = _dotted(box) if name == "#dots" else _hatched(box)
            self._take(name[1:], _DOT if name == "#dots" else _HATCH)
            if name == "#dots":  # dashes of length 0 with round ends
                self.canvas.setDash([0, _DOTS_APART])
            self.canvas.lines(lines)

    def _outline(self, d: str) -> Any:
        # Without a colour to fill, the parser does not copy an open path in order to close it.
        parsed, outline = SvgPath(d, fillColor=None), self.canvas.beginPath()
        draw = outline.moveTo, outline.lineTo, outline.curveTo, outline.close
        points = iter(parsed.points)
        for operator in parsed.operators:
            draw[operator](*islice(points, _POINTS[operator]))
        return outline

    def _write(self, text: Text) -> None:
        with self._state():
            self.canvas.translate(text.x, text.y)
            self.canvas.scale(1, -1)
            self.canvas.setFillColor(HexColor(self._colours[text.fill]))
            self.canvas.setFont(SERIF if text.serif else SANS, text.size)
            ways = {
                "start": self.canvas.drawString,
                "middle": self.canvas.drawCentredString,
                "end": self.canvas.drawRightString,
            }
            ways[text.anchor](0, 0, text.text)

    def _use(self, use: Use) -> None:
        with self._state():
            self.canvas.translate(*use.at)
            self.canvas.rotate(use.turn_degrees)
            self.canvas.scale(use.scale, use.scale)
            self.draw(self._symbols[use.symbol])

    def _group(self, group: Group) -> None:
        """Draws a group without its shadow, because a piece of paper casts its own."""
        with self._state():
            self.canvas.translate(*group.at)
            if group.faint:
                self.canvas.setFillAlpha(_FAINT)
                self.canvas.setStrokeAlpha(_FAINT)
            if group.clip is not None:
                self._clip(group.clip)
            self.draw(group.shapes)

    def _clip(self, box: Rectangle) -> None:
        outline = self.canvas.beginPath()
        outline.rect(box.x, box.y, box.w, box.h)
        self.canvas.clipPath(outline, stroke=0, fill=0)

    @contextmanager
    def _state(self) -> Iterator[None]:
        """Restores the state of the canvas afterwards."""
        self.canvas.saveState()
        try:
            yield
        finally:
            self.canvas.restoreState()


Lines = list[tuple[float, float, float, float]]


def _dotted(box: Rectangle) -> Lines:
    """Rows of dots over a rectangle, as lines to draw dashed."""
    rows = range(int(box.h // _DOTS_APART) + 1)
    right = box.x + box.w
    starts = [(box.x + x, box.y + y + row * _DOTS_APART) for row in rows for x, y in _DOTS]
    return [(x, y, right, y) for x, y in starts]


def _hatched(box: Rectangle) -> Lines:
    """Lines at 45° over a rectangle, falling to the left."""
    step = _HATCH_APART * 2**0.5
    count = int((box.w + box.h) // step) + 1
    return [
        (box.x + n * step, box.y, box.x + n * step - box.h, box.y + box.h)
        for n in range(1, count + 1)
    ]
