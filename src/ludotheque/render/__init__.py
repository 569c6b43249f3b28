"""Scenes as SVG (`to_svg`), as characters (`to_text`), and for notebooks (`Framed`)."""

from ludotheque.render.framed import Framed
from ludotheque.render.svg import to_svg
from ludotheque.render.text import to_text

__all__ = ["Framed", "to_svg", "to_text"]
