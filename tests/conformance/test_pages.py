"""Every paragraph of our rules pages is named by a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ludotheque import catalogue

TESTS = Path(__file__).parent.parent


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
    written = {(box.name, p.number) for box in catalogue() for p in box.rules_page().paragraphs()}
    named = named_by_tests()
    assert sorted(written - named) == [], "paragraphs without a test"
    assert sorted(named - written) == [], "tests that name no paragraph"
