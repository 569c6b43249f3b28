"""Ludothèque: open a box and play."""

from ludotheque.games import catalogue, load

__all__ = ["catalogue", "load"]
__version__ = "0.3.0"
