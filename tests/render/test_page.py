"""A rules page: read from its source, as one HTML file, and in plain text."""

from __future__ import annotations

from functools import partial
from html.parser import HTMLParser
from textwrap import indent

import pytest

from ludotheque import catalogue, load
from ludotheque.core.page import Figure, Paragraph, Section, read_page
from ludotheque.core.scene import Scene
from ludotheque.games import draw_figure
from ludotheque.render.page import page_to_html, page_to_text
from ludotheque.render.text import board_to_text
from tests.render.scenes import SCENE

SOURCE = """# A game <of> two

What it is,
and whose.

Where it comes from.

## 1. Aim

1.1 Be first & last. [R] Or both.

> Example: 1 and 2.

![A figure](- v - 0 => a>b)
![Another](start=2,2; - v - 0 =/> a>b [a c])

![A third](- v - 0 ?> pile-a *)

1.2 [R] A ruling of ours.

1.3 A rule.

## Tips

- Win.
- Do not
  lose.
"""


def test_figures_are_numbered_through_the_page() -> None:
    for box in catalogue():
        paragraphs = box.rules_page("fr").paragraphs()
        captions = [figure.caption for paragraph in paragraphs for figure in paragraph.figures]
        numbers = [caption.partition(". ")[0] for caption in captions]
        assert numbers == [f"Figure {n + 1}" for n in range(len(numbers))]


def test_a_figure_is_cut_to_a_part_of_the_board_with_the_edges_that_it_reaches() -> None:
    box = load("babylone").box
    state = "v v v n n n r r r b b b 0"
    whole, cut = (draw_figure(box, Figure("", state, cut=c), "en") for c in ((), ("f", "g")))
    assert board_to_text(cut).split() == ["f", "g", "[N]", "[R]"]
    boards = [next(a for a in scene.areas if a.name == "board") for scene in (whole, cut)]
    assert [part.id for part in boards[1].parts] == ["pile-f", "pile-g"]
    corner = draw_figure(box, Figure("", state, cut=("a", "d")), "en")
    lines = board_to_text(corner).splitlines()
    assert lines[0].endswith("V v  green"), "the captions at an edge that the part reaches"
    assert not any("[R]" in line for line in lines)
    assert next(a for a in corner.areas if a.name == "board").box.y == boards[0].box.y


def test_a_page_is_read_as_it_is_written() -> None:
    page = read_page(SOURCE)
    assert page.title == "A game <of> two"
    assert page.introduction == ("What it is, and whose.", "Where it comes from.")
    figures = (
        Figure("A figure", "- v - 0", "a>b"),
        Figure("Another", "- v - 0", "a>b", refused=True, options="start=2,2", cut=("a", "c")),
        Figure("A third", "- v - 0", presses=("pile-a", "*")),
    )
    first = Paragraph("1.1", "Be first & last.", "Or both.", "Example: 1 and 2.", figures)
    rules = (first, Paragraph("1.2", "", "A ruling of ours."), Paragraph("1.3", "A rule."))
    tips = Section("Tips", tips=("Win.", "Do not lose."))
    assert page.sections == (Section("1. Aim", rules), tips)
    assert page.find("1.2") == rules[1]


@pytest.mark.parametrize("block", ["Be first.", "1.1", "1. Be first."])
def test_what_is_no_numbered_paragraph_is_an_error(block: str) -> None:
    with pytest.raises(ValueError, match="not a numbered paragraph"):
        read_page(f"# A\n\nB\n\n## 1. C\n\n{block}\n")


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rules: list[str] = []
        self.sections: list[str] = []
        self.links: list[str] = []
        self.pictures = 0
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.rules += [found["id"] or ""] if tag == "p" and "id" in found else []
        self.sections += [found["id"] or ""] if tag == "h2" and "id" in found else []
        self.links += [found["href"] or ""] if tag == "a" else []
        self.pictures += tag == "svg" and "viewbox" in found

    def handle_data(self, data: str) -> None:
        self.said += [data.strip()] if data.strip() else []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_everything_is_in_the_file(lang: str) -> None:
    drawn: list[Figure] = []

    def draw(figure: Figure) -> Scene:
        drawn.append(figure)
        return SCENE

    box = load("babylone").box
    seen = Seen()
    seen.feed(page_to_html(box, draw, lang))
    page, ruling = box.rules_page(lang), box.texts(lang)("ruling")
    paragraphs = list(page.paragraphs())
    assert seen.rules == [f"rule-{paragraph.number}" for paragraph in paragraphs]
    assert len(seen.sections) == len({*seen.sections}) == len(page.sections)
    listed = [f"#{section}" for section in seen.sections]
    rulings = [ruling.number for ruling in box.rulings(lang)]
    there, back = ([f"#{to}-{number}" for number in rulings] for to in ("ruling", "rule"))
    others = [link for link in seen.links if link not in {*there, *back}]
    assert others == [*listed, *["#contents"] * len(listed)], "from each one leads back"
    assert [link for link in seen.links if link in {*there, *back}] == [*there, *back]
    assert set(drawn) == {figure for p in paragraphs for figure in p.figures}
    assert seen.pictures == len(set(drawn))
    assert seen.said.count(ruling) == sum(bool(p.ours) for p in paragraphs) + len(rulings)
    for text in (box.aim(lang), *box.in_a_minute(lang), *box.facts(lang), *page.introduction):
        assert text in seen.said
    for section in page.sections:
        assert {section.title, *section.tips} <= set(seen.said)


def test_the_plain_page_says_the_same() -> None:
    box = load("redline").box
    drawn = page_to_text(box, partial(draw_figure, box, lang="en"), "en")
    page, text = box.rules_page("en"), " ".join(drawn.split())
    for paragraph in page.paragraphs():
        assert f"{paragraph.number} {paragraph.source}".strip() in text
        assert f"[our ruling] {paragraph.ours}" in text or not paragraph.ours
        assert paragraph.example in text
        for figure in paragraph.figures:
            picture = board_to_text(draw_figure(box, figure, "en"))
            assert f"{indent(picture, ' ' * 6)}\n\n" in drawn
            assert figure.caption in text
    for said in (box.aim("en"), *box.in_a_minute("en"), *page.introduction):
        assert said in text


def test_a_figure_marks_what_could_be_pressed() -> None:
    figure = Figure("", "vr v v n n n - r r b b b 1", presses=("pile-a", "*"))
    scene = draw_figure(load("babylone").box, figure, "en")
    marks = {part.id: part.marks for part in scene.parts() if part.marks}
    assert marks == {"pile-a": ("chosen",), "pile-b": ("lit",), "pile-c": ("lit",)}
