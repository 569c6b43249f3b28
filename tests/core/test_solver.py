"""Verdicts and best actions."""

from __future__ import annotations

from ludotheque.core.solver import Analysis, Verdict


def test_the_other_player_sees_the_other_side_one_action_earlier() -> None:
    assert Verdict(1.0, 4).before() == Verdict(0.0, 5)
    assert Verdict(0.5).before() == Verdict(0.5)
    assert Verdict(0.25, odds=True, low=0.0, high=0.5).before() == Verdict(
        0.75, odds=True, low=0.5, high=1.0
    )


def test_a_verdict_has_a_word_and_a_label() -> None:
    assert [Verdict(share).word for share in (0.0, 0.5, 1.0)] == ["loss", "draw", "win"]
    assert Verdict(0.6, odds=True).word == "win"
    assert Verdict(0.6, odds=True).proved
    assert not Verdict(0.6, low=0.5, high=0.7).proved


def test_the_best_wins_soonest_or_loses_latest() -> None:
    wins = (("a", Verdict(1.0, 5)), ("b", Verdict(1.0, 3)), ("c", Verdict(0.5)))
    found = Analysis(Verdict(1.0, 3), wins)
    assert found.best == ("b",)
    assert found.keeping == ("a", "b")
    losses = (("a", Verdict(0.0, 4)), ("b", Verdict(0.0, 6)))
    assert Analysis(Verdict(0.0, 6), losses).best == ("b",)
    assert Analysis(Verdict(0.0, 0), ()).best == ()
