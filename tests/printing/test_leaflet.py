"""The rules as a leaflet: two pages, everything on them, in type that can be read."""

from __future__ import annotations

from inspect import unwrap

import pytest

from ludotheque.games import find, names
from ludotheque.printing.columns import Drawn, Written
from ludotheque.printing.fonts import width
from ludotheque.printing.leaflet import MARGIN, origin_of, set_leaflet, top_of
from ludotheque.printing.paper import PAPERS, POINTS_PER_MM
from ludotheque.printing.rows import SMALLEST_PT

# Letter is the shorter paper, and A4 the narrower one: each with the language of its readers.
CASES = [
    (game, lang, paper) for game in names() for lang, paper in (("fr", "a4"), ("en", "letter"))
]


@pytest.mark.parametrize(("game", "lang", "paper"), CASES)
def test_two_pages_hold_everything(game: str, lang: str, paper: str) -> None:
    made, box = set_leaflet(game, lang, PAPERS[paper]), find(game)
    assert len(made.pages) == 2
    assert made.size >= SMALLEST_PT
    marks = [m for p in made.pages for _, column in p for _, row in column for m in row.marks]
    text = "".join(mark.text for mark in marks if isinstance(mark, Written))
    squeezed = text.replace(" ", "").replace("-", "")
    page = box.rules_page(lang)
    told = [*page.introduction, *box.in_a_minute(lang), box.aim(lang), *box.facts(lang)]
    told += [section.title for section in page.sections]
    told += [tip for section in page.sections for tip in section.tips]
    figures = 0
    for paragraph in page.paragraphs():
        told += [paragraph.number, paragraph.source, paragraph.ours, paragraph.example]
        figures += len(paragraph.figures)
    for said in told:
        assert said.replace(" ", "").replace("-", "") in squeezed
    assert len([mark for mark in marks if isinstance(mark, Drawn)]) == figures


@pytest.mark.parametrize(("game", "lang", "paper"), CASES)
def test_nothing_stands_outside_its_column(game: str, lang: str, paper: str) -> None:
    made, sheet = set_leaflet(game, lang, PAPERS[paper]), PAPERS[paper]
    right = sheet.width_mm * POINTS_PER_MM - MARGIN
    lowest = sheet.height_mm * POINTS_PER_MM - MARGIN - 9  # above the line at the foot
    for number, page in enumerate(made.pages):
        lefts = [x for x, _ in page]
        for (x, column), end in zip(page, [*lefts[1:], right], strict=True):
            for y, row in column:
                assert top_of(number) + y + row.height <= lowest
                for mark in row.marks:
                    assert x <= x + mark.x
                    assert x + mark.x + wide(mark) <= end + 0.01


def wide(mark: Written | Drawn) -> float:
    if isinstance(mark, Drawn):
        return mark.view.w * mark.scale
    assert mark.size >= SMALLEST_PT
    return width(mark.text.rstrip(), mark.font, mark.size)


def test_rules_that_are_too_long_for_two_pages_get_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.printing.leaflet._SIZES_PT", (11.0,))
    made = unwrap(set_leaflet)("redline", "fr", PAPERS["a4"])
    assert made.size == 11
    assert len(made.pages) in (3, 4)


@pytest.mark.parametrize(
    ("game", "lang", "origin"),
    [
        ("redline", "fr", "J. Schouten et P. Velleman, publié par Cobrain en 1988."),
        ("babylone", "en", "Bruno Faidutti, published by Cocktail Games in 2004."),
        ("plus4", "en", "A game published by Winning Moves France in 2007."),
        ("croisements", "fr", "Auteur et éditeur inconnus."),
    ],
)
def test_the_authors_and_the_publisher_are_named(game: str, lang: str, origin: str) -> None:
    assert origin_of(find(game), lang).endswith(origin)
