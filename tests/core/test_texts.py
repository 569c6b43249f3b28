"""Words: plural, names of seats, the paragraph behind a reason."""

from __future__ import annotations

from datetime import date

import pytest

from ludotheque.core.reason import IllegalAction, NotationError, because
from ludotheque.core.texts import Texts, texts


def test_the_word_goes_with_the_number() -> None:
    french = Texts({"n": "{n} {n:tuile|tuiles}"}, "fr")
    english = Texts({"n": "{n} {n:tile|tiles}"}, "en")
    assert [french("n", n=n) for n in range(3)] == ["0 tuile", "1 tuile", "2 tuiles"]
    assert [english("n", n=n) for n in range(3)] == ["0 tiles", "1 tile", "2 tiles"]
    mixed = Texts({"n": "{n:02} {n:tile|tiles} of {all}."}, "en")
    assert mixed("n", n=1, all=7) == "01 tile of 7."


def test_whoever_is_spoken_to_is_called_you_where_a_text_has_a_form_for_that() -> None:
    forms = {"put": "{seat:You put|{seat} puts} {n} {n:tile|tiles}.", "wins": "{seat} wins."}
    words = Texts({**forms, "seat.0": "Red", "seat.1": "Blue"}, "en").with_names(["Ana {n:a|b}"])
    to_ana, to_blue = words.addressing(0), words.addressing(1)
    assert to_ana("put", seat=to_ana.seat(0), n=1) == "You put 1 tile."
    assert to_ana("put", seat=to_ana.seat(1), n=2) == "Blue puts 2 tiles."
    assert to_blue("put", seat=to_blue.seat(0), n=1) == "Ana {n:a|b} puts 1 tile."
    assert to_ana("wins", seat=to_ana.seat(0)) == "Ana {n:a|b} wins.", "there is no such form"
    assert words("put", seat=words.seat(0), n=2) == "Ana {n:a|b} puts 2 tiles."
    assert to_ana.say(because("put", seat="@seat.0", n=3)) == "You put 3 tiles."
    assert to_ana.say(because("put", seat="@seat.1", n=3)) == "Blue puts 3 tiles."
    assert words.addressing(0) is to_ana, "caches may hold on to them"


def test_a_value_may_be_a_key() -> None:
    words = Texts({"won": "{seat} wins", "seat.0": "Red", "rule": "({number})"}, "en")
    assert words.say(because("won", "3.1", seat="@seat.0")) == "Red wins (3.1)"
    assert words.say(because("won", seat="@x")) == "@x wins"


def test_refusals_read_well_for_programmers_too() -> None:
    assert str(IllegalAction(because("taken", "2.2", n=1))) == "taken(n=1) [2.2]"
    assert str(NotationError(because("unread"))) == "unread()"


WORDS = Texts({"won": "{seat} wins", "seat.0": "Red", "seat.1": "Blue", "rule": "({number})"}, "en")


def test_names_stand_wherever_a_text_speaks_of_a_seat() -> None:
    named = WORDS.with_names(["Ana", ""])
    assert (named.seat(0), named("seat.0"), named.seat(1)) == ("Ana", "Ana", "Blue")
    assert named.say(because("won", seat="@seat.0")) == "Ana wins"
    assert WORDS.seat(0) == "Red", "the texts that others share stay as they are"
    assert named.lang == "en"


@pytest.mark.parametrize("name", ["{seat}", "{", "}", "a|b", "{n:a|b}", "}{|", "@seat.1", "{{x}}"])
def test_a_name_is_shown_as_it_was_typed(name: str) -> None:
    named = WORDS.with_names([name])
    assert named.seat(0) == name
    assert named("won", seat=named.seat(0)) == f"{name} wins"
    assert named.say(because("won", seat="@seat.0")) == f"{name} wins"


def test_the_same_names_give_the_same_texts() -> None:
    """Caches may hold on to them."""
    named = WORDS.with_names(["Ana", "Bruno"])
    assert WORDS.with_names(("Ana", "Bruno")) is named
    assert WORDS.with_names(["Bruno", "Ana"]) is not named
    assert named.nameless is WORDS
    assert named.with_names(["Cléo"]).seat(1) == "Blue", "new names replace all the others"
    assert named.with_names([]) is named.with_names(["", ""]) is WORDS
    assert named.entries is WORDS.entries, "all tables share them"


@pytest.mark.parametrize(
    ("lang", "written"),
    [("fr", ["1er août 2026", "16 novembre 2026"]), ("en", ["1 August 2026", "16 November 2026"])],
)
def test_dates_are_written_as_people_do(lang: str, written: list[str]) -> None:
    days = (date(2026, 8, 1), date(2026, 11, 16))
    assert [texts("", lang).date(day) for day in days] == written
