"""The claims of teachers: proved where they say so, the same for every way of asking, in words."""

from __future__ import annotations

import ast
import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.solver import Analysis, Unsolvable, Verdict
from ludotheque.core.teacher import joined
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import AnyKit, names
from ludotheque.games.redline import teacher as redline

LONGEST = 60
GAMES = Path(__file__).parent.parent.parent / "src" / "ludotheque" / "games"


@pytest.fixture(autouse=True)
def _small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redline, "PLAYED_GAMES", 600)
    monkeypatch.setattr(redline, "PLAIN_GAMES", 3)
    monkeypatch.setattr(redline, "MOST_POSITIONS", 20_000)


def acting(kit: AnyKit, seed: int = 0, every: int = 1) -> list[Any]:
    """Most of the positions of a random game in which a player is to move."""
    steps = islice(walk(kit.game.rules, Random(seed)), LONGEST)
    return [state for state, _ in steps if kit.game.turn(state) is not None][::every]


def begun(kit: AnyKit, *actions: str) -> Any:
    state = kit.game.initial()
    for text in actions:
        state = kit.game.apply(state, kit.game.notation.read_action(text))
    return state


TAUGHT = [
    ("babylone(start=3,3,2,to_win=3)", 1),
    ("plus4", 4),
    ("croisements", 25),
    ("redline(players=3)", 9),
    ("redline", 9),
]


@pytest.mark.parametrize(("spec", "every"), TAUGHT)
def test_the_same_however_it_is_asked(spec: str, every: int) -> None:
    kit = load(spec)
    for state in acting(kit, every=every):
        found = kit.teacher.analyse(state)
        rated, legal = [a for a, _ in found.actions], list(kit.game.actions(state))
        known = [a for a in legal if a in rated] if spec == "croisements" else legal
        assert rated == known, "in order; of words, those that people know"
        assert kit.teacher.analyse(state) == found
        assert found.verdict.share == max(v.share for _, v in found.actions)
        for action, verdict in found.actions[:3]:
            assert kit.teacher.rate(state, action) == verdict
        chosen = kit.teacher.advice(state)
        assert chosen in kit.game.actions(state)
        assert kit.teacher.advice(state) == chosen
        for verdict in kit.teacher.worth(state):
            assert 0 <= verdict.share <= 1
            if verdict.low is not None and verdict.high is not None:
                assert verdict.low <= verdict.share <= verdict.high


@pytest.mark.parametrize(("spec", "every"), TAUGHT)
def test_each_seat_has_its_part(spec: str, every: int) -> None:
    kit = load(spec)
    for state in acting(kit, 1, every * 2):
        worth = kit.teacher.worth(state)
        assert len(worth) == kit.game.seats
        assert sum(v.share for v in worth) == pytest.approx(1)


@pytest.mark.parametrize("spec", ["babylone(start=3,3,2,to_win=3)", "plus4"])
def test_what_is_proved_is_what_the_solver_says(spec: str) -> None:
    kit = load(spec)
    assert kit.solver is not None
    for state in acting(kit, 2):
        if state.chooser is not None:
            continue
        found, exact = kit.teacher.analyse(state), kit.solver.analyse(state.round)
        assert found.verdict.proved
        assert {a: v.share for a, v in found.actions} == {a: v.share for a, v in exact.actions}
        assert found.of(kit.teacher.advice(state)).share == exact.verdict.share


def test_the_endgame_of_redline_is_proved() -> None:
    kit = load("redline")
    proved = [
        found
        for seed in range(3)
        for state in acting(kit, seed)[-3:]
        if (found := kit.teacher.analyse(state)).verdict.proved
    ]
    assert proved
    assert all(v.proved for found in proved for _, v in found.actions)


def test_who_chooses_to_begin_chooses_what_wins() -> None:
    kit = load("babylone")
    state = begun(kit, "chooser 1")
    found = kit.teacher.analyse(state)
    shares = {kit.game.notation.write_action(a): v.share for a, v in found.actions}
    assert shares == {"first": 0.0, "second": 1.0}
    assert kit.game.notation.write_action(kit.teacher.advice(state)) == "second"
    assert kit.teacher.worth(state)[1].share == 1


def test_a_proved_win_is_before_a_lucky_estimate_and_doubt_before_a_proved_loss() -> None:
    proved, lucky = Verdict(1.0, 1), Verdict(1.0, low=0.9, high=1.0)
    assert joined((("lucky", lucky), ("proved", proved))).best == ("proved",)
    lost, unlucky = Verdict(0.0, 1), Verdict(0.0, low=0.0, high=0.1)
    assert joined((("lost", lost), ("unlucky", unlucky))).best == ("unlucky",)
    later = Verdict(0.0, 9)
    assert Analysis(lost, (("soon", lost), ("late", later))).best == ("late",)


def test_where_babylone_is_lost_the_other_is_left_the_fewest_ways_to_win() -> None:
    kit = load("babylone")
    state = begun(kit, "chooser 0", "first")
    chosen = kit.teacher.advice(state)
    reason = kit.teacher.why(state, chosen)
    assert reason.key == "teacher.lost"
    left = dict(reason.values)
    others = [dict(kit.teacher.why(state, a).values) for a in kit.game.actions(state)[:20]]
    assert all(left["w"] / left["n"] <= other["w"] / other["n"] for other in others)  # type: ignore[operator]


PLUS4 = [
    ("bb/r/r/r 0 0:0", "1", "row", 1),
    ("b/bb/rrr/- 0 0:0", "3", "column", 3),
    ("rrr/bb/b/- 1 0:0", "1", "prevents", 1),
    ("rrr/bb/b/- 1 0:0", "2", "allows", None),
    ("-/-/-/- 0 0:0", "1", "steady", None),
]


@pytest.mark.parametrize(("text", "push", "key", "value"), PLUS4)
def test_what_speaks_for_a_push(text: str, push: str, key: str, value: int | None) -> None:
    kit = load("plus4")
    state = kit.game.notation.read_state(f"[] begin=0 {text}")
    reason = kit.teacher.why(state, kit.game.notation.read_action(push))
    assert reason.key == f"teacher.{key}"
    if value is not None:
        assert [v for _, v in reason.values] == [value]


def test_a_win_from_afar_is_told_with_its_length() -> None:
    """Along a random game, wherever the solver proves a win that is not seen at a glance."""
    kit = load("plus4")
    told = 0
    for seed in range(5):
        for state in acting(kit, seed):
            chosen = kit.teacher.advice(state)
            reason = kit.teacher.why(state, chosen)
            if reason.key == "teacher.forces":
                found = kit.teacher.analyse(state).of(chosen)
                assert (found.share, found.moves) == (1.0, dict(reason.values)["n"])
                told += 1
    assert told


def test_pawns_of_croisements_are_placed_two_columns_apart_and_words_are_known_ones() -> None:
    kit = load("croisements")
    state = next(iter(acting(kit, 3)))
    for _ in range(6):
        state = kit.game.apply(state, kit.teacher.advice(state))
    for pawns in state.round.pawns:
        assert sorted(pawn.column for pawn in pawns) == [1, 3, 5]
    word = kit.teacher.advice(state).word
    assert kit.teacher.words.frequency(word) > 3  # type: ignore[attr-defined]


def test_a_tile_that_goes_back_is_one_that_fits_badly() -> None:
    kit = load("redline")
    for seed in range(40):
        for state in acting(kit, seed):
            if state.round.owing:
                reason = kit.teacher.why(state, kit.game.actions(state)[0])
                assert reason.key in ("teacher.returned", "teacher.useless")
                assert (dict(reason.values)["n"] == 0) == (reason.key == "teacher.useless")
                return
    raise AssertionError("no tile goes back in forty games")


@pytest.mark.parametrize("name", names())
def test_every_reason_of_a_teacher_has_words_in_both_languages(name: str) -> None:
    source = (GAMES / name / "teacher.py").read_text("utf-8")
    texts = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    keys = {text for text in texts if isinstance(text, str) and re.match(r"teacher\.", text)}
    assert len(keys) >= 3
    for lang in LANGUAGES:
        words = load(name).box.texts(lang)
        written = {key for key in words.entries if key.startswith("teacher.")}
        shared = {"teacher.first", "teacher.second", "teacher.rollouts"}
        assert written - shared == keys


def test_what_speaks_for_a_placement_speaks_for_it() -> None:
    """Places left are counted only where they are no fewer than the other's."""
    kit = load("redline")
    seen = set()
    for seed in range(4):
        for state in acting(kit, seed):
            for action in kit.game.actions(state)[:5]:
                reason = kit.teacher.why(state, action)
                left = dict(reason.values)
                seen.add(reason.key)
                if reason.key == "teacher.places":
                    assert left["own"] >= left["other"]  # type: ignore[operator]
    assert seen >= {"teacher.places", "teacher.wins_most", "teacher.draws"}


def test_without_the_kernels_plus4_is_taught_by_games_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludotheque.games.plus4.teacher.has_kernels", lambda: False)
    monkeypatch.setattr("ludotheque.games.plus4.teacher.ROLLOUT_GAMES", 2)
    kit = load("plus4(mode=endless,target=1)")
    state = kit.game.initial(0)
    found = kit.teacher.analyse(state)
    assert not found.verdict.proved
    assert len(found.actions) == len(kit.game.actions(state))


@pytest.mark.parametrize("spec", ["redline", "redline(players=3)"])
def test_without_the_kernels_redline_is_taught_by_fewer_games(
    monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    monkeypatch.setattr("ludotheque.games.redline.teacher.has_kernels", lambda: False)
    monkeypatch.setattr("ludotheque.core.player.has_kernels", lambda: False)
    kit = load(spec)
    state = acting(kit, 4)[6]
    found = kit.teacher.analyse(state)
    assert [action for action, _ in found.actions] == list(kit.game.actions(state))
    assert not found.verdict.proved
    assert kit.teacher.advice(state) == kit.teacher.advice(state)
    assert kit.teacher.advice(state) in kit.game.actions(state)


def test_without_the_kernels_a_great_start_of_babylone_is_taught_from_ten_piles_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("games.babylone.teacher", "games.babylone.solver", "core.player"):
        monkeypatch.setattr(f"ludotheque.{module}.has_kernels", lambda: False)
    kit = load("babylone(start=3,3,3,3,3)")
    assert kit.missing_bots == ("perfect",)
    state = acting(kit, 1)[0]
    with pytest.raises(Unsolvable):
        kit.teacher.analyse(state)
    near = next(s for s in acting(kit, 1) if s.round and sum(map(bool, s.round.piles)) == 11)
    found = kit.teacher.analyse(near)
    assert found.verdict.proved
    assert kit.teacher.why(near, found.best[0]).key in ("teacher.answers", "teacher.lost")
