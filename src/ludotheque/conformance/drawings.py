"""What a scene is drawn with: all its shapes, and the colours and symbols that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotheque.core.scene import Group, Scene, Shape, Text, Use

_TEXTURE = "#"  # what the name of a texture begins with, in the place of a colour


def shapes_of(scene: Scene) -> Iterator[Shape]:
    """Every shape of a scene, those inside symbols and groups too."""
    for area in scene.areas:
        yield from within((*area.backdrop, *area.scenery, *area.overlay), scene)
    for part in scene.parts():
        yield from within(part.art, scene)


def within(shapes: Iterable[Shape], scene: Scene) -> Iterator[Shape]:
    """All shapes that are drawn, those of symbols and groups too."""
    for shape in shapes:
        yield shape
        match shape:
            case Use(symbol):
                assert symbol in scene.symbols, f"nothing defines the symbol “{symbol}”"
                yield from within(scene.symbols[symbol], scene)
            case Group(inside):
                yield from within(inside, scene)


def colours_of(scene: Scene) -> set[str]:
    """The names of the colours that are painted or ringed with."""
    named = {part.ring for part in scene.parts()}
    for shape in shapes_of(scene):
        match shape:
            case Text(fill=fill):
                named.add(fill)
            case Use() | Group():
                pass
            case _:
                named |= {shape.paint.fill, shape.paint.stroke}
    return {name for name in named if name and not name.startswith(_TEXTURE)}
