"""A scene that shows itself in a notebook and prints as text."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.scene import Scene
from ludotheque.render.svg import to_svg
from ludotheque.render.text import to_text


@dataclass(frozen=True)
class Framed:
    """A picture of a scene."""

    scene: Scene

    def _repr_svg_(self) -> str:
        """What a notebook draws."""
        return to_svg(self.scene)

    def __str__(self) -> str:
        """What a terminal prints."""
        return to_text(self.scene)
