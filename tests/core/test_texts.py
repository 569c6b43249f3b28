"""Words: plural, names of seats, the paragraph behind a reason."""

from __future__ import annotations

from ludotheque.core.reason import IllegalAction, NotationError, because
from ludotheque.core.texts import Texts


def test_the_word_goes_with_the_number() -> None:
    french = Texts({"n": "{n} {n:tuile|tuiles}"}, "fr")
    english = Texts({"n": "{n} {n:tile|tiles}"}, "en")
    assert [french("n", n=n) for n in range(3)] == ["0 tuile", "1 tuile", "2 tuiles"]
    assert [english("n", n=n) for n in range(3)] == ["0 tiles", "1 tile", "2 tiles"]
    mixed = Texts({"n": "{n:02} {n:tile|tiles} of {all}."}, "en")
    assert mixed("n", n=1, all=7) == "01 tile of 7."


def test_a_value_may_be_a_key() -> None:
    words = Texts({"won": "{seat} wins", "seat.0": "Red", "rule": "({number})"}, "en")
    assert words.say(because("won", "3.1", seat="@seat.0")) == "Red wins (3.1)"
    assert words.say(because("won", seat="@x")) == "@x wins"


def test_refusals_read_well_for_programmers_too() -> None:
    assert str(IllegalAction(because("taken", "2.2", n=1))) == "taken(n=1) [2.2]"
    assert str(NotationError(because("unread"))) == "unread()"
