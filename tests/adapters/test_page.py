"""The examples of the pages on agents run, and print the numbers that the pages state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.record import read_record
from ludotheque.play.match import replay

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = (DOCS / "how-to" / "train-agents.md", DOCS / "reference" / "numbers.md")


def told_by(library: str) -> tuple[Any, ...]:
    """What the example that uses the library prints."""
    text = "".join(page.read_text("utf-8") for page in PAGES)
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (example,) = (code for code in examples if f"ludotheque.adapters.{library}" in code)
    told: list[Any] = []
    exec(example, {"print": lambda *words: told.extend(words)})
    return tuple(told)


def test_the_example_of_pettingzoo_plays_a_game() -> None:
    pytest.importorskip("pettingzoo", reason="needs ludotheque[pettingzoo]")
    (text,) = told_by("pettingzoo")
    assert replay(read_record(text)).outcome is not None


def test_the_example_of_openspiel_measures_a_policy() -> None:
    pytest.importorskip("pyspiel", reason="needs ludotheque[openspiel]")
    game, exploited = told_by("openspiel")
    assert str(game) == "ludotheque(spec=babylone(start=2;2))"
    assert 0 < exploited < 1


def test_the_example_of_gymnasium_ends_with_a_result() -> None:
    pytest.importorskip("gymnasium", reason="needs ludotheque[gymnasium]")
    (reward,) = told_by("gymnasium")
    assert reward in (-1, 0, 1)


def test_the_example_of_actions_counts_them() -> None:
    assert told_by("actions") == (2033, "1-a1/1", "pass")
