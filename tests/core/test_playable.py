"""A `Playable` answers by its rules, whatever `Game` may offer by default."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.game import Game
from ludotheque.core.kit import Playable
from ludotheque.core.notation import Notation
from ludotheque.core.scene import Painter

METHODS = [name for name, member in vars(Game).items() if callable(member) and name[0] != "_"]
FIELDS = [name for name in Game.__annotations__ if name[0] != "_"]


class Answering:
    """Rules that answer every question with its name and its arguments."""

    name, seats, examples = "answering", 7, True

    def __getattr__(self, name: str) -> Any:
        return lambda *values, **named: (name, values, named)


def playable() -> Playable[Any, Any]:
    kit: Any = load("babylone")
    notation: Notation[Any, Any] = kit.round.notation
    painter: Painter[Any, Any] = kit.round.painter
    rules: Any = Answering()
    return Playable(rules, notation, painter)


@pytest.mark.parametrize("name", METHODS)
def test_every_method_of_a_game_is_answered_by_the_rules(name: str) -> None:
    wanted = len(inspect.signature(getattr(Game, name)).parameters) - 1
    values = tuple(f"value {n}" for n in range(wanted))
    assert getattr(playable(), name)(*values) == (name, values, {})
    assert name in vars(Playable), "the API page lists what the class itself has"


def test_every_field_of_a_game_is_that_of_the_rules() -> None:
    game = playable()
    assert {name: getattr(game, name) for name in FIELDS} == {
        "name": "answering",
        "seats": 7,
        "examples": True,
    }


def test_methods_keep_their_parameters_and_their_words() -> None:
    for name in METHODS:
        own, described = getattr(Playable, name), getattr(Game, name)
        assert inspect.signature(own) == inspect.signature(described)
        assert own.__doc__ == described.__doc__
    assert playable().initial(first=1) == ("initial", (), {"first": 1})
