"""`ludotheque rules`: the rules page, or one of its paragraphs."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill

from ludotheque.cli.arguments import Arguments, Bad, kit_of, write_file
from ludotheque.core.page import Paragraph
from ludotheque.core.texts import texts
from ludotheque.games import AnyKit, draw_figure
from ludotheque.render.page import page_to_html

EXAMPLE = "ludotheque rules redline 2.5"


def configure(verb: Arguments) -> None:
    """Adds the game, a paragraph, and a file for the page with its figures."""
    verb.word("spec")
    verb.word("paragraph")
    verb.option("html", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Prints the page or the paragraph, or writes the page with its figures."""
    kit = kit_of(options, lang)
    page = kit.rules_page(lang)
    if options.html is not None:
        html = page_to_html(page, lambda figure: draw_figure(kit.box, figure, lang), lang)
        write_file(options.html, html, lang)
        return 0
    if options.paragraph:
        found = page.find(options.paragraph)
        if found is None:
            say = texts("ludotheque.cli", lang)
            raise Bad(say("bad.paragraph", number=options.paragraph[:20]))
        print(written(found, kit, lang))
        return 0
    blocks = [page.title, fill(page.introduction, 88)]
    for section in page.sections:
        blocks.append(section.title)
        blocks += [written(paragraph, kit, lang) for paragraph in section.paragraphs]
    print("\n\n".join(blocks))
    return 0


def written(paragraph: Paragraph, kit: AnyKit, lang: str) -> str:
    """A paragraph after its number, marked where it is a ruling of ours."""
    ours = f"[{kit.text('ruling', lang)}] " if paragraph.ruling else ""
    return fill(f"{paragraph.number}  {ours}{paragraph.text}", 88, subsequent_indent="     ")
