"""The form of a new game, without a site around it."""

from __future__ import annotations

from typing import Any

from ludotheque.games import find, load
from ludotheque.house.forms import fields_of, options_in_words
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
    assert told.startswith("Place de la plus jeune personne\u00a0: Place 2, qui choisit")
