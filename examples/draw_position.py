"""Writes a picture of a position of Plus 4, and what each column would do, to an SVG file.

Run it with `python examples/draw_position.py grid.svg`.
"""

import sys
from pathlib import Path

from ludotheque import load

kit = load("plus4")
state = kit.round.notation.read_state("rb/-/br/- 0 0:0")
Path(sys.argv[1]).write_text(kit.show(state, lang="en")._repr_svg_(), encoding="utf-8")
for action in kit.round.actions(state):
    print(kit.round.tell(state, action, "en"))
