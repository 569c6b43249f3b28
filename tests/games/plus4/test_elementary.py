"""The elementary game solved whole, and the checker that finds what is wrong with a table."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ludotheque import load
from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.proof import checker as checking
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.proof.conditions import DRAW, LOSS, WIN, Step, worth
from ludotheque.games.plus4.proof.grids import Judge
from ludotheque.games.plus4.proof.numbering import Catalogue
from ludotheque.games.plus4.rules import LINES, Plus4, Plus4Options, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.numbering import blocks, mirrored, number_of
from ludotheque.games.plus4.solving.stage import census

PLAIN = Plus4Options()
HEADER = 64


@pytest.fixture(scope="module")
def solved() -> elementary.Solved:
    return elementary.solve(blocks(bonus=False))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solved: elementary.Solved) -> Path:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    elementary.keep(solved)
    return tmp_path / "plus4" / "elementary.table"


def plant(file: Path, values: dict[int, int], distances: dict[int, int] | None = None) -> None:
    """Changes values and distances, and the sums that go with them."""
    data = bytearray(file.read_bytes())
    many = Catalogue(bonus=False).positions
    size = -(-many // 4)
    for number, value in values.items():
        place, shift = HEADER + number // 4, number % 4 * 2
        data[place] = data[place] & ~(3 << shift) | value << shift
    for number, distance in (distances or {}).items():
        data[HEADER + size + 4 + number] = distance
    for start, length in ((HEADER, size), (HEADER + size + 4, many)):
        check = zlib.crc32(data[start : start + length]).to_bytes(4, "little")
        data[start + length : start + length + 4] = check
    file.write_bytes(data)


def value_of(solved: elementary.Solved, number: int) -> int:
    return int(solved.values[number >> 2]) >> (number & 3) * 2 & 3


def test_the_game_is_drawn_and_every_position_has_its_value(solved: elementary.Solved) -> None:
    kit = load("plus4")
    found = Solver(PLAIN).analyse(kit.round.initial())
    assert found.verdict.word == "draw"
    assert found.verdict.proved
    assert [v.word for _, v in found.actions] == ["draw"] * 4


def test_every_grid_without_a_line_is_won_lost_or_drawn(solved: elementary.Solved) -> None:
    columns = [(h, c) for h in range(5) for c in range(1 << h)]
    own, other = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for place in range(4):
        mine = np.array([c << 4 * place for _, c in columns])
        theirs = np.array([((1 << h) - 1 & ~c) << 4 * place for h, c in columns])
        own = (own[:, None] | mine).ravel()
        other = (other[:, None] | theirs).ravel()
    assert len(own) == 31**4
    lined = np.zeros(len(own), bool)
    for line in LINES:
        mask = sum(1 << 4 * column + row for column, row in line)
        lined |= ((own & mask) == mask) | ((other & mask) == mask)
    counts = census(blocks(bonus=False), solved.stage())
    assert sum(counts.values()) == np.count_nonzero(~lined)
    assert counts["win"] > counts["loss"] > counts["draw"] > 0


def test_the_two_numberings_agree() -> None:
    rng = Random(1)
    for bonus in (False, True):
        catalogue, found = Catalogue(bonus), blocks(bonus)
        assert catalogue.positions == int(found.base[-1])
        for _ in range(300):
            number = rng.randrange(catalogue.positions)
            columns = catalogue.columns(number)
            position = pack(columns, 0)
            assert catalogue.number(columns, 0) == number
            assert number_of(found, position) == number
            assert np.uint64(mirrored(position)) == pack(columns[::-1], 0)


def test_the_catalogue_goes_through_every_number_once() -> None:
    catalogue = Catalogue(bonus=True)
    heights = (1, 2, 0, 1)
    numbers = [catalogue.number(c, 0) for c in catalogue.among(heights, range(16))]
    mirror = [catalogue.number(c, 0) for c in catalogue.among(heights[::-1], range(16))]
    assert len({*numbers, *mirror}) == len(numbers) + len(mirror)
    own = [b for b in catalogue.blocks if {b.shapes[0][0], b.shapes[3][0]} == {1}]
    alike = [b for b in own if sorted((b.shapes[1][0], b.shapes[2][0])) == [0, 2]]
    assert len(numbers) + len(mirror) == sum(1 << b.free for b in alike)


def test_the_checker_finds_nothing_wrong() -> None:
    found = Checker(PLAIN, cores=1).check(6000)
    assert found.looked_at == 6000
    assert found.faults == ()


@pytest.mark.parametrize("kind", [WIN, LOSS, DRAW])
def test_one_wrong_value_is_caught_where_it_is(
    data: Path, solved: elementary.Solved, kind: int
) -> None:
    rng = Random(kind)
    catalogue = Catalogue(bonus=False)
    for _ in range(8):
        number = rng.randrange(catalogue.positions)
        if value_of(solved, number) in (0, kind):
            continue
        plant(data, {number: kind})
        assert Judge(PLAIN, data.parent).fault((1, 1), catalogue.columns(number)) == "checked.value"
        plant(data, {number: value_of(solved, number)})
        distance = int(solved.level[number])
        plant(data, {}, {number: distance - 1})
        wrong = Judge(PLAIN, data.parent).fault((1, 1), catalogue.columns(number))
        assert wrong == "checked.distance"
        plant(data, {}, {number: distance})


def test_a_whole_check_finds_one_wrong_value(
    data: Path, solved: elementary.Solved, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights = [(4, 0, 0, 0), (0, 0, 0, 4), (2, 1, 1, 2)]
    monkeypatch.setattr(checking, "ALL_HEIGHTS", heights)
    catalogue = Catalogue(bonus=False)
    assert Checker(PLAIN, cores=1).check(None).faults == ()
    number = catalogue.number(("rb", "b", "r", "br"), 0)
    plant(data, {number: LOSS if value_of(solved, number) == WIN else WIN})
    found = Checker(PLAIN, cores=2).check(None)
    assert [fault.key for fault in found.faults] == ["checked.value"]
    assert "rb/b/r/br 0 0:0" in str(found.faults[0].values)


def drawn_graph(solved: elementary.Solved) -> dict[int, list[tuple[bool, int]]]:
    """Each drawn position with its pushes: (True, worth of an end) or (False, number)."""
    game, catalogue = Plus4(), Catalogue(bonus=False)
    graph: dict[int, list[tuple[bool, int]]] = {}
    for number in range(catalogue.positions):
        if value_of(solved, number) != DRAW:
            continue
        state = State(catalogue.columns(number))
        pushes = graph[number] = []
        for push in game.actions(state):
            then = game.apply(state, push)
            end = game.outcome(then)
            if end is None:
                pushes.append((False, catalogue.number(then.columns, 1)))
            else:
                pushes.append((True, {1: WIN, 0: DRAW, -1: LOSS}[round(end.returns[1])]))
    return graph


def test_a_cluster_of_wrong_values_that_agree_with_each_other_is_caught(
    data: Path, solved: elementary.Solved
) -> None:
    """Drawn positions revalued at random until every one follows from its pushes again."""
    graph, rng = drawn_graph(solved), Random(0)
    values = {number: rng.choice((WIN, LOSS)) for number in graph}
    true = {number: value_of(solved, number) for pushes in graph.values() for _, number in pushes}

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
    plant(data, values, {number: rng.randrange(1, 30) for number in wrong})
    catalogue, judge = Catalogue(bonus=False), Judge(PLAIN, data.parent)
    found = [judge.fault((1, 1), catalogue.columns(number)) for number in wrong]
    assert "checked.value" not in found
    assert found.count("checked.distance") > len(wrong) / 2
    best = [d for d in found if d is None]
    assert len(best) < len(wrong), "no distances whatever can hold the cluster up"


def test_a_missing_or_damaged_table_is_refused(data: Path) -> None:
    whole = data.read_bytes()
    data.write_bytes(whole[:-100])
    with pytest.raises(Unsolvable, match="unsolved"):
        Checker(PLAIN).check(10)
    data.write_bytes(whole[:100] + b"?" + whole[101:])
    with pytest.raises(Unsolvable, match="damaged"):
        Checker(PLAIN).check(10)
    data.unlink()
    with pytest.raises(Unsolvable, match="unsolved"):
        Checker(PLAIN).check(10)
    Solver(PLAIN).prepare()
    assert data.read_bytes() == whole


@pytest.mark.parametrize(("other", "games"), [("random", 200), ("casual", 30), ("champion", 10)])
def test_the_perfect_player_never_gives_anything_away(other: str, games: int) -> None:
    kit, solver = load("plus4"), Solver(PLAIN)
    perfect = kit.bots["perfect"]
    for seed in range(games):
        rng, state, least = Random(seed), kit.game.initial(seed % 2), 0.0
        while (end := kit.game.outcome(state)) is None:
            player = perfect if kit.game.turn(state) == 0 else kit.bots[other]
            if player is perfect:
                worth_now = solver.verdict(state).share
                assert worth_now >= least
                least = worth_now
            state = kit.game.play(state, player.choose(kit.game, state, rng))
        assert (1 + end.returns[0]) / 2 >= least


def test_without_a_table_there_is_no_perfect_player(data: Path) -> None:
    data.unlink()
    assert "perfect" not in load("plus4").bots
