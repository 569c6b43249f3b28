"""The views of a table for the people who sit at it."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque.table import commands
from ludotheque.table.table import Table
from ludotheque.table.views.page import view
from tests.table.tables import made, moment, over
from tests.table.test_fold import some_action


def ended_by_a_draw(table: Table) -> bool:
    """Whether a round has just ended, and not by the decision of the last step."""
    step = table.history.step
    if not step or len(step[0][0].results) == len(table.state.results):
        return False
    before, move = step[0]
    return len(table.kit.game.apply(before, move.action).results) == len(before.results)


def test_a_round_that_a_draw_has_ended_is_told() -> None:
    for seed in range(200):
        rng = Random(seed)
        table = made("redline(rounds=12)", rng=rng).after
        while table.outcome is None and not ended_by_a_draw(table):
            seat = table.turn
            assert seat is not None
            action = some_action(table, rng)
            table = commands.act(table, [seat], action, moment(rng)).after
        if table.outcome is None:
            break
    else:
        raise AssertionError("no draw has ended a round")
    notice = view(table, "ana", "fr")["notice"]
    score = " – ".join(map(str, table.state.results[-1].points))
    assert notice is not None
    assert notice["text"] == f"Manche {len(table.state.results)}\u00a0: {score}."
    assert notice["why"].endswith(" a gagné la manche précédente et commence.")
    assert "<svg" in notice["svg"]


@pytest.mark.parametrize(
    ("spec", "counted"),
    [
        ("redline", False),
        ("redline(rounds=2)", True),
        ("babylone", False),
        ("babylone(to_win=3)", True),
        ("plus4", False),
        ("plus4(mode=rounds,target=2)", True),
    ],
)
def test_points_are_shown_at_the_end_where_they_say_more_than_who_won(
    spec: str, counted: bool
) -> None:
    """Only a round of Redline brings points that were not announced."""
    rng = Random(5)
    table = made(spec, rng=rng).after
    while table.outcome is None:
        seat = table.turn
        assert seat is not None
        table = commands.act(table, [seat], some_action(table, rng), moment(rng)).after
    end = over(table, "ana", "en")
    assert any(table.outcome.points) or spec == "plus4"
    assert bool(end["scores"]) is counted
    assert end["points"] or spec == "plus4"
