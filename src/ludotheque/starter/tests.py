"""The rules of Starter, paragraph by paragraph."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction

GAME = load("starter").round


def after(*cells: str) -> str:
    """The position after these actions, as text."""
    state = GAME.initial()
    for cell in cells:
        state = GAME.play(state, GAME.notation.read_action(cell))
    return GAME.notation.write_state(state)


def test_the_board_is_empty_at_the_start() -> None:  # 1.1
    assert after() == ".../.../... 0"
    assert len(load("starter(size=5)").round.initial().board) == 25


def test_the_lot_decides_who_goes_first() -> None:  # 1.2
    assert GAME.turn(GAME.initial(1)) == 1


def test_signs_are_written_in_turn_in_empty_cells() -> None:  # 2.1
    assert after("b2", "a1") == ".../.x./o.. 0"
    with pytest.raises(IllegalAction) as refused:
        after("b2", "b2")
    assert refused.value.reason.rule == "2.1"


@pytest.mark.parametrize("line", ["a1 b1 c1", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"])
def test_three_in_a_line_win(line: str) -> None:  # 3.1
    cells = line.split()
    others = [cell for cell in ("a2", "b3", "b1", "c2") if cell not in cells]
    state = GAME.notation.read_state(after(cells[0], others[0], cells[1], others[1], cells[2]))
    end = GAME.outcome(state)
    assert end is not None
    assert end.winners == (0,)


def test_a_full_board_without_a_line_is_a_draw() -> None:  # 3.2
    end = GAME.outcome(GAME.notation.read_state("xox/xxo/oxo 1"))
    assert end is not None
    assert end.winners == ()


def test_whoever_resigns_loses() -> None:  # 3.3
    kit = load("starter")
    assert kit.forfeit(kit.game.initial(), 0, "resigned").winners == (1,)
