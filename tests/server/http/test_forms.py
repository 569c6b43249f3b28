"""The form of a new game, without a site around it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from starlette.requests import Request

from ludotheque.games import find
from ludotheque.server.http.pages import page
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.settings import Settings
from ludotheque.web.forms import fields_of

ANA = Visitor("ana", "Ana", "en", "")
SITE = SimpleNamespace(state=SimpleNamespace(settings=Settings()))
HERE = {"type": "http", "path": "/new/plus4", "headers": [], "query_string": b"", "app": SITE}


def shown(fields: dict[str, Any]) -> str:
    answer = page(
        Request({**HERE, "server": ("site", 80)}), ANA, "new", box=find("plus4"), **fields
    )
    return bytes(answer.body).decode()


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
