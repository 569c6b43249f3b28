"""Rules pages have the same structure in both languages, and their figures are real positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from ludotheque.conformance.choosing import chosen
from ludotheque.conformance.positions import look_at
from ludotheque.core.kit import Box
from ludotheque.core.page import Figure, Paragraph
from ludotheque.games import draw_figure, load
from ludotheque.render import to_svg, to_text


def test_both_languages_have_the_same_paragraphs_rulings_and_figures(box: Box) -> None:
    def drawn(figure: Figure) -> tuple[object, ...]:
        """Ignores the position in a game of words, where each language has its own board."""
        kind = figure.refused, bool(figure.action), bool(figure.presses)
        own_words = "language" in box.options.domains()
        return kind if own_words else (*kind, replace(figure, caption=""))

    def shape(paragraph: Paragraph) -> tuple[object, ...]:
        written = bool(paragraph.source), bool(paragraph.ours), bool(paragraph.example)
        return paragraph.number, written, list(map(drawn, paragraph.figures))

    pages = [box.rules_page(lang) for lang in ("fr", "en")]
    assert [shape(p) for p in pages[0].paragraphs()] == [shape(p) for p in pages[1].paragraphs()]
    assert len(pages[0].introduction) == len(pages[1].introduction) > 0
    assert [len(s.tips) for s in pages[0].sections] == [len(s.tips) for s in pages[1].sections]


def test_paragraphs_are_numbered_in_order(box: Box) -> None:
    *sections, tips = box.rules_page().sections
    assert tips.tips
    assert not tips.paragraphs
    for section_number, section in enumerate(sections, start=1):
        numbers = [paragraph.number for paragraph in section.paragraphs]
        assert numbers == [f"{section_number}.{n + 1}" for n in range(len(numbers))]
        assert section.title.startswith(f"{section_number}. ")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_option_is_named_as_the_form_names_it(box: Box, lang: str) -> None:
    said = " ".join(p.source + p.ours for p in box.rules_page(lang).paragraphs())
    for option in box.options.domains():
        name = box.texts(lang)(f"option.{option}")
        assert name in said, f"no paragraph names the option {option} as the form does: “{name}”"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_all_rulings_are_explained_if_any_is(box: Box, lang: str) -> None:
    explained = [ruling.number for ruling in box.rulings(lang)]
    marked = [p.number for p in box.rules_page(lang).paragraphs() if p.ours]
    assert explained in ([], marked)
    assert all(ruling.source and ruling.otherwise for ruling in box.rulings(lang))
    assert len(box.rulings("fr")) == len(box.rulings("en"))
    for ruling in box.rulings(lang):
        for reading in ruling.measured.readings if ruling.measured else ():
            assert load(reading.spec).box == box
            assert 0 <= reading.first + reading.drawn <= 100 < 100 * reading.moves


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "figure" in metafunc.fixturenames:
        cases = figures(chosen(metafunc.config).boxes)
        metafunc.parametrize(("name", "figure"), cases, ids=lambda value: str(value)[:40])


def figures(boxes: Iterable[Box]) -> list[tuple[str, Figure]]:
    """Every figure once, although most are in both languages."""
    found = {
        (box.name, replace(figure, caption="")): (box.name, figure)
        for box in boxes
        for lang in ("en", "fr")
        for paragraph in box.rules_page(lang).paragraphs()
        for figure in paragraph.figures
    }
    return list(found.values())


def test_figures_are_positions_and_their_actions_are_as_the_caption_says(
    name: str, figure: Figure
) -> None:
    kit = load(f"{name}({figure.options})" if figure.options else name)
    state = kit.round.notation.read_state(figure.state)
    look_at(kit, state, bare=True)
    if figure.presses:
        scene = draw_figure(kit.box, figure, "fr")
        assert {mark for part in scene.parts() for mark in part.marks} == {"lit", "chosen"}
        return
    if not figure.action:
        assert to_text(kit.round.scene(state))
        return
    action = kit.round.notation.read_action(figure.action)
    look_at(kit, state, action, bare=True)
    refused = kit.round.refusal(state, action) is not None
    assert refused or not figure.refused, "the figure marks an action as refused, but it is allowed"
    assert figure.refused or not refused, "the figure marks an action as played, but it is refused"
    if figure.refused:
        scene = kit.round.scene(state, refused=action)
        assert any("refused" in part.marks for part in scene.parts())
    else:
        ruled = kit.round.rules.ruled(state, action)
        assert ruled == action, "the figure and the word list disagree about a word"
        after = kit.round.play(state, action)
        scene = kit.round.scene(after, after=(state, action))
        assert any("last" in part.marks for part in scene.parts())
    assert to_svg(scene)
