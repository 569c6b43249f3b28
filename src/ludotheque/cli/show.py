"""`ludotheque show`: a position as text or as a picture."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import kit_of, position_of, write_file
from ludotheque.core.texts import Texts
from ludotheque.render import to_svg, to_text

EXAMPLE = 'ludotheque show plus4 --state "rb/-/br/- 0 0:0" --svg grid.svg'
ARGUMENTS = "spec --state=POSITION --svg=FILE"


def run(options: Namespace, say: Texts) -> None:
    """Prints the drawing, or writes the picture."""
    kit = kit_of(options, say)
    playable, state = position_of(kit, options.state, say)
    scene = playable.scene(state, lang=say.lang)
    if options.svg is None:
        print(to_text(scene), end="")
    else:
        write_file(options.svg, to_svg(scene), say)
