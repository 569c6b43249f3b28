"""The Python module of the Worker that thinks."""

from ludotheque.pocket import files
from ludotheque.pocket.device import think

files.read_by_browser()

__all__ = ["think"]
