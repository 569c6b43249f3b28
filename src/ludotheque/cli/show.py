"""`ludotheque show`: a position as text or as a picture."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ludotheque.cli.parser import Arguments, kit_of, refused, write_file
from ludotheque.games import AnyKit
from ludotheque.render import to_svg, to_text

EXAMPLE = 'ludotheque show plus4 --state "rb/-/br/- 0 0:0" --svg grid.svg'


def configure(verb: Arguments) -> None:
    """The game, a position, a file."""
    verb.word("spec")
    verb.option("state", "TEXT")
    verb.option("svg", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Prints the drawing, or writes the picture."""
    kit = kit_of(options, lang)
    scene = _scene(kit, options.state, lang)
    if options.svg is None:
        print(to_text(scene), end="")
        return 0
    write_file(options.svg, to_svg(scene), lang)
    return 0


def _scene(kit: AnyKit, text: str | None, lang: str) -> Any:
    """The start, or the position of a round, or of a series (which begins with a bracket)."""
    if text is None:
        return kit.round.scene(kit.round.initial(), lang=lang)
    playable: Any = kit.game if text.lstrip().startswith("[") else kit.round
    state = refused(kit, lang, lambda: playable.notation.read_state(text))
    return playable.scene(state, lang=lang)
