"""The checker finds nothing wrong with the elementary game as solved, and everything planted."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest

from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof import checker as checking
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.proof.conditions import DRAW, LOSS, WIN, Step, worth
from ludotheque.games.plus4.proof.grids import GridExaminer
from ludotheque.games.plus4.proof.numbering import Numbering
from ludotheque.games.plus4.rules import Plus4, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.elementary import Solution
from tests.needs import sampled

PLAIN = Plus4Options()
HEADER_BYTES = 64
pytestmark = pytest.mark.usefixtures("solved_file")


def plant(file: Path, values: dict[int, int], distances: dict[int, int] | None = None) -> None:
    """Changes values and distances, and the sums that go with them."""
    data = bytearray(file.read_bytes())
    many = Numbering(bonus=False).positions
    size = -(-many // 4)
    for number, value in values.items():
        place, shift = HEADER_BYTES + number // 4, number % 4 * 2
        data[place] = data[place] & ~(3 << shift) | value << shift
    for number, distance in (distances or {}).items():
        data[HEADER_BYTES + size + 4 + number] = distance
    for start, length in ((HEADER_BYTES, size), (HEADER_BYTES + size + 4, many)):
        check = zlib.crc32(data[start : start + length]).to_bytes(4, "little")
        data[start + length : start + length + 4] = check
    file.write_bytes(data)


def value_of(solution: Solution, number: int) -> int:
    return int(solution.values[number >> 2]) >> (number & 3) * 2 & 3


def differs(solution: Solution, number: int, kind: int) -> bool:
    """Whether the position is to be played from, and worth something else."""
    return value_of(solution, number) not in (0, kind)


def test_the_checker_finds_nothing_wrong() -> None:
    found = Checker(PLAIN, cores=1).check(6000)
    assert found.looked_at == 6000
    assert found.faults == ()


@pytest.mark.parametrize("kind", [WIN, LOSS, DRAW])
def test_one_wrong_value_is_caught_where_it_is(
    solved_file: Path, solution: Solution, kind: int
) -> None:
    rng = Random(kind)
    numbering = Numbering(bonus=False)
    others = [n for n in rng.sample(range(numbering.positions), 40) if differs(solution, n, kind)]
    for number in others[:4]:
        columns, distance = numbering.columns(number), int(solution.distances[number])
        plant(solved_file, {number: kind})
        wrong = GridExaminer(PLAIN, solved_file.parent).fault((1, 1), columns)
        assert wrong == "checked.value"
        plant(solved_file, {number: value_of(solution, number)}, {number: distance - 1})
        wrong = GridExaminer(PLAIN, solved_file.parent).fault((1, 1), columns)
        assert wrong == "checked.distance"
        plant(solved_file, {}, {number: distance})
    assert len(others) > 3


def test_a_whole_check_finds_one_wrong_value(
    solved_file: Path, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights = [(4, 0, 0, 0), (0, 0, 0, 4), (2, 1, 1, 2)]
    monkeypatch.setattr(checking, "ALL_HEIGHTS", heights)
    numbering = Numbering(bonus=False)
    assert Checker(PLAIN, cores=1).check(None).faults == ()
    number = numbering.number(("rb", "b", "r", "br"), 0)
    plant(solved_file, {number: LOSS if value_of(solution, number) == WIN else WIN})
    found = Checker(PLAIN, cores=2).check(None)
    assert [fault.key for fault in found.faults] == ["checked.value"]
    assert "rb/b/r/br 0 0:0" in str(found.faults[0].values)


def drawn_graph(solution: Solution) -> dict[int, list[tuple[bool, int]]]:
    """Each drawn position with its pushes: (True, worth of an end) or (False, number)."""
    game, numbering = Plus4(), Numbering(bonus=False)
    graph: dict[int, list[tuple[bool, int]]] = {}
    for number in range(numbering.positions):
        if value_of(solution, number) != DRAW:
            continue
        state = State(numbering.columns(number))
        pushes = graph[number] = []
        for push in game.actions(state):
            then = game.apply(state, push)
            end = game.outcome(then)
            if end is None:
                pushes.append((False, numbering.number(then.columns, 1)))
            else:
                pushes.append((True, {1: WIN, 0: DRAW, -1: LOSS}[round(end.returns[1])]))
    return graph


def test_a_cluster_of_wrong_values_that_agree_with_each_other_is_caught(
    solved_file: Path, solution: Solution
) -> None:
    """Drawn positions revalued at random until every one follows from its pushes again."""
    graph, rng = drawn_graph(solution), Random(0)
    values = {number: rng.choice((WIN, LOSS)) for number in graph}
    true = {number: value_of(solution, number) for pushes in graph.values() for _, number in pushes}

    def follows(number: int) -> int:
        reached = [v if end else values.get(v, true[v]) for end, v in graph[number]]
        return worth([Step(value, 0) for value in reached])

    changed = True
    while changed:
        changed = False
        for number in rng.sample(list(graph), len(graph)):
            changed |= follows(number) != values[number]
            values[number] = follows(number)
    wrong = [number for number, value in values.items() if value != DRAW]
    assert len(wrong) > 1000, "a cluster that values alone cannot tell"
    plant(solved_file, values, {number: rng.randrange(1, 30) for number in wrong})
    numbering, examiner = Numbering(bonus=False), GridExaminer(PLAIN, solved_file.parent)
    looked_at = rng.sample(wrong, sampled(1000))
    found = [examiner.fault((1, 1), numbering.columns(number)) for number in looked_at]
    assert "checked.value" not in found
    assert found.count("checked.distance") > len(looked_at) / 2


def test_a_missing_or_damaged_table_is_refused(solved_file: Path) -> None:
    whole = solved_file.read_bytes()
    solved_file.write_bytes(whole[:-100])
    with pytest.raises(Unsolvable, match="unsolved"):
        Checker(PLAIN).check(10)
    solved_file.write_bytes(whole[:100] + b"?" + whole[101:])
    with pytest.raises(Unsolvable, match="damaged"):
        Checker(PLAIN).check(10)
    solved_file.unlink()
    with pytest.raises(Unsolvable, match="unsolved"):
        Checker(PLAIN).check(10)
    Solver(PLAIN).prepare()
    assert solved_file.read_bytes() == whole
