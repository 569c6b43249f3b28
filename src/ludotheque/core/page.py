"""The rules page of a game: numbered paragraphs, rulings of ours marked, figures as positions.

A page is Markdown of a narrow kind: `# title`, `## 2. section`, paragraphs that begin with their
number (`2.3 …`, or `2.3 [R] …` for a ruling), and figures `![caption](STATE)`,
`![caption](STATE => ACTION)` or `![caption](STATE =/> ACTION)` for an action that is refused;
options of the game may stand before the state: `![caption](mode=endless; STATE)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ludotheque.core.texts import read_resource

_PARAGRAPH = re.compile(r"(\d+\.\d+) (?:(\[R\]) )?(.+)", re.DOTALL)
_FIGURE = re.compile(
    r"!\[(?P<caption>.+?)\]\((?:(?P<options>[a-z_]+=[^; ]+); )?"
    r"(?P<state>.+?)(?: (?P<arrow>=>|=/>) (?P<action>.+?))?\)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A real position, and perhaps an action tried on it."""

    caption: str
    state: str
    action: str = ""
    refused: bool = False
    options: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered rule; a ruling is ours, where the source is silent."""

    number: str
    text: str
    ruling: bool
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered heading and its rules."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game in one language."""

    title: str
    introduction: str
    sections: tuple[Section, ...]

    def paragraphs(self) -> Iterator[Paragraph]:
        """Every paragraph in order."""
        for section in self.sections:
            yield from section.paragraphs

    def find(self, number: str) -> Paragraph | None:
        """The paragraph with that number."""
        return next((p for p in self.paragraphs() if p.number == number), None)


@cache
def rules_page(package: str, lang: str) -> RulesPage:
    """The page that lies in that package."""
    return read_page(read_resource(package, f"rules.{lang}.md"))


def read_page(source: str) -> RulesPage:
    """The page that the source writes."""
    head, *rest = re.split(r"^## ", source, flags=re.MULTILINE)
    title, _, introduction = head.strip().partition("\n")
    sections = tuple(_section(text) for text in rest)
    return RulesPage(title.removeprefix("# "), _one_line(introduction), sections)


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    paragraphs: list[Paragraph] = []
    for block in re.split(r"\n\s*\n", body.strip()):
        if block.startswith("!"):
            paragraphs[-1] = _with_figures(paragraphs[-1], block)
        else:
            paragraphs.append(_paragraph(block))
    return Section(title.strip(), tuple(paragraphs))


def _paragraph(block: str) -> Paragraph:
    match = _PARAGRAPH.fullmatch(block.strip())
    if match is None:
        raise ValueError(f"not a numbered paragraph: {block[:40]!r}")
    return Paragraph(match[1], _one_line(match[3]), match[2] is not None)


def _with_figures(paragraph: Paragraph, block: str) -> Paragraph:
    figures = tuple(
        Figure(
            _one_line(m["caption"]),
            m["state"],
            m["action"] or "",
            m["arrow"] == "=/>",
            m["options"] or "",
        )
        for m in _FIGURE.finditer(block)
    )
    return Paragraph(
        paragraph.number, paragraph.text, paragraph.ruling, paragraph.figures + figures
    )


def _one_line(text: str) -> str:
    return re.sub(r"[ \n]+", " ", text).strip(" \n")
