"""`ludotheque rules`: the rules page, or one of its paragraphs."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import Arguments, Bad, kit_of, write_file
from ludotheque.core.texts import texts
from ludotheque.games import draw_figure
from ludotheque.render.page import page_to_html, page_to_text, paragraph_to_text

EXAMPLE = "ludotheque rules redline 2.5"


def configure(verb: Arguments) -> None:
    """Adds the game, a paragraph, and a file for the page with its figures."""
    verb.word("spec")
    verb.word("paragraph")
    verb.option("html", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Prints the page or the paragraph, or writes the page with its figures."""
    box = kit_of(options, lang).box
    if options.html is not None:
        html = page_to_html(box, lambda figure: draw_figure(box, figure, lang), lang)
        write_file(options.html, html, lang)
        return 0
    if not options.paragraph:
        print(page_to_text(box, lang))
        return 0
    found = box.rules_page(lang).find(options.paragraph)
    if found is None:
        say = texts("ludotheque.cli", lang)
        raise Bad(say("bad.paragraph", number=options.paragraph[:20]))
    print(paragraph_to_text(found, lang))
    return 0
