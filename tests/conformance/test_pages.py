"""Rules pages: the same in both languages, figures that are positions, every paragraph tested."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import catalogue, load
from ludotheque.core.page import Figure, Paragraph
from ludotheque.games import AnyKit
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
    def shape(paragraph: Paragraph) -> tuple[object, ...]:
        figures = [(f.state, f.action, f.refused, f.options) for f in paragraph.figures]
        return paragraph.number, paragraph.ruling, figures

    pages = [kit.rules_page(lang) for lang in ("fr", "en")]
    assert [shape(p) for p in pages[0].paragraphs()] == [shape(p) for p in pages[1].paragraphs()]
    assert all(page.introduction for page in pages)


def test_paragraphs_are_numbered_in_order(kit: AnyKit) -> None:
    for section_number, section in enumerate(kit.rules_page().sections, start=1):
        numbers = [paragraph.number for paragraph in section.paragraphs]
        assert numbers == [f"{section_number}.{n + 1}" for n in range(len(numbers))]
        assert section.title.startswith(f"{section_number}. ")


def figures() -> list[tuple[str, Figure]]:
    return [
        (name, figure)
        for name in NAMES
        for paragraph in load(name).rules_page("fr").paragraphs()
        for figure in paragraph.figures
    ]


@pytest.mark.parametrize(("name", "figure"), figures(), ids=lambda value: str(value)[:40])
def test_figures_are_positions_and_their_actions_are_as_the_caption_says(
    name: str, figure: Figure
) -> None:
    kit = load(f"{name}({figure.options})" if figure.options else name)
    state = kit.round.notation.read_state(figure.state)
    if not figure.action:
        assert to_text(kit.round.scene(state))
        return
    action = kit.round.notation.read_action(figure.action)
    assert (kit.round.refusal(state, action) is not None) == figure.refused
    if figure.refused:
        scene = kit.round.scene(state, refused=action)
        assert any("refused" in part.marks for part in scene.parts())
    else:
        after = kit.round.play(state, action)
        scene = kit.round.scene(after, after=(state, action))
        assert any("last" in part.marks for part in scene.parts())
    assert to_svg(scene)
