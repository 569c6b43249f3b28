"""The rules of Quixo, a test for each paragraph, whose number its name begins with."""

from __future__ import annotations

import pytest
from ludotheque_quixo.rules import MOST_IDLE_TURNS, State

from ludotheque import load
from ludotheque.core.game import Outcome
from ludotheque.core.reason import IllegalAction
from ludotheque.play.match import Match

GAME = load("quixo").round
EMPTY = "...../...../...../...../..... 0 0"
SIGNED = "...../...../...../...../..o.x 0 0"


def played(position: str, *moves: str) -> State:
    """The position after these moves."""
    state: State = GAME.notation.read_state(position)
    for move in moves:
        state = GAME.play(state, GAME.notation.read_action(move))
    return state


def after(position: str, *moves: str) -> str:
    return GAME.notation.write_state(played(position, *moves))


def refused(position: str, move: str) -> tuple[str, str]:
    """Why that move is refused, and the paragraph."""
    with pytest.raises(IllegalAction) as refusal:
        played(position, move)
    return refusal.value.reason.key, refusal.value.reason.rule


def ended(position: str, *moves: str) -> Outcome:
    end = GAME.outcome(played(position, *moves))
    assert end is not None
    return end


def ends(position: str) -> set[str]:
    """Where the cubes that can be taken go in, with where they come from."""
    return {GAME.notation.write_action(action) for action in GAME.actions(played(position))}


def test_1_1_twenty_five_cubes_are_blank_at_the_start() -> None:
    assert GAME.notation.write_state(GAME.initial(0)) == EMPTY


def test_1_2_one_player_has_the_crosses_and_the_other_the_rings() -> None:
    assert after(EMPTY, "a1>e1", "e5>a5") == "o..../...../...../...../....x 0 0"


def test_1_3_lots_are_drawn_for_who_goes_first() -> None:
    series = load("quixo").game
    lots = series.actions(series.initial())
    assert [series.turn(series.apply(series.initial(), lot)) for lot in lots] == [0, 1]


def test_2_1_a_blank_cube_or_an_own_one_is_taken_from_the_rim() -> None:
    taken = {move.partition(">")[0] for move in ends(SIGNED)}
    assert len(taken) == 15
    assert "e1" in taken
    assert refused(SIGNED, "c1>a1") == ("not_yours", "2.1")
    assert refused(SIGNED, "c3>c5") == refused(SIGNED, "c3>c3") == ("inside", "2.1")


def test_2_2_the_cube_then_shows_the_sign_of_who_took_it() -> None:
    assert after(SIGNED, "a1>a5") == "x..../...../...../...../..o.x 1 0"
    assert after(SIGNED, "e1>e5") == "....x/...../...../...../..o.. 1 1"


@pytest.mark.parametrize(
    ("before", "move", "then"),
    [
        ("...../...../...../...../.oxxo", "a1>e1", "...../...../...../...../oxxox"),
        ("...../...../...../...../xo.ox", "e1>a1", "...../...../...../...../xxo.o"),
        ("...../...../...../...../o.oxx", "b1>a1", "...../...../...../...../xooxx"),
        ("..o../..o../...../..o../.....", "c1>c5", "..x../..o../..o../...../..o.."),
        ("x..../...../o..../...../x....", "a5>a1", "...../o..../...../x..../x...."),
    ],
)
def test_2_3_the_cubes_between_slide_up_by_one(before: str, move: str, then: str) -> None:
    assert after(f"{before} 0 0", move).split()[0] == then


def test_2_3_a_cube_goes_in_at_any_other_end_of_its_row_or_column() -> None:
    assert {move for move in ends(EMPTY) if move.startswith("c1")} == {"c1>a1", "c1>e1", "c1>c5"}
    assert {move for move in ends(EMPTY) if move.startswith("e5")} == {"e5>a5", "e5>e1"}
    assert refused(EMPTY, "c1>c1") == ("same_place", "2.3")
    assert refused(EMPTY, "c1>b1") == refused(EMPTY, "c1>a5") == ("not_an_end", "2.3")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("..x../..x../..x../..x../...x. 0 0", "b1>e1"),
        ("x..../oxxxx/...../...../..... 0 0", "a1>a5"),
        ("....x/...x./..x../.x.../..... 0 0", "b1>a1"),
        ("x..../.x.../..x../...x./..... 0 0", "d1>e1"),
    ],
)
def test_3_1_five_in_a_row_a_column_or_a_diagonal_win(position: str, move: str) -> None:
    end = ended(position, move)
    assert (end.winners, end.reason.key, end.reason.rule) == ((0,), "made", "3.1")
    over = GAME.notation.write_state(played(position, move))
    assert refused(over, "e3>a3") == ("over", "3.1")


def test_3_1_the_line_is_marked() -> None:
    scene = GAME.scene(played("o..../...../...../...../xxxx. 0 0", "e1>a1"))
    assert {part.id for part in scene.parts() if part.marks} == {f"cell-{c}1" for c in "abcde"}


def test_3_1_four_are_not_enough() -> None:
    assert GAME.outcome(played("...../...../...../...../.xxx. 0 0", "a1>e1")) is None
    assert GAME.outcome(played("...../...../...../...../xxxo. 0 0", "e1>a1")) is None


@pytest.mark.parametrize("row", ["xxxx.", "....."])
def test_3_2_a_line_of_the_other_player_loses_whatever_else_it_makes(row: str) -> None:
    end = ended(f"...../{row}/oooox/....o/..... 0 0", "e5>e1")
    assert (end.winners, end.reason.key, end.reason.rule) == ((1,), "given", "3.2")


def test_3_3_fifty_turns_in_a_row_without_a_blank_cube_are_a_draw() -> None:
    last = f"x...o/...../...../...../..... 0 {MOST_IDLE_TURNS - 1}"
    end = ended(last, "a5>a1")
    assert (end.winners, end.reason.key, end.reason.rule) == ((), "idle", "3.3")
    assert GAME.outcome(played(last, "b5>b1")) is None
    assert after(last, "b5>b1").endswith(" 1 0")


def test_3_4_resigning_ends_the_game() -> None:
    match = Match(load("quixo"), first=0)
    match.resign(0)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason.rule) == ((1,), "3.4")
