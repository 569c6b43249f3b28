"""Exact endgames of Redline, against the rules played out, and estimates kept apart."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ludotheque.games.redline.layout as at
from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.solver import Unsolvable
from ludotheque.games.redline.rules import Redline, RedlineOptions, State
from ludotheque.games.redline.solver import Solver
from ludotheque.games.redline.thinking import search
from ludotheque.kernels import PLAIN
from tests.inner import passes_with_plain_kernels

OPTIONS = [RedlineOptions(), RedlineOptions(contrast=True), RedlineOptions(hand=10)]
WITH_LUCK = [
    "Y2@-1,0 Y36@-1,6 B16@0,0 B27@0,5 Y015@1,1 Y234@1,2 Y346@1,5 B056@2,2 Y014@2,3 B147@2,4 Y04@3,3"
    " B145@3,4 Y5@3,5 Y235@4,5 B057@5,4 Y46@5,5 / Y01 | B135 / 0 last=Y placed=1",
    "Y3@-5,2 B247@-4,1 B12@-3,-1 Y026@-3,1 Y035@-2,0 B467@-2,1 B17@-1,-1 B23@-1,0 B3@-1,1"
    " Y157@0,-1 Y567@0,0 Y02@1,-1 B045@1,0 Y124@1,1 B126@2,-1 B26@2,1 / Y07 | Y01 / 0"
    " last=Y placed=1",
    "Y026@-4,2 B45@-4,3 B156@-3,2 B013@-2,2 Y145@-2,3 Y37@-1,1 Y235@-1,3 B37@0,0 B267@0,2 B6@0,3"
    " Y7@1,-1 Y26@1,2 B16@2,2 / B07 | B02 Y01 Y02 / 1 last=B placed=0",
    "Y124@0,0 Y016@1,-1 B346@1,0 B235@1,1 Y236@2,1 B7@3,0 B036@3,1 Y4@3,2 Y237@4,0 B36@5,0 Y37@6,-1"
    " B17@7,-2 Y45@8,-1 / B135 | B02 B15 / 1 last=Y placed=0",
]
ONLY_MOVE = (
    "Y01@-3,1 B024@-3,2 Y145@-3,3 Y256@-2,2 B36@-1,2 Y046@0,-1 B034@0,0 Y147@0,1 Y037@0,3 Y37@1,-1"
    " B057@1,2 Y234@1,3 / B017 B13 | Y05 Y1 / 0 last=Y placed=1"
)


class TooMany(Exception):
    pass


def plain(game: Redline, state: State, known: dict[State, Fraction], most: int) -> Fraction:
    """The first seat's chance by the rules alone: every action, every draw."""
    if state.winner is not None:
        return Fraction(state.winner == 0)
    if state not in known:
        if len(known) > most:
            raise TooMany
        then = [plain(game, game.apply(state, a), known, most) for a in game.actions(state)]
        acting = game.turn(state)
        luck = sum(then, Fraction(0)) / len(then)
        known[state] = luck if acting is None else (min(then) if acting else max(then))
    return known[state]


def endgames(game: Redline, games: int, most: int) -> list[tuple[State, Fraction, int]]:
    """The last positions of random games, as far back as plain counting reaches."""
    found = []
    rng = Random(5)
    for number in range(games):
        walked = [state for state, _ in walk(game, rng, number % 2) if state.board.tiles]
        for state in reversed(walked):
            known: dict[State, Fraction] = {}
            try:
                chance = plain(game, state, known, most)
            except TooMany:
                break
            found.append((state, chance, sum(1 for s in known if s.drawing)))
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_endgames_are_exact(options: RedlineOptions) -> None:
    solver = Solver(options)
    found = endgames(solver.game, 4 if PLAIN else 16, 60 if PLAIN else 600)
    for state, chance, _ in found:
        exact = solver.exact([state])
        assert exact is not None
        assert exact[0] == pytest.approx(float(chance), abs=1e-12)
        assert [exact[0] == sure for sure in (0, 1)] == [chance == sure for sure in (0, 1)]
    if not PLAIN:
        assert sum(1 for _, _, draws in found if draws) > 8


@pytest.mark.parametrize("text", WITH_LUCK)
def test_a_chance_is_the_mean_over_the_draws(text: str) -> None:
    kit = load("redline")
    state = kit.round.notation.read_state(text)
    game, solver = kit.round.rules, Solver(RedlineOptions())
    assert isinstance(game, Redline)
    known: dict[State, Fraction] = {}
    chance = plain(game, state, known, 5000)
    assert 0 < chance < 1
    found = solver.analyse(state)
    own = chance if game.turn(state) == 0 else 1 - chance
    assert found.verdict.proved
    assert found.verdict.odds
    assert found.verdict.share == pytest.approx(float(own), abs=1e-12)
    for action, verdict in found.actions:
        then = plain(game, game.apply(state, action), known, 5000)
        own = then if game.turn(state) == 0 else 1 - then
        assert verdict.share == pytest.approx(float(own), abs=1e-12)
    drawing = next(s for s in known if s.drawing)
    mean = solver.verdict(drawing)
    own = known[drawing] if drawing.mover == 0 else 1 - known[drawing]
    assert mean.share == pytest.approx(float(own), abs=1e-12)
    assert mean.odds == (0 < own < 1)


def test_the_only_winning_move() -> None:
    kit = load("redline")
    assert kit.solver is not None
    found = kit.solver.analyse(kit.round.notation.read_state(ONLY_MOVE))
    assert found.verdict.proved
    assert (found.verdict.share, found.verdict.odds) == (1.0, False)
    assert [kit.round.notation.write_action(action) for action in found.best] == ["B345@-1,4"]
    assert sorted(verdict.share for _, verdict in found.actions)[-2] == 0.40625
    assert found.looked_at is not None
    assert found.looked_at > 50


@pytest.mark.skipif(PLAIN, reason="a hundred thousand games")
def test_proved_and_estimated_are_never_mixed() -> None:
    game = Redline(RedlineOptions())
    solver = Solver(RedlineOptions(), most=300)
    labels = set()
    for state, action in walk(game, Random(3)):
        if action is None or not state.board.tiles:
            continue
        found = solver.analyse(state)
        proved = found.verdict.proved
        labels.add(proved)
        assert [verdict.proved for _, verdict in found.actions] == [proved] * len(found.actions)
        assert (found.facts == ()) == proved
        assert found.verdict.low is None or found.verdict.low <= found.verdict.share
        assert found.looked_at is None or found.looked_at < 300
    assert labels == {True, False}


@pytest.mark.skipif(PLAIN, reason="a hundred thousand games")
def test_before_the_deal_it_is_estimated() -> None:
    found = Solver(RedlineOptions()).verdict(Redline().initial())
    assert not found.proved
    assert 0.36 < found.share < 0.41, "the second player wins more random games"


def test_a_finished_round_is_worth_what_it_brought() -> None:
    game = Redline()
    *_, (last, _) = walk(game, Random(1))
    found = Solver(RedlineOptions()).analyse(last)
    assert found.actions == ()
    assert found.verdict.share == (1.0 if last.winner == last.mover else 0.0)


def test_rounds_of_three_are_refused() -> None:
    with pytest.raises(Unsolvable) as refused:
        Solver(RedlineOptions(players=3)).prepare()
    for lang in ("fr", "en"):
        assert "3" in load("redline").text(refused.value.reason, lang)


def test_a_search_leaves_the_position_as_it_was() -> None:
    solver = Solver(RedlineOptions())
    for state, _, _ in endgames(solver.game, 3, 200):
        solver.exact([state])
        work, _ = solver._workspace
        solver._put(state)
        before = work[: search.LIMIT].copy()
        search.chance(work, np.zeros(2 * search.SLOTS), 0, 0.0, 1.0)
        counts = slice(at.COUNTS, at.LAIDS)
        before[counts] = work[counts]
        before[at.LAIDS + before[at.LAID] : at.SQUARES] = 0
        after = work[: search.LIMIT].copy()
        after[at.LAIDS + after[at.LAID] : at.SQUARES] = 0
        before[at.OPENS + before[at.OPEN] : at.COUNTS] = 0
        after[at.OPENS + after[at.OPEN] : at.COUNTS] = 0
        assert (before == after).all()


@pytest.mark.skipif(PLAIN, reason="runs itself")
def test_the_kernels_as_plain_python() -> None:
    names = ("test_kernel.py", "test_solver.py", "thinking/test_tree.py")
    files = [str(Path(__file__).parent / name) for name in names]
    tests = "every_action or end_alike or are_exact or mean_over or only_winning or counts_what"
    passes_with_plain_kernels(*files, "-k", tests)
