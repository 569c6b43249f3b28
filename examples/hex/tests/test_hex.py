"""The rules of Hex, a test for each paragraph, whose number its name begins with."""

from __future__ import annotations

from random import Random

import pytest
from ludotheque_hex.rules import STONES, SWAP, Hex, HexOptions, State

from ludotheque import load
from ludotheque.core.reason import IllegalAction
from ludotheque.play.match import Match

SMALL = load("hex(size=3)").round


def played(moves: str, spec: str = "hex(size=3)") -> State:
    """The position after these moves, the first by Red."""
    game = load(spec).round
    state: State = game.initial(0)
    for move in moves.split():
        state = game.play(state, game.notation.read_action(move))
    return state


def refused(moves: str, spec: str = "hex(size=3)") -> tuple[str, str]:
    """Why the last of these moves is refused, and the paragraph."""
    with pytest.raises(IllegalAction) as refusal:
        played(moves, spec)
    return refusal.value.reason.key, refusal.value.reason.rule


def filled(size: int, seed: int) -> str:
    """A board without an empty cell, as many stones of each colour as turns give."""
    stones = [STONES[turn % 2] for turn in range(size * size)]
    Random(seed).shuffle(stones)
    return "".join(stones)


def test_1_1_the_board_is_an_empty_rhombus_of_seven_or_as_many_as_the_option_says() -> None:
    assert load("hex").round.initial(0).board == "." * 49
    assert SMALL.initial(0).board == "." * 9


def test_1_2_red_joins_top_and_bottom_blue_left_and_right_and_corners_count_for_both() -> None:
    rules = Hex(HexOptions(size=3))
    column, row = "r..r..r..", "bbb......"
    assert rules.joined(column, 0)
    assert not rules.joined(column.replace("r", "b"), 1)
    assert rules.joined(row, 1)
    assert not rules.joined(row.replace("b", "r"), 0)


def test_1_3_lots_are_drawn_for_who_goes_first() -> None:
    series = load("hex").game
    lots = series.actions(series.initial())
    assert [series.turn(series.apply(series.initial(), lot)) for lot in lots] == [0, 1]


def test_2_1_a_stone_is_placed_in_any_empty_cell_and_in_no_other() -> None:
    state = played("b2 c1")
    assert len(SMALL.actions(state)) == 7
    assert state.board.count("r") == state.board.count("b") == 1
    assert refused("b2 c1 b2") == refused("b2 c1 c1") == ("taken", "2.1")


def test_2_2_stones_stay_where_they_are() -> None:
    game, rng = load("hex(swap=no)").round, Random(1)
    state = game.initial(0)
    while actions := game.actions(state):
        after = game.apply(state, rng.choice(actions))
        changed = [a for a, b in zip(state.board, after.board, strict=True) if a != b]
        assert changed == ["."]
        state = after


def test_2_3_the_first_stone_can_be_taken_over_in_answer_and_lies_mirrored_then() -> None:
    assert SMALL.notation.write_state(played("c2 swap")) == ".b./.../... 0 0"
    assert refused("swap") == refused("c2 a1 swap") == refused("c2 swap swap") == ("no_swap", "2.3")
    assert refused("c2 swap", "hex(size=3,swap=no)") == ("no_swap", "2.3")
    assert SWAP not in load("hex(size=3,swap=no)").round.actions(played("c2"))


def test_3_1_whoever_first_joins_both_sides_wins() -> None:
    end = SMALL.outcome(played("b1 a1 b2 a2 b3"))
    assert end is not None
    assert (end.winners, end.reason.key, end.reason.rule) == ((0,), "joined", "3.1")
    assert SMALL.outcome(played("b1 a1 b2 a2")) is None
    assert refused("b1 a1 b2 a2 b3 c3") == ("over", "3.1")


def test_3_1_the_chain_is_marked_and_nothing_beside_it() -> None:
    scene = SMALL.scene(played("a1 c1 b1 c2 b2 a3 b3"))
    marked = {part.id for part in scene.parts() if part.marks}
    assert marked == {"cell-a1", "cell-b1", "cell-b2", "cell-b3"}


@pytest.mark.parametrize("size", [3, 7])
def test_3_1_a_full_board_holds_one_chain(size: int) -> None:
    rules = Hex(HexOptions(size=size))
    for seed in range(40):
        board = filled(size, seed)
        assert rules.joined(board, 0) != rules.joined(board, 1)


def test_3_2_resigning_ends_the_game() -> None:
    match = Match(load("hex"), first=0)
    match.resign(0)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason.rule) == ((1,), "3.2")
