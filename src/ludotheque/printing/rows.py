"""The rules page of a game as rows of text and figures, for columns of a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludotheque.core.kit import Box
from ludotheque.core.page import Figure, Paragraph, Section
from ludotheque.core.scene import Scene
from ludotheque.core.texts import texts
from ludotheque.printing.columns import Drawn, PageRow, Printed, Written, kept
from ludotheque.printing.fonts import BOLD, ITALIC, SANS, SERIF_BOLD, width
from ludotheque.printing.lines import TextLine, Word, set_in_lines, words
from ludotheque.render.live import still_shapes
from ludotheque.render.page import DrawFigure

SMALLEST_PT = 7.5  # the smallest size that is easy to read
_LEADING = 1.28  # from line to line, in type sizes
_INDENT = 2.3  # of paragraphs after their number, in type sizes
_ALONE = 0.44  # the width of a figure beside its caption, as a share of the column
_NARROWEST = 9.0  # the width of a caption, in its type size
_LARGEST = 0.25  # points for a unit of a drawing: a tile of Redline is then 9 mm wide
_GAP, _BELOW = 8.0, 4.0  # between figures, and below them, in points
_WIDE_PT = 200.0  # the least width of a column with three figures side by side


@dataclass(frozen=True, slots=True)
class Type:
    """The size of the type and the width of the columns, in points, and the language.

    `figures` says how much larger than necessary the figures are.
    """

    size: float
    width: float
    lang: str
    figures: float = 1.0

    @property
    def small(self) -> float:
        """The size of captions."""
        return max(SMALLEST_PT, 0.92 * self.size)


def page_rows(box: Box, draw: DrawFigure, type_: Type) -> list[PageRow]:
    """The whole rules page, in order; `render/page.py` does the same in HTML."""
    page, say, lang = box.rules_page(type_.lang), box.texts(type_.lang), type_.lang
    rows = _text(type_, " · ".join(box.facts(lang)), ITALIC, colour="muted")
    for text in (*page.introduction, say("lid.rulings")):
        rows += _text(type_, text)
    rows += [*_heading(type_, say("lid.aim")), *_text(type_, box.aim(lang))]
    rows += _heading(type_, say("lid.in_one_minute"))
    for number, step in enumerate(box.in_a_minute(lang), start=1):
        rows += _hanging(type_, f"{number}.", words(step, SANS))
    for section in page.sections:
        rows += _section(section, draw, type_)
    return rows


def _section(section: Section, draw: DrawFigure, type_: Type) -> list[PageRow]:
    rows = _heading(type_, section.title)
    for paragraph in section.paragraphs:
        rows += _paragraph(paragraph, draw, type_)
    for tip in section.tips:
        rows += _hanging(type_, "–", words(tip, SANS))
    return rows


def _paragraph(paragraph: Paragraph, draw: DrawFigure, type_: Type) -> list[PageRow]:
    """A rule after its number, with our own ruling marked, its example and its figures."""
    ruling = texts("", type_.lang)("ruling")
    given = words(paragraph.source, SANS)
    if paragraph.ours:
        given += words(f"[{ruling}]", ITALIC) + words(paragraph.ours, SANS)
    rows = _hanging(type_, paragraph.number, given)
    if paragraph.example:
        rows = kept(rows) + _hanging(type_, "", words(paragraph.example, ITALIC))
    if paragraph.figures:
        rows = kept(rows) + _figures(paragraph.figures, draw, type_)
    return rows


def _heading(type_: Type, text: str) -> list[PageRow]:
    size = 1.22 * type_.size
    given = words(text, SERIF_BOLD)
    lines = set_in_lines(given, type_.width, size, type_.lang, width, ragged=True)
    rows = [_row(line, size, 0, "ink") for line in lines]
    return [
        replace(row, above=0 if n else 0.75 * type_.size, keep=True) for n, row in enumerate(rows)
    ]


def _text(type_: Type, text: str, font: str = SANS, colour: str = "ink") -> list[PageRow]:
    """A paragraph in the full width of the column."""
    lines = set_in_lines(words(text, font), type_.width, type_.size, type_.lang, width)
    return _unbroken([_row(line, type_.size, 0, colour) for line in lines], 0.3 * type_.size)


def _hanging(type_: Type, sign: str, given: tuple[Word, ...]) -> list[PageRow]:
    """A paragraph beside its number or sign."""
    indent = _INDENT * type_.size
    lines = set_in_lines(given, type_.width - indent, type_.size, type_.lang, width)
    rows = [_row(line, type_.size, indent, "ink") for line in lines]
    number = Written(0, rows[0].marks[0].y, sign, BOLD, type_.size, "muted")
    marks = (number, *rows[0].marks) if sign else rows[0].marks
    return _unbroken([replace(rows[0], marks=marks), *rows[1:]], 0.3 * type_.size)


def _unbroken(rows: list[PageRow], above: float) -> list[PageRow]:
    """The rows of a paragraph, kept together so that no line is alone in a column."""
    alone = {0, len(rows) - 2} if len(rows) > 1 else set()
    return [replace(row, above=0 if n else above, keep=n in alone) for n, row in enumerate(rows)]


def _row(line: TextLine, size: float, indent: float, colour: str) -> PageRow:
    return PageRow(_LEADING * size, tuple(_written(line, size, indent, 0.95 * size, colour)))


def _written(line: TextLine, size: float, x: float, y: float, colour: str) -> Iterator[Written]:
    """The words at their places; each includes the space after it, so that text can be copied."""
    for place, word in enumerate(line.words, start=1):
        after = " " if place < len(line.words) else ""
        yield Written(x, y, word.text + after, word.font, size, colour)
        x += width(word.text, word.font, size) + line.space


def _figures(figures: Sequence[Figure], draw: DrawFigure, type_: Type) -> list[PageRow]:
    """Figures side by side above their captions; a single one left over, beside its caption."""
    across = 2 if type_.width / type_.figures < _WIDE_PT else 3
    groups = [figures[start : start + across] for start in range(0, len(figures), across)]
    return [
        _abreast(group, draw, type_, across) if len(group) > 1 else _beside(group[0], draw, type_)
        for group in groups
    ]


def _beside(figure: Figure, draw: DrawFigure, type_: Type) -> PageRow:
    """A figure with its caption on the right, or below if that would be too narrow."""
    widest = min(_ALONE * type_.figures, 1) * type_.width
    picture = _picture(draw(figure), widest, type_)
    left = picture.view.w * picture.scale + _GAP
    if type_.width - left < _NARROWEST * type_.small:
        return _above([picture], [_caption(figure, type_, type_.width)], type_, 0)
    caption = _caption(figure, type_, type_.width - left)
    high, depth = picture.view.h * picture.scale, len(caption) * _LEADING * type_.small
    height = max(high, depth)
    drawn = picture._replace(y=(height - high) / 2)
    written = _captioned(caption, type_, left, (height - depth) / 2)
    return PageRow(height + _BELOW, (drawn, *written), above=0.5 * type_.size)


def _abreast(some: Sequence[Figure], draw: DrawFigure, type_: Type, across: int) -> PageRow:
    each = (type_.width - (across - 1) * _GAP) / across
    pictures = [_picture(draw(figure), each, type_) for figure in some]
    return _above(pictures, [_caption(figure, type_, each) for figure in some], type_, each + _GAP)


def _above(
    pictures: Sequence[Drawn], captions: Sequence[Sequence[TextLine]], type_: Type, step: float
) -> PageRow:
    """Pictures at a distance of `step` from each other, with their captions below."""
    tallest = max(picture.view.h * picture.scale for picture in pictures)
    marks: list[Printed] = []
    for place, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        high = picture.view.h * picture.scale
        marks.append(picture._replace(x=place * step, y=(tallest - high) / 2))
        marks += _captioned(caption, type_, place * step, tallest + 2)
    depth = max(map(len, captions)) * _LEADING * type_.small
    return PageRow(tallest + 2 + depth + _BELOW, tuple(marks), above=0.5 * type_.size)


def _picture(scene: Scene, widest: float, type_: Type) -> Drawn:
    """The board of a scene, as large as allowed."""
    view, shapes = still_shapes(scene)
    scale = min(widest / view.w, _LARGEST * type_.figures)
    return Drawn(0, 0, scale, view, tuple(shapes), scene)


def _caption(figure: Figure, type_: Type, wide: float) -> list[TextLine]:
    given = words(figure.caption, ITALIC)
    return set_in_lines(given, wide, type_.small, type_.lang, width, ragged=True)


def _captioned(lines: Sequence[TextLine], type_: Type, x: float, top: float) -> Iterator[Written]:
    for number, line in enumerate(lines):
        y = top + (number * _LEADING + 0.95) * type_.small
        yield from _written(line, type_.small, x, y, "muted")
