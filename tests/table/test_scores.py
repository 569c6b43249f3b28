"""Scores of a guest: the games that count, the opponents, and the trend over time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.table.commands import resign
from ludotheque.table.results import DRAWN, LOST, WON, GameResult, result_of
from ludotheque.table.scores import WINDOW_GAMES, Tally, scores_of, together
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Event
from tests.table.tables import ANA, BRUNO, made, moment

BOT, WEAK = Sitter("bot", bot="casual"), Sitter("bot", bot="random")
CLEO = Sitter("person", "cleo", "Cléo")
ENDS = st.sampled_from([WON, LOST, DRAWN])
OTHERS = st.lists(st.sampled_from([BRUNO, CLEO, BOT, WEAK, Sitter("person", "x")]), min_size=1)


def ended(returns: list[float], *sitters: Sitter) -> GameResult | None:
    """The result, for Ana, of a game among these that ended so."""
    spec = "plus4" if len(sitters) == 2 else f"redline(players={len(sitters)})"
    over = Event(99, "over", {"returns": returns, "points": []}, 7)
    return result_of([*made(spec, *sitters).events, over], "ana")


@pytest.mark.parametrize(
    ("returns", "how"),
    [([1, -1], WON), ([-1, 1], LOST), ([0, 0], DRAWN)],
)
def test_a_game_of_two_is_won_lost_or_drawn(returns: list[float], how: str) -> None:
    assert ended(returns, ANA, BRUNO) == GameResult(how, (BRUNO,), 7)


@pytest.mark.parametrize(
    ("returns", "how"),
    [
        ([-1 / 3, 1, -1 / 3, -1 / 3], LOST),
        ([1, -1 / 3, -1 / 3, -1 / 3], WON),
        ([1 / 3, 1 / 3, -1 / 3, -1 / 3], DRAWN),
        ([-1 / 3, 1 / 3, 1 / 3, -1 / 3], LOST),
    ],
)
def test_a_game_of_four_is_won_lost_or_shared(returns: list[float], how: str) -> None:
    assert ended(returns, ANA, BRUNO, BOT, CLEO) == GameResult(how, (BRUNO, BOT, CLEO), 7)


def test_who_resigns_has_lost() -> None:
    first = made("plus4", ANA, BRUNO)
    log = [*first.events, *resign(first.after, 0, moment()).events]
    mine, theirs = result_of(log, "ana"), result_of(log, "bruno")
    assert mine is not None
    assert theirs is not None
    assert (mine.how, theirs.how) == (LOST, WON)


def test_what_does_not_count() -> None:
    assert ended([1, -1], ANA, ANA) is None, "on one screen"
    assert ended([1, -1], BRUNO, BOT) is None, "of others"
    first = made("plus4", ANA, BRUNO)
    assert result_of(first.events, "ana") is None, "it goes on"
    log = [
        *first.events,
        Event(8, "opened", {"headers": []}),
        Event(9, "over", {"returns": [1, -1]}),
    ]
    assert result_of(log, "ana") is None, "from a file"


def test_opponents_are_told_apart_by_level_and_by_their_newest_name() -> None:
    renamed, nobody = Sitter("person", "bruno", "Bruno B."), Sitter("person", "y")
    games = [
        GameResult(WON, (BRUNO,)), GameResult(LOST, (renamed,)),
        GameResult(DRAWN, (CLEO, BOT, BOT)), GameResult(WON, (BOT,)),
        GameResult(WON, (WEAK, BRUNO)), GameResult(LOST, (nobody,)),
        GameResult(LOST, (Sitter("person", "z"), nobody)),
    ]  # fmt: skip
    scores = scores_of(games)
    assert scores.total == Tally(3, 3, 1)
    assert scores.bots == {"casual": Tally(1, 0, 1), "random": Tally(1, 0, 0)}
    assert scores.people == {
        "Bruno": Tally(2, 1, 0), "": Tally(0, 2, 0), "Cléo": Tally(0, 0, 1),
    }  # fmt: skip
    assert list(scores.people) == ["Bruno", "", "Cléo"], "whoever was met most first"
    assert scores.beaten == {"casual"}, "not where a person played too"


@given(st.lists(st.tuples(ENDS, OTHERS), max_size=60))
def test_every_game_counts_once(drawn: list[tuple[str, list[Sitter]]]) -> None:
    games = [GameResult(how, tuple(others), at) for at, (how, others) in enumerate(drawn)]
    scores = scores_of(games)
    assert scores.total.played == len(games)
    met = sum(len({who.bot or who.name for who in game.others}) for game in games)
    assert sum(tally.played for tally in (scores.bots | scores.people).values()) == met
    for name, tally in {**scores.bots, **scores.people}.items():
        there = [g.how for g in games if name in {who.bot or who.name for who in g.others}]
        assert tally._asdict() == {how: there.count(how) for how in (WON, LOST, DRAWN)}
    assert together([scores.total, Tally(1, 2, 3)]).played == len(games) + 6


@given(st.lists(ENDS, max_size=40))
def test_the_course_follows_the_last_ten_games(ends: list[str]) -> None:
    worth = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}
    course = scores_of([GameResult(how, (BOT,)) for how in ends]).course
    assert len(course) == max(0, len(ends) - 4)
    for number, share in enumerate(course, start=5):
        last = [worth[how] for how in ends[:number]][-WINDOW_GAMES:]
        assert share == pytest.approx(sum(last) / len(last))


def test_no_games_are_no_scores() -> None:
    scores = scores_of([])
    assert (scores.total, scores.bots, scores.course) == (Tally(), {}, [])
    assert scores.first is scores.last is None
    assert together([]) == Tally()
