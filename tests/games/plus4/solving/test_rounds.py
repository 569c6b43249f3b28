"""The match of rounds solved: situations, values along matches, and the proof over stored values.

The proof is here and not in `proof/` since solving takes long, and files run apart.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ludotheque import load
from ludotheque.core.series import Result, Series, SeriesState
from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.match_format import match_format
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof import rounds as proof
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.proof.rounds import ENDS, RoundExaminer
from ludotheque.games.plus4.rules import Plus4, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.file import HEADER_BYTES
from ludotheque.games.plus4.solving.mode import DRAW, LOSS, WIN
from ludotheque.games.plus4.solving.numbering import all_blocks, plan
from ludotheque.games.plus4.solving.paths import is_stored
from ludotheque.games.plus4.solving.retrograde import mark_over
from ludotheque.games.plus4.solving.rounds import (
    FORM,
    POINT_PAIRS,
    RoundsMode,
    Situation,
)

BLOCKS = all_blocks(bonus=True)
SPEC = "plus4(mode=rounds,target=1)"
OPTIONS = Plus4Options(mode="rounds", target=1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_DATA", str(folder))
        Solver(OPTIONS).prepare()
    return folder


@pytest.fixture
def solver(data: Path, monkeypatch: pytest.MonkeyPatch) -> Solver:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(data))
    return Solver(OPTIONS)


def test_no_push_on_a_grid_without_lines_brings_other_points() -> None:
    """Over the blocks of full grids, where most lines are."""
    last = 137
    found = plan(BLOCKS, FORM, only=(0, last))
    worth = np.zeros(int(BLOCKS.base[-1]), np.uint8)
    mark_over(BLOCKS, worth)
    seen = set[int]()
    for block in range(last):
        start, pushes = int(found.points_at[block]), int(found.pushes[block])
        first, end = int(BLOCKS.base[block]), int(BLOCKS.base[block + 1])
        gains = found.points[start : start + (end - first) * pushes].reshape(-1, pushes)
        seen |= set(np.unique(gains[worth[first:end] == 0]).tolist())
    pairs = {(gain >> 4, gain & 15) for gain in seen if gain}
    assert pairs <= set(POINT_PAIRS)
    assert (3, 3) in pairs


@pytest.mark.parametrize("options", [Plus4Options("rounds", 5), Plus4Options("rounds", rounds=3)])
def test_situations_follow_the_series(options: Plus4Options) -> None:
    """Random results through the real series and through the situations."""
    match, rules = RoundsMode(options), Series(Plus4(options), match_format(options))
    rng = Random(1)
    for _ in range(300):
        first = 0
        state: SeriesState[State] = SeriesState()
        now = match.situation(0, 0, 0, 0)
        while True:
            points = rng.choice([*POINT_PAIRS[:8], (0, 0), (0, 0), (0, 0)])
            scored = points if first == 0 else points[::-1]
            same, then = match._after(now, points)
            state = SeriesState((*state.results, Result(first, scored)), first, None, None)
            assert rules.over(state) == (not isinstance(then, Situation))
            if not isinstance(then, Situation):
                totals = rules.totals(state)
                ahead = totals[first] - totals[1 - first]
                assert then == (WIN if ahead > 0 else LOSS if ahead < 0 else DRAW)
                break
            assert rules.beginner(state.results[-1]) == (first if same else 1 - first)
            first, now = (first if same else 1 - first), then


def test_the_match_to_one_is_drawn_and_its_rounds_are_few(solver: Solver, data: Path) -> None:
    assert is_stored(solver.game.options)
    assert solver.verdict(solver.game.initial()).word == "draw"
    rounds = list((data / "plus4").glob("round-*.table"))
    assert 1 <= len(rounds) <= 3


def test_values_and_pushes_agree_along_matches(solver: Solver) -> None:
    kit = load(SPEC)
    for seed in range(12):
        rng, state = Random(seed), kit.game.initial(seed % 2)
        while kit.game.outcome(state) is None:
            found = solver.analyse(state)
            assert found.verdict.share == max(v.share for _, v in found.actions)
            state = kit.game.apply(state, rng.choice(kit.game.actions(state)))


def test_the_perfect_player_keeps_what_it_has(solver: Solver) -> None:
    kit = load(SPEC)
    for seed in range(12):
        rng, state, least = Random(seed), kit.game.initial(seed % 2), 0.0
        while (end := kit.game.outcome(state)) is None:
            mine = kit.game.turn(state) == 0
            if mine:
                assert solver.verdict(state).share >= least
                least = solver.verdict(state).share
            player = kit.bots["perfect" if mine else "casual"]
            state = kit.game.play(state, player.choose(kit.game, state, rng))
        assert (1 + end.returns[0]) / 2 >= least


def test_before_the_lot_there_is_nothing_to_say(solver: Solver) -> None:
    with pytest.raises(Unsolvable, match="lot"):
        solver.verdict(load(SPEC).game.initial())


def examiner_of(data: Path) -> tuple[RoundExaminer, Path]:
    """The examiner, and the one file it reads."""
    examiner = RoundExaminer(OPTIONS, data / "plus4")
    (name,) = examiner.rounds
    return examiner, data / "plus4" / f"{name}.table"


def test_the_checker_finds_nothing_wrong_with_the_rounds(solver: Solver) -> None:
    found = Checker(OPTIONS, cores=1).check(6000)
    assert (found.looked_at, found.faults) == (6000, ())


@pytest.mark.parametrize("options", [Plus4Options("rounds", 11), Plus4Options("rounds", rounds=3)])
def test_the_proof_asks_for_the_rounds_that_the_match_needs(
    options: Plus4Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both say what the ends mean, in every situation, if a round is worth this or that."""
    match, examiner = RoundsMode(options), RoundExaminer.__new__(RoundExaminer)
    examiner.series = Series(Plus4(options), match_format(options))
    rng = Random(4)
    for situation in match.situations():
        match._worth[situation] = rng.choice((WIN, LOSS, DRAW))
    examiner._worth = {
        proof.Situation(own, other, drawn, played): worth
        for (own, other, played, drawn), worth in match._worth.items()
    }
    assert ENDS == POINT_PAIRS
    if options.rounds:  # the match keeps only the lead, and no count of drawn rounds
        monkeypatch.setattr(
            RoundExaminer,
            "worth",
            lambda self, now: match._worth[match.situation(now.own, now.other, now.played, 0)],
        )
    for now in match.situations():
        second = proof.Situation(now.own, now.other, now.drawn, now.played)
        assert tuple(examiner.end(second, p) for p in (*ENDS, (0, 0))) == match.meaning(now)


def test_one_wrong_value_is_found_where_it_is(solver: Solver, data: Path) -> None:
    examiner, file = examiner_of(data)
    (one,), rng, kept = examiner.rounds.values(), Random(3), file.read_bytes()
    size = -(-examiner.numbering.positions // 4)
    for role in (0, 1) * 6:
        number = rng.randrange(examiner.numbering.positions)
        place = HEADER_BYTES + role * size + number // 4
        with file.open("r+b") as out:
            out.seek(place)
            out.write(bytes([kept[place] ^ 1 << number % 4 * 2]))
        columns = examiner.numbering.columns(number)
        assert examiner.fault(one, role, columns) in ("checked.value", "checked.over")
        with file.open("r+b") as out:
            out.seek(place)
            out.write(kept[place : place + 1])
    assert file.read_bytes() == kept


def test_wrong_values_that_agree_with_each_other_are_found(solver: Solver, data: Path) -> None:
    """A round solved as if endless play won for who began it: every value follows from others.

    Full grids, where all that is wrong begins.
    """
    examiner, file = examiner_of(data)
    (one,), rng, kept = examiner.rounds.values(), Random(3), file.read_bytes()
    match = RoundsMode(OPTIONS)
    meaning = match.meaning(match.situation(0, 0, 0, 0))
    assert meaning[-1] == DRAW
    match._solve((*meaning[:-1], WIN), file.with_name("wrong.table"))
    wrong = np.fromfile(file.with_name("wrong.table"), np.uint8)
    size, bytes_ = -(-examiner.numbering.positions // 4), np.frombuffer(kept, np.uint8)
    changed = np.flatnonzero(wrong[HEADER_BYTES:-4] != bytes_[HEADER_BYTES:-4])
    full = sum(1 << b.free for b in examiner.numbering.blocks if all(s[0] == 4 for s in b.shapes))
    changed = changed[changed % size < full // 4]
    with file.open("r+b") as out:
        out.write(wrong.tobytes())
    try:
        found = list[str | None]()
        for place in rng.sample(list(map(int, changed)), 40):
            role, byte = divmod(place, size)
            differ = int(wrong[HEADER_BYTES + place] ^ bytes_[HEADER_BYTES + place])
            number = 4 * byte + next(n for n in range(4) if differ >> 2 * n & 3)
            columns = examiner.numbering.columns(number)
            assert examiner.fault(one, role, columns) is None, "values alone cannot tell"
            found.append(examiner.fault(one, role, columns, follow=True))
        assert set(found) == {"checked.unforced"}
    finally:
        with file.open("r+b") as out:
            out.write(kept)
