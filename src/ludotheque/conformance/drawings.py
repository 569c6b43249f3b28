"""Checks of drawings: all shapes, and the colours and symbols that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotheque.core.scene import Group, Palette, Scene, Shape, Symbols, Text, Use
from ludotheque.render.themes import HOUSE

_TEXTURE = "#"  # the prefix of a texture, which can stand in place of a colour


def within(shapes: Iterable[Shape], symbols: Symbols) -> Iterator[Shape]:
    """All shapes of a drawing, including those inside symbols and groups."""
    for shape in shapes:
        yield shape
        match shape:
            case Use(symbol):
                assert symbol in symbols, f"nothing defines the symbol “{symbol}”"
                yield from within(symbols[symbol], symbols)
            case Group(inside):
                yield from within(inside, symbols)


def check_scene(scene: Scene) -> None:
    """Checks that every symbol and every colour of a scene is defined."""
    for area in scene.areas:
        drawn = (*area.backdrop, *area.scenery, *area.overlay)
        check_colours(drawn, scene.symbols, scene.palette)
    for part in scene.parts():
        check_colours(part.art, scene.symbols, scene.palette, part.ring)


def check_colours(shapes: Iterable[Shape], symbols: Symbols, palette: Palette, *more: str) -> None:
    """Checks that the palette or the house defines the colours of these shapes, and `more`."""
    named = {name for shape in within(shapes, symbols) for name in _colours(shape)}
    colours = {name for name in (*named, *more) if name and not name.startswith(_TEXTURE)}
    undefined = sorted(colours - (HOUSE | palette).day.keys())
    assert not undefined, f"nothing defines the colour “{undefined[0]}”"


def _colours(shape: Shape) -> tuple[str, ...]:
    match shape:
        case Text(fill=fill):
            return (fill,)
        case Use() | Group():
            return ()
        case _:
            return shape.paint.fill, shape.paint.stroke
