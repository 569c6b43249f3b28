"""Refusals of commands that no other test of the table covers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludotheque.core.reason import Refusal
from ludotheque.play.history import ABANDONED, FORFEITS, OUT_OF_TIME, RESIGNED
from ludotheque.table import commands
from ludotheque.table.table import Change, Table, fold_all, played
from tests.table.tables import made, moment

LATE = 1_800_000_000_000 + 60 * 60_000


def abandoned(table: Table, seat: int) -> Change:
    return played(table, table.history.given_up(seat, ABANDONED), moment())


ENDS: dict[str, Callable[[Table, int], Change]] = {
    RESIGNED: lambda table, seat: commands.resign(table, seat, moment()),
    OUT_OF_TIME: lambda table, _: commands.call_time(table, moment(at=LATE)),
    ABANDONED: abandoned,
}


@pytest.mark.parametrize("how", FORFEITS)
def test_a_lost_game_is_not_taken_back_by_an_earlier_request(how: str) -> None:
    """A request to undo ends with the game, so that accepting it cannot undo one's own loss."""
    table = made("plus4", clock="3+2").after
    for _ in range(3):  # a clock runs from the second move of a seat on
        mover = table.turn
        assert mover is not None
        text = table.kit.game.notation.write_action(table.kit.game.actions(table.state)[0])
        table = commands.act(table, [mover], text, moment()).after
    loser = table.turn
    assert loser is not None
    asked = commands.undo(table, [1 - loser], moment()).after
    assert asked.undo_asked == 1 - loser
    ended = ENDS[how](asked, loser)
    assert ended.after.outcome is not None
    assert fold_all(asked, ended.events) == ended.after
    with pytest.raises(Refusal) as refused:
        commands.answer_undo(ended.after, [loser], "accepted", moment())
    assert refused.value.reason.key == "table.no_undo_pending"
