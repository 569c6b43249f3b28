"""The page of rulings: its commands can be typed, and its figures come from games."""

from __future__ import annotations

import re

import pytest
from tools.both_lines import DRAW, LOSS, WIN, solved
from tools.rulings import played

from ludotheque import load
from ludotheque.games import find
from ludotheque.render.page import rulings_article

GAMES = ("babylone", "croisements", "plus4", "redline")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_commands_are_for_games_that_can_be_solved(game: str, lang: str) -> None:
    page = rulings_article(find(game), lang, rules_at="")
    for spec in re.findall(r"<code>ludotheque solve (?:&quot;)?(.+?)(?:&quot;)?</code>", page):
        assert load(spec).box.name == game
        assert load(spec).solver is not None


def test_the_bots_named_play() -> None:
    for game in GAMES:
        for ruling in find(game).rulings("en"):
            for reading in ruling.measured.readings if ruling.measured else ():
                assert ruling.measured is not None
                assert ruling.measured.bot in load(reading.spec).bots


def test_a_game_is_played_to_its_end() -> None:
    first, drawn, moves = played("babylone", "beginner", 1)
    assert not drawn
    assert first == (moves % 2 == 1), "who moves last wins"
    assert played("babylone", "beginner", 1) == (first, drawn, moves)


def test_both_lines_matter_as_the_page_says() -> None:
    assert [solved(both) for both in (DRAW, WIN, LOSS)] == [(DRAW, 0), (DRAW, 0), (WIN, 19)]
    for lang in ("fr", "en"):
        said = next(one for one in find("plus4").rulings(lang) if one.number == "3.2")
        assert " 19 " in said.otherwise.replace("\u202f", " ").replace("\u00a0", " ")
