"""The rules page of a game: numbered paragraphs, our own rulings, and figures of positions.

A page is written in a small part of Markdown: `# title` and an introduction, `## 2. section`,
paragraphs that begin with their number (`2.3 …`), and at the end a section without a number, a
list of `- tips`. In a paragraph, our own ruling follows `[R]`. `> …` after a paragraph is an
example, `{option.hand}` is a text of the game. Figures are `![caption](STATE)`,
`![caption](STATE => ACTION)`, `![caption](STATE =/> ACTION)` for an action that is refused, and
`![caption](STATE ?> PRESSES)`, where `*` marks everything that can be pressed. Options of the game
can stand before the state: `![caption](mode=endless; STATE)`. Places at the end cut the board to
the rectangle around them: `![caption](STATE => ACTION [a1 h7])`. Figures are numbered in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count

from ludotheque.core.texts import Texts, read_resource, texts, typeset

ANY_PRESS = "*"
_PARAGRAPH = re.compile(r"(\d+\.\d+) (?!$)(?P<source>.*?)(?:\[R\] (?P<ours>.+))?", re.DOTALL)
_FIGURE = re.compile(
    r"!\[(?P<caption>.+?)\]\((?:(?P<options>[a-z_]+=[^; ]+); )?"
    r"(?P<state>.+?)(?: (?P<arrow>=>|=/>|\?>) (?P<action>.+?))?(?: \[(?P<cut>[^]]+)\])?\)",
    re.DOTALL,
)
_NOTATION = re.compile(r"(\]\(.+?\))", re.DOTALL)  # the position of a figure, which is no prose
_CAPTION = re.compile(r"!\[(?!Figure \d)")  # of a figure without a number
_TEXT = re.compile(r"\{([a-z_.]+)\}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A position, optionally with an action tried in it or with the first presses of a gesture.

    If there is a `cut`, only the part of the board around these places is shown.
    """

    caption: str
    state: str
    action: str = ""
    refused: bool = False
    options: str = ""
    presses: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered rule: what the published rules say, and our ruling where they are silent."""

    number: str
    source: str
    ours: str = ""
    example: str = ""
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its numbered rules, or with a list of tips."""

    title: str
    paragraphs: tuple[Paragraph, ...] = ()
    tips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game in one language."""

    title: str
    introduction: tuple[str, ...]
    sections: tuple[Section, ...]

    def paragraphs(self) -> Iterator[Paragraph]:
        """Every paragraph in order."""
        for section in self.sections:
            yield from section.paragraphs

    def find(self, number: str) -> Paragraph | None:
        """The paragraph with that number; None if there is no such paragraph."""
        return next((p for p in self.paragraphs() if p.number == number), None)


@cache
def rules_page(package: str, lang: str) -> RulesPage:
    """The rules page of that package, with the texts of the game filled in."""
    words = texts(package, lang)
    numbers = count(1)
    pieces = _NOTATION.split(read_resource(package, f"rules.{lang}.md"))
    pieces[::2] = [typeset(piece, lang) for piece in pieces[::2]]
    source = _CAPTION.sub(lambda _: f"![Figure {next(numbers)}. ", "".join(pieces))
    return read_page(_TEXT.sub(lambda name: words(name[1]), source))


def read_paragraphs(source: str, words: Texts) -> Iterator[Paragraph]:
    """The numbered paragraphs of a page without sections, with the texts of the game filled in."""
    return map(_paragraph, _blocks(_TEXT.sub(lambda name: words(name[1]), source)))


def read_page(source: str) -> RulesPage:
    """Parses the source of a page."""
    head, *rest = re.split(r"^## ", source, flags=re.MULTILINE)
    title, *introduction = _blocks(head)
    sections = tuple(_section(text) for text in rest)
    return RulesPage(title.removeprefix("# "), tuple(map(_one_line, introduction)), sections)


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    paragraphs: list[Paragraph] = []
    tips: tuple[str, ...] = ()
    for block in _blocks(body):
        if block.startswith("- "):
            tips += tuple(_one_line(tip) for tip in re.split(r"^- ", block, flags=re.M)[1:])
        elif block.startswith(("!", "> ")):
            paragraphs[-1] = _with_more(paragraphs[-1], block)
        else:
            paragraphs.append(_paragraph(block))
    return Section(title.strip(), tuple(paragraphs), tips)


def _blocks(text: str) -> list[str]:
    return re.split(r"\n\s*\n", text.strip())


def _paragraph(block: str) -> Paragraph:
    match = _PARAGRAPH.fullmatch(block)
    if match is None:
        raise ValueError(f"not a numbered paragraph: {block[:40]!r}")
    return Paragraph(match[1], _one_line(match["source"]), _one_line(match["ours"] or ""))


def _with_more(paragraph: Paragraph, block: str) -> Paragraph:
    """The paragraph with the example or the figures of the next block added."""
    if block.startswith("> "):
        return replace(paragraph, example=_one_line(block.removeprefix("> ")))
    figures = tuple(map(_figure, _FIGURE.finditer(block)))
    return replace(paragraph, figures=paragraph.figures + figures)


def _figure(match: re.Match[str]) -> Figure:
    caption, options = _one_line(match["caption"]), match["options"] or ""
    cut = tuple((match["cut"] or "").split())
    if match["arrow"] == "?>":
        presses = tuple(match["action"].split())
        return Figure(caption, match["state"], options=options, presses=presses, cut=cut)
    refused = match["arrow"] == "=/>"
    return Figure(caption, match["state"], match["action"] or "", refused, options, cut=cut)


def _one_line(text: str) -> str:
    return re.sub(r"[ \n]+", " ", text).strip(" \n")
