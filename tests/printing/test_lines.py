"""Paragraphs in lines: nothing lost, nothing too wide, words divided where the language allows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.printing.lines import TextLine, Word, set_in_lines, words

TEXT = (
    "Une pièce qui prolonge à la fois des lignes de pièces jaunes et de pièces bleues peut être "
    "de l’une ou l’autre couleur\u202f; voir antrejeux.com et cerf-volant, ou la REGLEMENTATION."
)
SPACE = 1.0


def measure(text: str, font: str, size: float) -> float:
    """Every letter is as wide as any other."""
    return size * len(text)


def lines(text: str, width: float, *, ragged: bool = False) -> list[TextLine]:
    return set_in_lines(words(text, "font"), width, 1, "fr", measure, ragged=ragged)


def set_width(line: TextLine) -> float:
    letters = sum(measure(word.text, word.font, 1) for word in line.words)
    return letters + line.space * (len(line.words) - 1)


def read(found: list[TextLine]) -> str:
    """The text of the lines, with divided words joined."""
    text = " ".join(" ".join(word.text for word in line.words) for line in found)
    return text.replace("- ", "")


@pytest.mark.parametrize("width", [40, 50, 60])
def test_lines_are_filled_to_the_edge_but_the_last(width: int) -> None:
    found = lines(TEXT, width)
    assert read(found) == TEXT
    assert [set_width(line) for line in found[:-1]] == pytest.approx([width] * (len(found) - 1))
    assert set_width(found[-1]) <= width


def test_a_line_that_would_have_holes_stays_short() -> None:
    found = lines("un deux cerf-volant-de-papier-de-soie ou deux", 30)
    assert [len(line.words) for line in found] == [2, 1, 2]
    assert found[0].space == SPACE


@given(st.text(alphabet="abc é\u202f;", min_size=1), st.integers(14, 40))
def test_nothing_is_lost_and_ragged_lines_are_never_too_wide(text: str, width: int) -> None:
    found = lines(text, width, ragged=True)
    assert read(found) == " ".join(word.text for word in words(text, "font"))
    for line in found:
        assert line.space == SPACE
        assert set_width(line) <= width or len(line.words) == 1


def test_words_are_divided_as_the_language_has_it() -> None:
    divided = {line.words[-1].text for width in range(18, 60) for line in lines(TEXT, width)}
    assert {"pro-", "cou-"} <= divided
    for whole in ("antrejeux.com", "cerf-volant,", "REGLEMENTATION."):
        parts = {whole[:end] + "-" for end in range(1, len(whole))}
        assert not parts & divided, "an address, a compound, capitals"


def test_a_no_break_space_holds_words_together() -> None:
    assert [word.text for word in words("bleues\u202f; voir", "x")] == ["bleues\u202f;", "voir"]


def test_lines_are_broken_with_regard_to_those_that_follow() -> None:
    """The first line has room for `d`, but then the second has one word alone."""
    found = set_in_lines(
        tuple(Word(text, "font") for text in ("aaa", "bbb", "d", "eeeeeeee", "fff", "g")),
        10, 1, "fr", measure,
    )  # fmt: skip
    assert [len(line.words) for line in found] == [2, 2, 2]
