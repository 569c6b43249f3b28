"""Rules pages: the same in both languages, figures that are positions, every paragraph tested."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque import catalogue, load
from ludotheque.core.page import Figure, Paragraph
from ludotheque.games import AnyKit, draw_figure
from ludotheque.render import to_svg, to_text

TESTS = Path(__file__).parent.parent
NAMES = [box.name for box in catalogue()]


@pytest.fixture(params=NAMES)
def kit(request: pytest.FixtureRequest) -> AnyKit:
    return load(request.param)


def named_by_tests() -> set[tuple[str, str]]:
    """Every `@rule(game, number)` that stands on a test function."""
    found: set[tuple[str, str]] = set()
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(_named_by(node))
    return found


def _named_by(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for mark in function.decorator_list:
        if (
            isinstance(mark, ast.Call)
            and isinstance(mark.func, ast.Name)
            and mark.func.id == "rule"
        ):
            game, *numbers = (ast.literal_eval(argument) for argument in mark.args)
            for number in numbers:
                yield game, number


def test_every_paragraph_is_named_by_a_test_and_no_test_names_another() -> None:
    written = {(name, p.number) for name in NAMES for p in load(name).rules_page().paragraphs()}
    named = named_by_tests()
    assert sorted(written - named) == [], "paragraphs without a test"
    assert sorted(named - written) == [], "tests that name no paragraph"


def test_both_languages_have_the_same_paragraphs_rulings_and_figures(kit: AnyKit) -> None:
    def drawn(figure: Figure) -> tuple[object, ...]:
        """In a game of words, each language has its own board."""
        kind = figure.refused, bool(figure.action), bool(figure.presses)
        own_words = "language" in kit.options.domains()
        return kind if own_words else (*kind, replace(figure, caption=""))

    def shape(paragraph: Paragraph) -> tuple[object, ...]:
        written = bool(paragraph.source), bool(paragraph.ours), bool(paragraph.example)
        return paragraph.number, written, list(map(drawn, paragraph.figures))

    pages = [kit.rules_page(lang) for lang in ("fr", "en")]
    assert [shape(p) for p in pages[0].paragraphs()] == [shape(p) for p in pages[1].paragraphs()]
    assert len(pages[0].introduction) == len(pages[1].introduction) > 0
    assert [len(s.tips) for s in pages[0].sections] == [len(s.tips) for s in pages[1].sections]


def test_paragraphs_are_numbered_in_order(kit: AnyKit) -> None:
    *sections, tips = kit.rules_page().sections
    assert tips.tips
    assert not tips.paragraphs
    for section_number, section in enumerate(sections, start=1):
        numbers = [paragraph.number for paragraph in section.paragraphs]
        assert numbers == [f"{section_number}.{n + 1}" for n in range(len(numbers))]
        assert section.title.startswith(f"{section_number}. ")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_option_is_named_as_the_form_names_it(kit: AnyKit, lang: str) -> None:
    said = " ".join(p.source + p.ours for p in kit.rules_page(lang).paragraphs())
    for option in kit.options.domains():
        assert kit.text(f"option.{option}", lang) in said


def figures() -> list[tuple[str, Figure]]:
    """Every figure once, though most are in both languages."""
    found = {
        (name, replace(figure, caption="")): (name, figure)
        for name in NAMES
        for lang in ("en", "fr")
        for paragraph in load(name).rules_page(lang).paragraphs()
        for figure in paragraph.figures
    }
    return list(found.values())


@pytest.mark.parametrize(("name", "figure"), figures(), ids=lambda value: str(value)[:40])
def test_figures_are_positions_and_their_actions_are_as_the_caption_says(
    name: str, figure: Figure
) -> None:
    kit = load(f"{name}({figure.options})" if figure.options else name)
    state = kit.round.notation.read_state(figure.state)
    if figure.presses:
        scene = draw_figure(kit.box, figure, "fr")
        assert {mark for part in scene.parts() for mark in part.marks} == {"lit", "chosen"}
        return
    if not figure.action:
        assert to_text(kit.round.scene(state))
        return
    action = kit.round.notation.read_action(figure.action)
    assert (kit.round.refusal(state, action) is not None) == figure.refused
    if figure.refused:
        scene = kit.round.scene(state, refused=action)
        assert any("refused" in part.marks for part in scene.parts())
    else:
        ruled = kit.round.rules.ruled(state, action)
        assert ruled == action, "a word of a figure is in the list"
        after = kit.round.play(state, action)
        scene = kit.round.scene(after, after=(state, action))
        assert any("last" in part.marks for part in scene.parts())
    assert to_svg(scene)
