"""Who moves when a bot fails: lower levels, then chance; in the terminal too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction
from ludotheque.games import AnyKit
from ludotheque.games.plus4.rules import Push
from ludotheque.play.levels import (
    Failure,
    choose_or_stand_in,
    chosen,
    level_after,
    middling_bot,
    stand_ins,
)
from ludotheque.terminal.session import Session


class Crashing:
    def choose(self, game: Any, state: Any, rng: Random) -> Any:
        raise ZeroDivisionError


class Cheating:
    def choose(self, game: Any, state: Any, rng: Random) -> Any:
        return Push(9)


def planted(*levels: str) -> AnyKit:
    """Plus 4 with these levels in the place of its own."""
    kit = load("plus4")
    failing = {"crashing": Crashing(), "cheating": Cheating()}
    kit.__dict__["bots"] = {name: failing.get(name) or kit.bots[name] for name in levels}
    return kit


def test_the_next_lower_levels_stand_in_three_at_most() -> None:
    kit = load("croisements")
    assert stand_ins(kit, "champion") == ["champion", "expert", "strong", "regular"]
    assert stand_ins(kit, "beginner") == ["beginner", "random"]
    assert stand_ins(kit, "random") == ["random"]
    middle = middling_bot(kit)
    assert stand_ins(kit, "grandmaster")[:2] == [middle, "casual"]


def test_a_bot_that_fails_is_told_and_a_lower_level_moves() -> None:
    kit = planted("random", "beginner", "cheating", "crashing")
    state = kit.game.initial(0)
    action, failures = choose_or_stand_in(kit, "crashing", state, Random(1))
    assert kit.game.refusal(state, action) is None
    assert failures == (
        Failure("crashing", "ZeroDivisionError"),
        Failure("cheating", "IllegalAction"),
    )
    assert choose_or_stand_in(kit, "beginner", state, Random(1))[1] == ()
    with pytest.raises(IllegalAction):
        chosen(kit, "cheating", state, Random(1))


def test_where_all_fail_a_legal_action_is_made() -> None:
    kit = planted("cheating", "crashing")
    state = kit.game.initial(0)
    action, failures = choose_or_stand_in(kit, "crashing", state, Random(1))
    assert kit.game.refusal(state, action) is None
    assert [failure.bot for failure in failures] == ["crashing", "cheating"]


def test_the_terminal_tells_who_failed_and_plays_on(capsys: pytest.CaptureFixture[str]) -> None:
    kit = planted("random", "crashing")
    Session(kit, ["crashing", "random"], Random(4), "en").run()
    told = capsys.readouterr()
    assert "could not play (ZeroDivisionError)" in told.err
    assert "wins!" in told.out or "It’s a draw." in told.out


def test_the_next_level_is_above_the_strongest_that_was_beaten() -> None:
    kit = load("plus4")
    assert level_after(kit) == "beginner", "the weakest bot moves at random"
    assert level_after(kit, {"random"}) == "beginner"
    assert level_after(kit, {"casual", "beginner"}) == "regular"
    assert level_after(kit, {"gone", "beginner"}) == "casual", (
        "a level that is no more says nothing"
    )
    assert level_after(kit, set(kit.bots)) == list(kit.bots)[-1]
    assert level_after(planted("beginner")) == "beginner"
