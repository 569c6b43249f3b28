"""The sign of a bot stands before bots alone, whatever names people choose."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.table.names import (
    BOT_SIGN,
    bot_called,
    clean_name,
    name_in_sentences,
    name_of,
    without_signs,
)
from ludotheque.table.seats import BOT, PERSON, Sitter

KIT = load("plus4")
ROBOT = name_of(KIT, 0, Sitter(BOT, bot="random"), "fr")
# Cogwheels, suns, wheels, stars and circles of Unicode, with a robot's own name after them.
SIGNS = "⚙⛭⛮⛯☼☀✹✺❂❉⎈☸⊛⊕۞༓✲\U0001f6de\U0001f789\U0001f7ce\u20dd\u20df\u0488"


def test_a_bot_bears_the_sign() -> None:
    assert f"{BOT_SIGN}Robot A (au hasard)" == ROBOT
    assert {bot_called(KIT, 0, ROBOT), bot_called(KIT, 0, ROBOT[len(BOT_SIGN) :])} == {"random"}


def test_sentences_leave_out_the_level_of_a_bot() -> None:
    assert name_in_sentences(KIT, 1, Sitter(BOT, bot="random"), "en") == f"{BOT_SIGN}Bot B"
    person = Sitter(PERSON, "guest", "Léa")
    assert name_in_sentences(KIT, 1, person, "fr") == name_of(KIT, 1, person, "fr") == "Léa"


@pytest.mark.parametrize("space", ["", " ", "\ufe0e\u00a0", "\ufe0f\u2009"])
def test_a_person_named_like_a_bot_is_shown_as_a_person(space: str) -> None:
    for sign in SIGNS:
        typed = f"{sign}{space}Robot A (au hasard)"
        shown = name_of(KIT, 0, Sitter(PERSON, "guest", typed), "fr")
        assert sign not in shown
        assert shown.endswith("Robot A (au hasard)")
        assert sign not in clean_name(typed)


@pytest.mark.parametrize("name", ["Léa ★", "Zoé 🎲", "Ana <3", "Jo + Max", "Αθηνά", "李雷"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert without_signs(name) == clean_name(name) == name


def test_a_name_of_signs_alone_is_none() -> None:
    assert name_of(KIT, 0, Sitter(PERSON, "guest", "⚙⚙"), "fr") == KIT.words("fr").seat(0)
