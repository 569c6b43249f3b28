"""A kit: its parts are made when they are first needed, and only once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Never

import pytest

from ludotheque import load
from ludotheque.core.player import Level
from ludotheque.core.solver import Unsolvable
from ludotheque.games import find, open_box

BOX = find("babylone")


class Counted:
    """A factory that counts how often it is called."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def __call__(self, options: Any) -> Any:
        self.asked.append(options)
        return {"made": object()}


@pytest.mark.parametrize("part", ["bots", "teacher", "solver", "checker", "numbers"])
def test_a_part_is_made_with_the_options_when_it_is_first_asked_for(part: str) -> None:
    made = Counted()
    changes: dict[str, Any] = {part: made}
    kit = open_box(replace(BOX, **changes), BOX.variants["match"])
    assert made.asked == []
    assert getattr(kit, part) is getattr(kit, part)
    assert made.asked == [BOX.variants["match"]]


def test_a_game_without_solver_and_checker_has_none() -> None:
    kit = open_box(replace(BOX, solver=None, checker=None), BOX.options())
    assert kit.solver is None
    assert kit.checker is None


def test_a_game_without_bots_and_teacher_gets_those_for_any_game() -> None:
    kit = open_box(replace(BOX, bots=None, teacher=None), BOX.options())
    assert list(kit.bots) == ["random", "beginner", "casual", "regular", "strong"]
    assert kit.level("beginner", "en").name == "beginner"
    state = kit.game.notation.read_state("[] begin=0 vnrb - vn - - - - - rr bb v n 0")
    best = kit.teacher.advice(state)
    assert best in kit.game.actions(state)
    assert kit.text(kit.teacher.why(state, best), "en").startswith("If the rest is played")


def test_a_missing_library_is_named() -> None:
    def without(options: Any) -> Never:
        raise ImportError("No module named 'numba'", name="numba")

    kit = open_box(replace(BOX, solver=without), BOX.options())
    with pytest.raises(Unsolvable) as refused:
        _ = kit.solver
    assert refused.value.reason.key == "kernels.missing"
    assert dict(refused.value.reason.values) == {"module": "numba"}


def test_the_series_is_that_of_the_game() -> None:
    kit = load("plus4(mode=rounds,target=5)")
    assert kit.series is kit.game.rules
    assert kit.series.round is kit.round.rules
    assert kit.series.format.target == 5


def test_words_have_the_names_of_the_people_on_the_seats() -> None:
    kit = load("babylone")
    gone = kit.forfeit(kit.game.initial(0), 1, "resigned")
    assert kit.words("en", ["Ana", "Bruno"]).say(gone.reason).startswith("Bruno resigns: Ana wins.")
    assert kit.words("en") is kit.box.texts("en")


def test_a_level_that_has_left_the_game_is_called_by_its_key() -> None:
    assert load("plus4").level("grandmaster", "en") == Level("grandmaster", "")
