"""The endless grid: the table on disk through kills and full disks, its values, the player."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ludotheque import load
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.proof.grids import Judge
from ludotheque.games.plus4.rules import Plus4Options, Push, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.file import HEADER, Table, pairs, record_of
from ludotheque.games.plus4.solving.retrograde import DRAW, WIN
from ludotheque.kernels.storing import NotKept, alone, write_whole
from tests.games.plus4.histories import Histories, TooMany, random_columns, with_past

SPEC = "plus4(mode=endless,target=2)"
RECORD = 5_974_301


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    return Table(1000)


def layer(number: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.full(250, number, np.uint8)


def test_records_follow_each_other_by_need() -> None:
    order = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3), (3, 3)]
    assert [record_of(*needs) for needs in order] == list(range(9))
    assert pairs(2) == [(1, 1), (2, 1), (2, 2)]


def test_a_table_grows_by_whole_pairs_and_drops_what_is_broken(table: Table) -> None:
    assert table.records() == 0
    table.append(0, layer(1))
    table.append(1, layer(2), layer(3))
    assert table.records() == 3
    whole = table.file.read_bytes()
    table.file.write_bytes(whole[:-7])
    assert table.records() == 1, "half a pair is no pair"
    table.file.write_bytes(whole[:-100] + bytes(100))
    assert table.records() == 1, "nor is one that a crash has left empty"
    table.file.write_bytes(whole + b"left over")
    assert table.records() == 3
    table.file.write_bytes(whole[:-7])
    table.append(1, layer(2), layer(3))
    assert table.file.read_bytes() == whole
    table.file.write_bytes(b"something else")
    assert table.records() == 0
    table.append(0, layer(1))
    assert table.records() == 1


FULL = """
import resource, signal, sys
import numpy as np
from ludotheque.core.reason import Refusal
from ludotheque.games.plus4.solving.file import Table
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
try:
    Table(1000).append(1, np.ones(250, np.uint8), np.ones(250, np.uint8))
except Refusal as refusal:
    print(refusal.reason.key)
"""


def test_a_full_disk_leaves_the_table_as_it_was(table: Table) -> None:
    table.append(0, layer(1))
    before = table.file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", FULL], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "kernels.not_kept\n"
    assert table.file.read_bytes() == before
    table.append(1, layer(2), layer(3))
    assert table.records() == 3


def command(data: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "ludotheque", *words, "--lang", "en"]


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "LUDOTHEQUE_DATA": str(data), "PYTHONIOENCODING": "utf-8"}


def test_solving_on_a_full_disk_says_so_in_one_line(tmp_path: Path) -> None:
    def small() -> None:
        import resource  # noqa: PLC0415

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    elsewhere = tmp_path / "elsewhere"
    compiled = subprocess.run(
        command(elsewhere, "solve", "plus4"), env=environment(elsewhere), check=False, timeout=300,
        capture_output=True,
    )  # fmt: skip
    assert compiled.returncode == 0, "what is compiled is kept before the disk is full"
    done = subprocess.run(
        command(tmp_path, "solve", "plus4"), env=environment(tmp_path), preexec_fn=small,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Cannot write" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "plus4").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    done = subprocess.run(
        command(file, "solve", "plus4"), env=environment(file),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Cannot write" in done.stderr.splitlines()[-1]


def interrupted(data: Path) -> tuple[int, str, str]:
    """A run that is interrupted once it holds its lock: its status and what it said."""
    lock = data / "plus4" / "endless.table.lock"
    run = subprocess.Popen(
        command(data, "solve", SPEC), env=environment(data),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    while run.poll() is None and not lock.exists():
        with suppress(subprocess.TimeoutExpired):
            run.wait(0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=300)
    return run.returncode, out, err


def test_an_interrupted_run_says_that_the_next_goes_on(tmp_path: Path) -> None:
    """On a fast machine a run may be done before the interrupt arrives; then another is tried."""
    for number in range(6):
        status, out, err = interrupted(tmp_path / str(number))
        assert "Traceback" not in err
        if status == 130:
            assert out == ""
            assert err.splitlines()[-1].startswith("Interrupted; what is solved is kept")
            return
    raise AssertionError("no run could be interrupted")


def test_two_runs_do_not_write_the_same_table(tmp_path: Path) -> None:
    with alone(tmp_path / "a"), pytest.raises(NotKept, match="busy"), alone(tmp_path / "a"):
        pass
    with alone(tmp_path / "a"):
        write_whole(tmp_path / "a", b"1")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Target 2 solved in two runs, the first of them killed after its first score."""
    data = tmp_path_factory.mktemp("data")
    file = data / "plus4" / "endless.table"
    run = subprocess.Popen(
        command(data, "solve", SPEC), env=environment(data), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while run.poll() is None and not (file.exists() and file.stat().st_size >= HEADER + RECORD):
        with suppress(subprocess.TimeoutExpired):
            run.wait(0.05)
    run.kill()
    run.wait()
    first = file.read_bytes()[: HEADER + RECORD]
    again = subprocess.run(
        command(data, "solve", SPEC), env=environment(data),
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    assert again.stdout.splitlines()[-1] == "draw"
    assert file.read_bytes()[: HEADER + RECORD] == first
    assert file.stat().st_size == HEADER + 4 * RECORD
    return data


@pytest.fixture
def endless(solved: Path, monkeypatch: pytest.MonkeyPatch) -> Solver:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(solved))
    return Solver(Plus4Options(mode="endless", target=2))


def test_the_checker_finds_nothing_wrong_with_the_table(endless: Solver) -> None:
    found = Checker(endless.game.options, cores=1).check(8000)
    assert (found.looked_at, found.faults) == (8000, ())


def test_one_wrong_value_is_found_where_it_is(endless: Solver, solved: Path) -> None:
    judge = Checker(endless.game.options, cores=1)
    file = solved / "plus4" / "endless.table"
    kept = file.read_bytes()
    rng, inside = Random(2), Judge(endless.game.options, judge.folder)
    for needs in ((1, 1), (2, 1), (1, 2), (2, 2)):
        number = rng.randrange(inside.catalogue.positions)
        place = HEADER + record_of(*needs) * RECORD + number // 4
        with file.open("r+b") as out:
            out.seek(place)
            out.write(bytes([kept[place] ^ 1 << number % 4 * 2]))
        try:
            assert inside.fault(needs, inside.catalogue.columns(number)) == "checked.value"
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
    assert endless.mode.stage(endless._match(endless.game.initial()))[0].endless == (DRAW,)
    ahead = endless.game.initial()
    ahead = type(ahead)(mover=0, scores=(1, 0))
    stage, role = endless.mode.stage(endless._match(ahead))
    assert stage.endless[role] == WIN


@pytest.mark.parametrize("scores", [(1, 0), (0, 1), (1, 1)])
def test_values_with_a_past_are_those_of_the_rules(
    endless: Solver, scores: tuple[int, int]
) -> None:
    """Endless play wins for who leads, so a past may turn a win into a draw or into a loss."""
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
