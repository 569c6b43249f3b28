"""The series: shares, ends, and states that do not fit together."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.core.game import Outcome, ranked, returns_for
from ludotheque.core.reason import IllegalAction, NotationError, because
from ludotheque.core.series import Begin, Choice, Chooser, SeriesAction


def test_returns_sum_to_zero_and_ties_share() -> None:
    assert returns_for([1], 2) == (-1, 1)
    assert returns_for([0, 1], 2) == (0, 0)
    assert returns_for([2], 3) == (-0.5, -0.5, 1)
    assert returns_for([0, 2], 3) == (0.25, -0.5, 0.25)
    for seats in range(2, 7):
        for count in range(1, seats + 1):
            assert sum(returns_for(range(count), seats)) == pytest.approx(0)


def test_the_most_points_win() -> None:
    end = ranked((4, 7, 7), because("x"))
    assert end.winners == (1, 2)
    assert ranked((3, 3), because("x")).winners == ()
    assert Outcome((0.0, 0.0), (1, 1), because("x")).winners == ()


def test_lots_and_choices_only_when_they_are_due() -> None:
    game = load("babylone(to_win=3)").game
    start = game.initial()
    undue: list[SeriesAction] = [Begin(0), Choice(True)]
    for action in undue:
        with pytest.raises(IllegalAction):
            game.play(start, action)
    playing = game.initial(1)
    begun: list[SeriesAction] = [Begin(0), Chooser(0), Choice(False)]
    for action in begun:
        with pytest.raises(IllegalAction) as refused:
            game.play(playing, action)
        assert refused.value.reason.key == "series.begun"


def test_after_the_end_everything_is_refused() -> None:
    game = load("babylone(start=2)").game
    over = game.play(game.initial(0), game.notation.read_action("a>b"))
    assert game.outcome(over) is not None
    for text in ("a>b", "first", "begin 0", "chooser 1"):
        with pytest.raises(IllegalAction):
            game.play(over, game.notation.read_action(text))


@pytest.mark.parametrize(
    "text",
    [
        "[0:0,11] begin=1 -/-/-/- 0 0:0",
        "[0:0,11 1:0,1] begin=1 -/-/-/- 0 0:0",
        "[] choose=0",
        "[0:1,0] begin=0 r/r/r/r 1 1:0",
        "[0:0,0 1:0,0 0:0,0 1:0,0] begin=0 -/-/-/- 0 0:0",
        "[0:1,0] begin=0 -/-/-/- 0 0:0",
        "[0:1,0 0:1,0] begin=1 -/-/-/- 1 0:0",
    ],
)
def test_states_that_do_not_fit_together_are_refused(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        load("plus4(mode=rounds)").game.notation.read_state(text)
    assert refused.value.reason.key == "series.incoherent"


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "[] lot 1", "[0:1,0] lot", "[] begin=2 x", "[] begin=0", "[0:1] lot", "[a:1,0]",
     "[] begin -/-/-/- 0 0:0", "[0:1,0] choose=1"],
)  # fmt: skip
def test_texts_that_are_no_state_are_not_understood(text: str) -> None:
    with pytest.raises(NotationError):
        load("plus4(mode=rounds)").game.notation.read_state(text)


def test_the_key_leaves_out_what_cannot_matter() -> None:
    game = load("plus4(mode=rounds)").game
    texts = ("[0:1,0 1:0,2] begin=0 r/-/-/- 1 0:0", "[1:1,0 1:0,2] begin=0 r/-/-/- 1 0:0")
    one, other = (game.notation.read_state(text) for text in texts)
    assert one != other
    assert game.key(one) == game.key(other)
