"""The guided first games of our boxes: their length, and their answers."""

from __future__ import annotations

import pytest

from ludotheque import catalogue
from ludotheque.core.kit import Box
from ludotheque.core.texts import LANGUAGES
from ludotheque.practice.lessons import exercise


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", catalogue(), ids=lambda box: box.name)
def test_a_guided_first_game_has_six_to_twelve_lessons(box: Box, lang: str) -> None:
    assert 6 <= len(box.lessons(lang)) <= 12


def test_words_are_never_lost_but_on_purpose() -> None:
    for lang, nonsense in (("fr", "PRUSIT"), ("en", "SNALT")):
        lessons = [exercise("croisements", number, lang) for number in range(2, 10)]
        kinds = {
            played.lesson.name: played.tried([f"d1-c2/b1 {nonsense}"]).kind
            for played in lessons
            if "b1.d1" in played.lesson.state
        }
        assert kinds.pop("lost") == "done"
        assert set(kinds.values()) == {"other"}
        answer = lessons[0].tried([f"d1-c2/b1 {nonsense}"])
        assert answer.text == lessons[0].words("lesson.unlisted")
