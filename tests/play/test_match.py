"""A match: undo, resignation, pictures."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction, NotationError
from ludotheque.core.record import read_record
from ludotheque.play.match import Match, replay


def started(spec: str, seed: int = 1) -> Match:
    match = Match(load(spec))
    match.settle(Random(seed))
    return match


def test_actions_and_texts_are_played_and_refused_without_a_change() -> None:
    match = Match(load("plus4"), first=0)
    match.play("3")
    match.play(match.kit.game.notation.read_action("3"))
    assert match.state.round.columns == ("", "", "br", "")
    for bad, error in (("3*", IllegalAction), ("9", NotationError), ("begin 0", IllegalAction)):
        before = (match.state, list(match.actions))
        with pytest.raises(error):
            match.play(bad)
        assert (match.state, match.actions) == before


def test_a_repeated_action_is_checked_but_not_ruled_again() -> None:
    match = Match(load("plus4"), first=0)
    match.repeat("3")
    assert match.state.round.columns == ("", "", "r", "")
    with pytest.raises(IllegalAction):
        match.repeat("3*")
    with pytest.raises(NotationError):
        match.repeat("9")
    assert len(match.actions) == 2, "the lot and one push"


def test_undo_goes_back_to_the_last_decision_of_the_asker() -> None:
    match = started("redline(players=3)")
    states = []
    rng = Random(2)
    for _ in range(12):
        states.append((match.turn, match.state))
        match.play(rng.choice(match.kit.game.actions(match.state)))
        match.settle(rng)
    for seat in (1, 2, None):
        wanted = max(n for n, (who, _) in enumerate(states) if seat in (who, None))
        match.undo(seat)
        assert match.state == states[wanted][1]
        states = states[:wanted]
    assert match.turn is not None


def test_undo_never_goes_before_the_first_decision() -> None:
    match = started("plus4")
    start = match.state
    with pytest.raises(IllegalAction):
        match.undo()
    match.play("1")
    assert match.undo() == 1
    assert match.state == start
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_undo_takes_back_a_resignation_too() -> None:
    match = started("plus4")
    match.play("1")
    match.resign(0)
    assert match.turn is None
    with pytest.raises(IllegalAction):
        match.resign(1)
    match.undo()
    assert match.outcome is None


def test_a_refused_undo_leaves_a_resignation_standing() -> None:
    match = started("plus4")
    match.resign(0)
    with pytest.raises(IllegalAction):
        match.undo()
    assert match.outcome is not None


@pytest.mark.parametrize("spec", ["plus4", "babylone(to_win=3)", "redline(players=3)"])
def test_a_given_beginner_is_part_of_the_record(spec: str) -> None:
    match = Match(load(spec), ["", "b", "c"][: load(spec).game.seats], first=1)
    match.settle(Random(1))
    assert match.turn == 1
    match.play(match.kit.game.actions(match.state)[0])
    again = replay(read_record(match.record().write()))
    assert again.state == match.state
    assert again.names == match.names


def test_names_are_for_every_seat() -> None:
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        Match(load("plus4"), ["Bob"])


def test_resigning_keeps_the_points_and_cites_the_rule() -> None:
    match = Match(load("babylone(start=2,to_win=3)"), first=0)
    match.play("a>b")
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.points == (1, 0)
    assert match.outcome.reason.rule == "3.2"


def test_a_match_shows_itself() -> None:
    match = started("babylone")
    match.play("first")
    match.play("a>b")
    assert match._repr_svg_().startswith("<svg")
    assert "[V]" in str(match)
    picture = match.kit.show(match.state)
    assert picture._repr_svg_().startswith("<svg")
    assert "Babylone" in str(picture)
    assert "Babylone" in str(match.kit.show(match.kit.round.initial(), lang="en"))
