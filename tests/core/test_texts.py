"""Words: plural, names of seats, the paragraph behind a reason."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ludotheque import catalogue, load
from ludotheque.core.reason import IllegalAction, NotationError, because
from ludotheque.core.texts import Texts, texts, typeset


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


NARROW, WIDE = "\u202f", "\u00a0"


def test_french_is_set_with_no_break_spaces_however_its_files_are_written() -> None:
    for space in (" ", WIDE, NARROW):
        written = f"«{space}Qui{space}?{space}»{space}: oui{space}; 50{space}%{space}!"
        typeset_ = f"«{WIDE}Qui{NARROW}?{WIDE}»{WIDE}: oui{NARROW}; 50{WIDE}%{NARROW}!"
        assert typeset(written, "fr") == typeset_
    assert typeset("Press ? for help", "en") == "Press ? for help"
    assert typeset("?bare=1, 3:05 et sqlite:///f", "fr") == "?bare=1, 3:05 et sqlite:///f"


def hand_of(name: str) -> str:
    """A sentence of Redline, "Main de {seat}", with a name in the place of the seat."""
    return texts("ludotheque.games.redline", "fr")("hand_of", seat=name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ana",
            "ana",
            "Élise",
            "élise",
            "E\u0301lise",
            "Inès",
            "Omar",
            "Ugo",
            "Île",
            "Œdipe",
            "Ægir",
        ),
        *("Hugo", "Hélène", "Henri", "Hubert", "Hadrien", "Yves", "Ysée", "E", "« Ana »"),
    ],
)
def test_de_loses_its_e_before_a_vowel(name: str) -> None:
    assert hand_of(name) == f"Main d’{name}"


@pytest.mark.parametrize(
    "name",
    [
        *("Bruno", "Léa", "Zoé", "Çelik", "Harry", "Heidi", "Hiro", "Yann", "Yasmine", "Onze"),
        *("a1", "e14", "11", "⚙\ufe0e\u00a0Robot A", "李", "", "{e}", "★ Ana"),
    ],
)
def test_de_stays_whole_before_a_consonant_a_square_and_a_sign(name: str) -> None:
    assert hand_of(name) == f"Main de {name}"


def test_names_of_bots_and_seats_are_elided_by_their_first_letter() -> None:
    for box in catalogue():
        kit, words = load(box.name), box.texts("fr")
        names = [kit.level(bot, "fr").name for bot in kit.bots]
        names += [words.seat(seat) for seat in range(6)]
        for name in names:
            word = "d’" if name[0].lower() in "aeéh" else "de "
            assert hand_of(name) == f"Main {word}{name}"


def test_elision_reaches_the_form_that_names_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spoken").mkdir()
    (tmp_path / "spoken" / "__init__.py").touch()
    (tmp_path / "spoken" / "texts.fr.toml").write_text(
        'told = "{seat:Vous dites|On dit de {seat}} qu’il faut que {seat} joue ?"\n'
        'form = "Lorsque {n} {n:pion|pions} de {seat} tombent, {{n}} de {{last}}"\n',
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    words = texts("spoken", "fr").with_names(["Élise", "Bruno"])
    assert (
        words.say(because("told", seat="@seat.0"))
        == "On dit d’Élise qu’il faut qu’Élise joue\u202f?"
    )
    assert (
        words.say(because("told", seat="@seat.1"))
        == "On dit de Bruno qu’il faut que Bruno joue\u202f?"
    )
    to_elise = words.addressing(0)
    assert to_elise("told", seat=to_elise.seat(0)) == "Vous dites qu’il faut qu’Élise joue\u202f?"
    told = words("form", seat="@Ana", n=11)
    assert told == "Lorsque 11 pions de @Ana tombent, {n} de {last}", (
        "a number and a sign say no vowel"
    )
