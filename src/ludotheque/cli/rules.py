"""`ludotheque rules`: the rules page, or one of its paragraphs."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from ludotheque.cli.arguments import Bad, kit_of, write_file
from ludotheque.core.texts import Texts
from ludotheque.games import draw_figure
from ludotheque.render.page import page_to_html, page_to_text, paragraph_to_text

EXAMPLE = "ludotheque rules redline 2.5"
ARGUMENTS = "spec paragraph? --html=FILE"


def run(options: Namespace, say: Texts) -> None:
    """Prints the page or the paragraph, or writes the page with its figures drawn."""
    box = kit_of(options, say).box
    draw = partial(draw_figure, box, lang=say.lang)
    if options.html is not None:
        write_file(options.html, page_to_html(box, draw, say.lang), say)
    elif not options.paragraph:
        print(page_to_text(box, draw, say.lang))
    else:
        found = box.rules_page(say.lang).find(options.paragraph)
        if found is None:
            raise Bad(say("bad.paragraph", number=options.paragraph[:20]))
        print(paragraph_to_text(found, draw, say.lang))
