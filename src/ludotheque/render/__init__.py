"""Scenes made visible: `to_svg`, `to_text`, and a picture that shows itself."""

from ludotheque.render.framed import Framed
from ludotheque.render.svg import to_svg
from ludotheque.render.text import to_text

__all__ = ["Framed", "to_svg", "to_text"]
