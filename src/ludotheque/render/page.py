"""The rules page of a game, as HTML with drawn figures (for the site or a file) and as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from textwrap import fill, indent

from ludotheque.core.kit import Box
from ludotheque.core.page import Figure, Paragraph, RulesPage, Section
from ludotheque.core.rulings import Measurement, Ruling
from ludotheque.core.scene import Palette, Scene
from ludotheque.core.texts import Texts, read_resource, texts
from ludotheque.render.live import still
from ludotheque.render.text import board_to_text
from ludotheque.render.themes import site_sheet

DrawFigure = Callable[[Figure], Scene]
_COLUMNS = 88  # of plain text, a length that is easy to read
_INDENT = " " * 6  # the widest number and two spaces
_FILE_STYLE = """
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-family: Georgia, serif; font-weight: normal; line-height: 1.2; }
"""


def rules_style() -> str:
    """The style sheet of the article, for the site and for files, on screen and on paper."""
    return read_resource(__package__, "rules.css")


def page_to_html(box: Box, draw: DrawFigure, lang: str) -> str:
    """The rules as one self-contained HTML file."""
    palette = Palette()
    for paragraph in box.rules_page(lang).paragraphs():
        for figure in paragraph.figures:
            palette |= draw(figure).palette
    style = site_sheet({box.name: palette}) + _FILE_STYLE + rules_style()
    title, article = escape(box.title(lang)), rules_article(box, draw, lang, rulings_at="")
    if box.rulings(lang):
        article += f"<h1>{escape(box.texts(lang)('rulings.title'))}</h1>"
        article += rulings_article(box, lang, rules_at="")
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{style}</style>"
        f'<article class="rules"><h1>{title}</h1>{article}</article></html>\n'
    )


def rules_article(box: Box, draw: DrawFigure, lang: str, rulings_at: str) -> str:
    """The facts, the aim, the game in one minute, then the rules with their figures, as HTML.

    Each ruling links to its explanation, which has the address `rulings_at`.
    """
    page, words = box.rules_page(lang), box.texts(lang)
    numbers = [ruling.number for ruling in box.rulings(lang)]
    marks = {number: f'<a href="{rulings_at}#ruling-{number}">' for number in numbers}
    facts = " · ".join(f"<span>{escape(fact)}</span>" for fact in box.facts(lang))
    minute = "".join(f"<li>{escape(step)}</li>" for step in box.in_a_minute(lang))
    return (
        f'<p class="facts">{facts}</p>'
        + _contents(page, words("lid.contents"))
        + f"<h2>{words('lid.aim')}</h2><p>{escape(box.aim(lang))}</p>"
        + f'<h2>{words("lid.in_one_minute")}</h2><ol class="minute">{minute}</ol>'
        + "".join(f"<p>{escape(text)}</p>" for text in page.introduction)
        + f"<p>{words('lid.rulings')}</p>"
        + "".join(
            _section(n, section, draw, lang, marks) for n, section in enumerate(page.sections, 1)
        )
    )


def rulings_article(box: Box, lang: str, rules_at: str) -> str:
    """Our rulings: each with what the source says and what another reading would do, as HTML.

    The number of each links to its rule in the page with the address `rules_at`.
    """
    words = box.texts(lang)
    return f"<p>{words('rulings.about')}</p>" + "".join(
        _ruling(ruling, words, rules_at) for ruling in box.rulings(lang)
    )


def _ruling(ruling: Ruling, words: Texts, rules_at: str) -> str:
    number = f'<a class="number" href="{rules_at}#rule-{ruling.number}">{ruling.number}</a>'
    said = (("source", ruling.source), ("otherwise", ruling.otherwise))
    lines = "".join(
        f"<p><em>{words(f'rulings.{key}')}</em> {_with_commands(text)}</p>" for key, text in said
    )
    table = "" if ruling.measured is None else _measured(ruling.measured, words)
    ours = f'<span class="ours">{words("ruling")}</span> {escape(ruling.ours)}'
    return (
        f'<div id="ruling-{ruling.number}" class="rule"><p>{number} {ours}</p>{lines}{table}</div>'
    )


def _with_commands(text: str) -> str:
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(text))


def _measured(measured: Measurement, words: Texts) -> str:
    """A table of the readings that a bot has played, with the command that plays these games."""
    heads = "".join(
        f"<th>{words(f'rulings.{key}')}</th>" for key in ("option", "first", "drawn", "moves")
    )
    rows = "".join(
        f"<tr><td><code>{escape(one.spec)}</code></td>"
        + "".join(f"<td>{words('rulings.share', n=share)}</td>" for share in (one.first, one.drawn))
        + f"<td>{one.moves}</td></tr>"
        for one in measured.readings
    )
    about = words("rulings.measured", n=measured.games, bot=words(f"bots.{measured.bot}.name"))
    command = f"<code>python -m tools.rulings {measured.readings[0].spec.partition('(')[0]}</code>"
    return f"<table><tr>{heads}</tr>{rows}</table><p>{about} {command}</p>"


def _contents(page: RulesPage, title: str) -> str:
    """Links to the sections, without list numbers, because the titles contain them."""
    links = "".join(
        f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(page.sections, 1)
    )
    return f'<nav id="contents" class="contents" aria-label="{title}"><ul>{links}</ul></nav>'


def _section(
    number: int, section: Section, draw: DrawFigure, lang: str, marks: Mapping[str, str]
) -> str:
    tips = "".join(f"<li>{escape(tip)}</li>" for tip in section.tips)
    contents = texts("", lang)("lid.contents")
    back = f'<a class="to-contents" href="#contents" aria-label="{contents}">↑</a>'
    return (
        f'<h2 id="section-{number}">{escape(section.title)} {back}</h2>'
        + "".join(_paragraph(paragraph, draw, lang, marks) for paragraph in section.paragraphs)
        + (f'<ul class="tips">{tips}</ul>' if tips else "")
    )


def _paragraph(paragraph: Paragraph, draw: DrawFigure, lang: str, marks: Mapping[str, str]) -> str:
    mark, word = marks.get(paragraph.number, ""), texts("", lang)("ruling")
    ruling = f'<span class="ours">{mark}{word}{"</a>" if mark else ""}</span> '
    text = escape(paragraph.source) + (" " if paragraph.source and paragraph.ours else "")
    text += ruling + escape(paragraph.ours) if paragraph.ours else ""
    number = f'<span class="number">{paragraph.number}</span>'
    example = f'<p class="example">{escape(paragraph.example)}</p>' if paragraph.example else ""
    pictures = "".join(_figure(figure, draw(figure)) for figure in paragraph.figures)
    figures = f'<div class="figures">{pictures}</div>' if pictures else ""
    name = f"rule-{paragraph.number}"
    return f'<p id="{name}" class="rule" tabindex="-1">{number} {text}</p>{example}{figures}'


def _figure(figure: Figure, scene: Scene) -> str:
    picture, caption = still(scene, label=figure.caption), escape(figure.caption)
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def page_to_text(box: Box, draw: DrawFigure, lang: str) -> str:
    """The whole page as plain text, with figures in characters."""
    page, words = box.rules_page(lang), box.texts(lang)
    blocks = [page.title, " · ".join(box.facts(lang)), *page.introduction, words("lid.rulings")]
    blocks += [words("lid.aim"), box.aim(lang), words("lid.in_one_minute")]
    blocks += [f"{number}. {step}" for number, step in enumerate(box.in_a_minute(lang), start=1)]
    blocks = [
        fill(block, _COLUMNS, subsequent_indent=" " * 3 * (". " in block[:3])) for block in blocks
    ]
    for section in page.sections:
        blocks.append(section.title)
        blocks += [paragraph_to_text(paragraph, draw, lang) for paragraph in section.paragraphs]
        blocks += [fill(f"- {tip}", _COLUMNS, subsequent_indent="  ") for tip in section.tips]
    return "\n\n".join(blocks)


def paragraph_to_text(paragraph: Paragraph, draw: DrawFigure, lang: str) -> str:
    """A paragraph as plain text, with its number, our own ruling marked, example and figures."""
    ours = f"[{texts('', lang)('ruling')}] {paragraph.ours}" if paragraph.ours else ""
    said = " ".join(text for text in (paragraph.source, ours) if text)
    blocks = [fill(f"{paragraph.number:<4}  {said}", _COLUMNS, subsequent_indent=_INDENT)]
    if paragraph.example:
        blocks.append(_indented(paragraph.example))
    for figure in paragraph.figures:
        blocks += [indent(board_to_text(draw(figure)), _INDENT), _indented(figure.caption)]
    return "\n\n".join(blocks)


def _indented(text: str) -> str:
    return fill(text, _COLUMNS, initial_indent=_INDENT, subsequent_indent=_INDENT)
