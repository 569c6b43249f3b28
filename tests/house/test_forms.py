"""The form of a new game, without a site around it."""

from __future__ import annotations

from typing import Any

from ludotheque.games import find
from ludotheque.house.forms import fields_of
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
    (start, to_win) = fields_of(find("babylone"), ANA)["fields"]
    assert start["hint"] == "1 to 6 numbers, each from 1 to 24, with commas between them."
    assert to_win["hint"] == ""
