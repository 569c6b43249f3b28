"""A scene as SVG: for the browser, the notebook, the README and print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import chain

from ludotheque.core.caching import bounded_cache
from ludotheque.core.scene import (
    Area,
    Circle,
    Group,
    Paint,
    Part,
    Path,
    Rect,
    Rectangle,
    Scene,
    Shape,
    Text,
    Use,
)
from ludotheque.render.themes import Theme, style_sheet

# The sizes of a picture, in its own units. The header is for the title and the status; the board is
# low enough that a hand still fits on the screen with it.
_WIDTH, _HEADER, _GAP, _MARGIN, _TALLEST = 1000.0, 104.0, 26.0, 30.0, 660.0
_LARGEST_BOARD, _LARGEST_HAND = 1.5, 0.9  # scales: the board matters most
# Ends and corners of lines are round: this is set on the whole picture, and everything inherits it.
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def to_svg(scene: Scene, theme: Theme = "auto") -> str:
    """The scene as a stand-alone picture with its own style sheet."""
    table, height = _stacked(scene.areas)
    label = escape(f"{scene.title}, {scene.status}")
    view = f"0 0 {number(_WIDTH)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" {ROUND}'
        f' aria-label="{label}" lang="{scene.lang}">'
        f"<style>{style_sheet(scene.palette, theme)}</style>{definitions(scene)}"
        f'<rect width="{number(_WIDTH)}" height="{number(height)}" class="f-paper"/>'
        f"{_header(scene)}{table}</svg>\n"
    )


def _stacked(areas: Sequence[Area]) -> tuple[str, float]:
    """The areas one below the other as SVG, and the height of the picture."""
    placed, top = [], _HEADER
    for area in areas:
        scale = _scale(area)
        x = (_WIDTH - area.box.w * scale) / 2 - area.box.x * scale
        place = (
            f"translate({number(x)} {number(top - area.box.y * scale)}) scale({number(scale, 3)})"
        )
        placed.append(f'<g transform="{place}">{area_svg(area)}</g>')
        top += area.box.h * scale + _GAP
    return "".join(placed), top + _MARGIN - _GAP


def _scale(area: Area) -> float:
    """The scale of an area: the board as large as fits, the rest a little smaller than drawn."""
    wide = (_WIDTH - 2 * _MARGIN) / area.box.w
    if area.name != "board":
        return min(wide, _LARGEST_HAND)
    return min(wide, _TALLEST / area.box.h, _LARGEST_BOARD)


def definitions(scene: Scene) -> str:
    """Shadows, textures and the symbols that the scene uses."""
    used = symbols_of(_shapes(scene), scene)
    symbols = (f'<g id="{escape(name)}">{svg}</g>' for name, svg in sorted(used.items()))
    return f"<defs>{_SHARED}{''.join(symbols)}</defs>"


def symbols_of(shapes: Iterable[Shape], scene: Scene) -> dict[str, str]:
    """The symbols that these shapes use, directly or in other symbols, as SVG by name."""
    found: dict[str, str] = {}
    for shape in shapes:
        match shape:
            case Use(symbol) if symbol not in found:
                drawn = scene.symbols[symbol]
                found[symbol] = "".join(map(shape_svg, drawn))
                found |= symbols_of(drawn, scene)
            case Group(inside):
                found |= symbols_of(inside, scene)
    return found


def _shapes(scene: Scene) -> Iterator[Shape]:
    for area in scene.areas:
        yield from chain(area.backdrop, area.scenery, area.overlay)
        for part in area.parts:
            yield from part.art


def shared_drawings() -> str:
    """The shadows and textures that every drawing may use, for a page that holds many drawings."""
    return f'<svg width="0" height="0"><defs>{_SHARED}</defs></svg>'


def area_svg(area: Area) -> str:
    """An area as SVG: what lies below the parts, the parts, and the overlay."""
    below = "".join(map(shape_svg, (*area.backdrop, *area.scenery)))
    above = "".join(map(shape_svg, area.overlay))
    return below + "".join(map(part_svg, area.parts)) + above


def part_svg(part: Part) -> str:
    """A part as a group with its id, its spoken label and its marks."""
    was = f' data-was="{escape(part.was)}"' if part.was else ""
    looks = part.box.w, part.box.h, part.radius, part.ring
    marks = "".join(mark_svg(mark, *looks) for mark in part.marks)
    return (
        f'<g id="{escape(part.id)}" class="part {part.role}"{was}'
        f' transform="translate({number(part.box.x)} {number(part.box.y)})">'
        f"<title>{escape(part.label)}</title>{''.join(map(shape_svg, part.art))}{marks}</g>"
    )


def shape_svg(shape: Shape) -> str:
    """One shape as SVG; its colours are CSS classes."""
    return _group(shape) if isinstance(shape, Group) else _single(shape)


@bounded_cache  # the same pieces lie on every table
def _single(shape: Rect | Circle | Path | Text | Use) -> str:
    match shape:
        case Rect(box, paint, radius):
            return f'<rect {_place(box)} rx="{number(radius)}" {_paint(paint)}/>'
        case Circle(x, y, r, paint):
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" {_paint(paint)}/>'
        case Path(d, paint, butt):
            cap = ' stroke-linecap="butt"' if butt else ""
            return f'<path d="{escape(d)}" {_paint(paint)}{cap}/>'
        case Text():
            return _text(shape)
        case Use():
            return f'<use href="#{escape(shape.symbol)}"{_moved(shape)}/>'


def _moved(use: Use) -> str:
    """The attributes that place a symbol; for a mere shift, `x` and `y` are enough, and shorter."""
    x, y = map(number, use.at)
    if use.scale == 1 and not use.turn_degrees:
        return "".join(f' {name}="{n}"' for name, n in (("x", x), ("y", y)) if n != "0")
    steps = [f"translate({x} {y})"] if (x, y) != ("0", "0") else []
    steps += [f"rotate({use.turn_degrees})"] if use.turn_degrees else []
    steps += [f"scale({number(use.scale, 3)})"] if use.scale != 1 else []
    return f' transform="{" ".join(steps)}"'


def _group(group: Group) -> str:
    inside = "".join(map(shape_svg, group.shapes))
    attributes = f' filter="url(#{group.shadow})"' if group.shadow else ""
    attributes += ' opacity=".45"' if group.faint else ""
    if group.at != (0, 0):
        attributes += f' transform="translate({number(group.at[0])} {number(group.at[1])})"'
    if group.clip is None:
        return f"<g{attributes}>{inside}</g>"
    box = group.clip
    view = " ".join(map(number, (box.x, box.y, box.w, box.h)))
    return f'<svg {_place(box)} viewBox="{view}">{inside}</svg>'


def _text(text: Text) -> str:
    face = "serif" if text.serif else "sans"
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    return (
        f'<text x="{number(text.x)}" y="{number(text.y)}" font-size="{number(text.size)}"{anchor}'
        f' class="{face} f-{text.fill}">{escape(text.text)}</text>'
    )


def _paint(paint: Paint) -> str:
    return " ".join(_paint_attributes(paint))


def _paint_attributes(paint: Paint) -> Iterator[str]:
    classes = []
    if paint.fill.startswith("#"):
        yield f'fill="url({paint.fill})"'
    elif paint.fill:
        classes.append(f"f-{paint.fill}")
    else:
        yield 'fill="none"'
    if paint.stroke:
        classes.append(f"s-{paint.stroke}")
        yield f'stroke-width="{number(paint.width)}"'
    if paint.dash:
        yield f'stroke-dasharray="{paint.dash}"'
    if classes:
        yield f'class="{" ".join(classes)}"'


def mark_svg(mark: str, w: float, h: float, radius: float, ring: str = "ink") -> str:
    """The mark of a part, as SVG."""
    return "".join(map(shape_svg, mark_shapes(mark, w, h, radius, ring)))


def mark_shapes(
    mark: str, w: float, h: float, radius: float, ring: str = "ink"
) -> tuple[Shape, ...]:
    """The mark of a part: corners (last move), a cross (refused) or a ring around it (others).

    The ring is solid if the part is chosen and dashed if it is lit. With a light edge, it marks
    what has decided the game.
    """
    out = 7.0
    if mark == "last":
        corners = _corners(w, h, out, min(w, h) * 0.22)
        return _outlined(partial(Path, corners), "ink", 4)
    if mark == "refused":
        a, b, c, d = (number(side * share) for side in (w, h) for share in (0.2, 0.8))
        cross = f"M{a} {c}L{b} {d}M{b} {c}L{a} {d}"
        return _outlined(partial(Path, cross), "alert", 8)
    around = Rectangle(-out, -out, w + 2 * out, h + 2 * out)
    if mark == "decisive":
        return _outlined(partial(Rect, around, radius=radius + out), ring, 4)
    dash = "" if mark == "chosen" else "7 6"
    return (Rect(around, Paint("", ring, 2.5, dash), radius + out),)


def _outlined(draw: Callable[[Paint], Shape], colour: str, width: float) -> tuple[Shape, ...]:
    """A line with a light edge, visible on any colour."""
    return draw(Paint("", "card", width + 5)), draw(Paint("", colour, width))


def _corners(w: float, h: float, out: float, arm: float) -> str:
    pieces = []
    for x, sx in ((-out, 1), (w + out, -1)):
        for y, sy in ((-out, 1), (h + out, -1)):
            pieces.append(f"M{number(x)} {number(y + sy * arm)}V{number(y)}H{number(x + sx * arm)}")
    return "".join(pieces)


def _header(scene: Scene) -> str:
    title = Text(_MARGIN, 52, scene.title, 38, "ink", serif=True)
    status = Text(_MARGIN, 82, scene.status, 19, "muted")
    return shape_svg(title) + shape_svg(status)


def _place(box: Rectangle) -> str:
    return (
        f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.w)}" height="{number(box.h)}"'
    )


@bounded_cache
def number(value: float, digits: int = 1) -> str:
    """A number written as short as possible; zero has no minus sign."""
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


_SHARED = "".join(
    (
        '<filter id="soft" x="-20%" y="-20%" width="140%" height="150%">',
        '<feDropShadow dx="0" dy="2" stdDeviation="2.4" flood-opacity=".32"/></filter>',
        '<filter id="lift" x="-30%" y="-30%" width="160%" height="180%">',
        '<feDropShadow dx="0" dy="7" stdDeviation="7" flood-opacity=".34"/></filter>',
        '<pattern id="dots" width="9" height="9" patternUnits="userSpaceOnUse">',
        '<circle cx="2" cy="2" r="1.15" class="f-dots"/>',
        '<circle cx="6.5" cy="6.5" r="1.15" class="f-dots"/></pattern>',
        '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse"',
        ' patternTransform="rotate(45)">',
        '<path d="M0 0V7" stroke-width="1.8" class="s-hatch"/></pattern>',
    )
)
