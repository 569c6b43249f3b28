"""The endless grid solved: its values, the perfect player, and the proof over the stored values.

The proof is here and not in `proof/` since solving takes a minute, and files run apart.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.proof.grids import GridExaminer
from ludotheque.games.plus4.rules import Push, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.file import HEADER_BYTES, record_of
from ludotheque.games.plus4.solving.mode import DRAW, WIN
from tests.games.plus4.histories import Histories, TooMany, random_columns, with_past
from tests.games.plus4.solving.running import SPEC, command, environment
from tests.needs import sampled

RECORD = 5_974_301


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Target 2 solved in two runs, the first of them killed after its first score."""
    data = tmp_path_factory.mktemp("data")
    file = data / "plus4" / "endless.table"
    run = subprocess.Popen(
        command("solve", SPEC), env=environment(data), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while run.poll() is None and not (
        file.exists() and file.stat().st_size >= HEADER_BYTES + RECORD
    ):
        with suppress(subprocess.TimeoutExpired):
            run.wait(0.05)
    run.kill()
    run.wait()
    first = file.read_bytes()[: HEADER_BYTES + RECORD]
    again = subprocess.run(
        command("solve", SPEC), env=environment(data),
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    assert again.stdout.splitlines()[-1] == "draw"
    assert file.read_bytes()[: HEADER_BYTES + RECORD] == first
    assert file.stat().st_size == HEADER_BYTES + 4 * RECORD
    return data


@pytest.fixture
def endless(solved: Path, monkeypatch: pytest.MonkeyPatch) -> Solver:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(solved))
    return Solver(Plus4Options(mode="endless", target=2))


def test_the_checker_finds_nothing_wrong_with_the_file(endless: Solver) -> None:
    looked_at = sampled(3000)
    found = Checker(endless.game.options, cores=1).check(looked_at)
    assert (found.looked_at, found.faults) == (looked_at, ())


def test_one_wrong_value_is_found_where_it_is(endless: Solver, solved: Path) -> None:
    examiner = Checker(endless.game.options, cores=1)
    file = solved / "plus4" / "endless.table"
    kept = file.read_bytes()
    rng, inside = Random(2), GridExaminer(endless.game.options, examiner.folder)
    for needs in ((1, 1), (2, 1), (1, 2), (2, 2)):
        number = rng.randrange(inside.numbering.positions)
        place = HEADER_BYTES + record_of(*needs) * RECORD + number // 4
        with file.open("r+b") as out:
            out.seek(place)
            out.write(bytes([kept[place] ^ 1 << number % 4 * 2]))
        try:
            assert inside.fault(needs, inside.numbering.columns(number)) == "checked.value"
        finally:
            with file.open("r+b") as out:
                out.seek(place)
                out.write(kept[place : place + 1])


def test_the_perfect_player_keeps_what_it_has(endless: Solver) -> None:
    kit = load(SPEC)
    perfect = kit.bots["perfect"]
    for seed, other in enumerate(["random"] * 12 + ["casual"] * 6 + ["champion"] * 2):
        rng, state, least = Random(seed), kit.game.initial(seed % 2), 0.0
        while (end := kit.game.outcome(state)) is None:
            player = perfect if kit.game.turn(state) == 0 else kit.bots[other]
            if player is perfect:
                assert endless.verdict(state).share >= least
                least = endless.verdict(state).share
            state = kit.game.play(state, player.choose(kit.game, state, rng))
        assert (1 + end.returns[0]) / 2 >= least


def test_values_and_pushes_agree_along_games(endless: Solver) -> None:
    kit, rng = load(SPEC), Random(7)
    for number in range(15):
        state = kit.round.apply(kit.round.initial(), Push(number % 4))
        while kit.round.outcome(state) is None:
            found = endless.analyse(state)
            assert found.verdict.share == max(v.share for _, v in found.actions)
            if found.verdict.distance is not None and found.verdict.share > 0.5:
                assert min(v.distance or 99 for p, v in found.actions if p in found.best) == (
                    found.verdict.distance
                )
            state = kit.round.apply(state, rng.choice(kit.round.actions(state)))


def test_endless_play_is_worth_what_the_points_say(endless: Solver) -> None:
    mode = endless.mode
    assert mode.endless(mode.spot(endless._match(endless.game.initial()))) == DRAW
    ahead = endless.game.initial()
    ahead = type(ahead)(mover=0, scores=(1, 0))
    assert mode.endless(mode.spot(endless._match(ahead))) == WIN


@pytest.mark.parametrize("scores", [(1, 0), (0, 1), (1, 1)])
def test_values_with_a_past_are_those_of_the_rules(
    endless: Solver, scores: tuple[int, int]
) -> None:
    """Endless play wins for the leader, so a past may turn a win into a draw or into a loss."""
    rng, changed = Random(sum(scores)), set[tuple[float, float]]()
    for number in range(160):
        columns = random_columns([(4, 2, 1, 3), (4, 4, 3, 1)][number % 2], True, rng)
        state = with_past(endless.game, State(columns, 0, scores), rng)
        if state is None:
            continue
        plain = endless.verdict(State(columns, 0, scores)).share
        found = endless.verdict(state).share
        if found == plain and rng.random() > 0.1:
            continue
        with suppress(TooMany):
            assert Histories(endless).value(state) == found, state
            changed.add((plain, found))
        pushes = endless.best(state)
        assert all(1 - endless.verdict(endless.game.apply(state, p)).share == found for p in pushes)
    assert any(plain != found for plain, found in changed)
