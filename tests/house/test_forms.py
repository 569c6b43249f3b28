"""The form of a new game, without a site around it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludotheque.games import find, load
from ludotheque.house.forms import fields_of, options_in_words
from ludotheque.house.lids import places_of
from ludotheque.house.reader import Reader
from ludotheque.house.scripts import address
from ludotheque.house.templating import Templates

ANA = Reader("ana", "Ana", "en", "")
TEMPLATES = Templates(address, meeting=True)


def shown(fields: dict[str, Any]) -> str:
    return TEMPLATES.rendered("new", ANA, "/new/plus4", {"box": find("plus4"), **fields})


def test_a_game_without_options_still_has_a_clock() -> None:
    fields = fields_of(find("plus4"), ANA)
    assert 'name="mode"' in shown(fields)
    bare = shown({**fields, "fields": []})
    assert 'name="mode"' not in bare
    assert 'name="clock"' in bare


def test_several_numbers_are_explained_before_they_are_wrong() -> None:
    (start, to_win, _) = fields_of(find("babylone"), ANA)["fields"]
    assert start["hint"] == "1 to 6 numbers, each from 1 to 24, separated by commas."
    assert to_win["hint"] == ""


def test_who_sets_a_table_of_babylone_is_asked_who_is_the_youngest() -> None:
    (*_, youngest) = fields_of(find("babylone"), ANA)["fields"]
    assert youngest["text"] == "Who is the youngest?"
    assert [value for value, _ in youngest["choices"]] == ["lot", "first", "second"]
    (told,) = options_in_words(load("babylone(chooser=second)"), "fr")
    assert told.startswith("Place de la personne la plus jeune\u00a0: Place 2, qui choisit")


@pytest.mark.parametrize(("lang", "names"), [("fr", ["Rouge", "Bleu"]), ("en", ["Red", "Blue"])])
def test_a_colour_is_chosen_by_choosing_a_place(lang: str, names: list[str]) -> None:
    places = places_of("plus4", lang)
    assert [name for _, name in places] == names
    assert len({drawn for drawn, _ in places}) == 2
    page = shown(fields_of(find("plus4"), Reader("ana", "Ana", lang, "")))
    for drawn, name in places:
        assert f"<small>{name}</small>" in page
        assert drawn in page


def test_each_of_six_places_has_its_emblem() -> None:
    assert len({drawn for drawn, _ in places_of("redline", "en")}) == 6
    drawn = "".join(drawn for drawn, _ in places_of("redline", "en"))
    ids = re.findall('id="([^"]*)"', drawn)
    assert len(ids) == len({*ids}), "one page holds them all"


def test_pawns_that_lots_are_drawn_for_are_not_shown() -> None:
    assert {drawn for drawn, _ in places_of("croisements", "en")} == {""}
