"""Reviews of games: mistakes are found, named and proved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.series import SeriesState
from ludotheque.core.solver import Verdict
from ludotheque.games import AnyKit
from ludotheque.games.babylone.rules import BabyloneOptions
from ludotheque.games.babylone.solver import Solver
from ludotheque.games.croisements.state import Announce
from ludotheque.play.commentary import SIGNS, as_json, comment, luck, value
from ludotheque.play.match import Match
from ludotheque.play.review import Decision, decisions, gave_away, understand

ENDGAME = (
    "Y01@-3,1 B024@-3,2 Y145@-3,3 Y256@-2,2 B36@-1,2 Y046@0,-1 B034@0,0 Y147@0,1 Y037@0,3 Y37@1,-1"
    " B057@1,2 Y234@1,3 / B017 B13 | Y05 Y1 / 0 last=Y placed=1"
)


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions stored by other tests change nothing here."""
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))


def played(spec: str, seed: int, most: int = 10_000) -> Match:
    match, rng = Match(load(spec)), Random(seed)
    match.settle(rng)
    while match.outcome is None and len(match.actions) < most:
        match.move(match.kit.bots["random"], rng)
        match.settle(rng)
    return match


def review(kit: AnyKit, actions: Sequence[Any]) -> list[Decision]:
    """Every decision with its worth, in order."""
    found = decisions(kit, actions)
    return [understand(kit, state, action, number) for number, state, action in found]


def last_of(match: Match, actions: str) -> Decision:
    """The review of the last of these actions."""
    for action in actions.split():
        match.play(action)
    *_, (number, state, action) = decisions(match.kit, match.actions)
    return understand(match.kit, state, action, number)


@pytest.mark.parametrize("seed", [1, 2])
def test_babylone_is_judged_as_the_solver_judges_it(seed: int) -> None:
    match = played("babylone(to_win=3)", seed)
    kit, solver = match.kit, Solver(BabyloneOptions())
    found = review(kit, match.actions)
    states = [state for _, state, _ in decisions(kit, match.actions)]
    blunders = 0
    for decision, state in zip(found, states, strict=True):
        if state.chooser is not None:
            continue
        assert decision.worth[decision.seat].share == solver.wins(state.round)
        after = kit.round.apply(state.round, kit.game.notation.read_action(decision.action))
        gave = solver.wins(state.round) and solver.wins(after)
        assert (decision.better is not None) == gave
        assert decision.mark == ("blunder" if gave else decision.mark.replace("blunder", "?"))
        blunders += gave
        if decision.better is not None:
            _check_line(kit, solver, state, (decision.better.action, *decision.better.line))
    assert blunders
    assert {d.round for d in found} == set(range(len(match.state.results)))


def _check_line(kit: AnyKit, solver: Solver, state: SeriesState, line: tuple[str, ...]) -> None:  # type: ignore[type-arg]
    """The same side wins in every position of the line, which goes to the end of the game."""
    board, winner = state.round, kit.game.turn(state)
    for text in line:
        board = kit.round.play(board, kit.round.notation.read_action(text))
        mover = kit.round.turn(board)
        if mover is not None:
            assert solver.wins(board) == (mover == winner)
    end = kit.round.outcome(board)
    assert end is not None
    assert end.winners == (winner,)


@pytest.mark.parametrize(
    ("lang", "why"),
    [("fr", "Quatre pions s’alignent dans la colonne 1."), ("en", "in column 1")],
)
def test_a_missed_four_is_found_and_named(lang: str, why: str) -> None:
    match = Match(load("plus4(mode=endless,target=1)"), first=0)
    last = last_of(match, "1 2 1 2 1 2 4")
    assert last.better is not None
    assert last.better.action in ("1", "1*")
    assert last.mark in ("mistake", "blunder")
    assert last.best == Verdict(1.0, 1)
    assert not last.taken.proved
    *_, (_, state, _) = decisions(match.kit, match.actions)
    said = comment(match.kit, state, last, match.kit.words(lang))
    assert why in said.better
    labels = {"fr": ("(prouvé)", "(estimé"), "en": ("(proved)", "(estimated")}[lang]
    lost, best = said.worth.split({"fr": "Le meilleur coup", "en": "Best move"}[lang])
    assert labels[1] in lost
    assert labels[0] not in lost
    assert labels[0] in best
    assert labels[1] not in best


def test_a_four_that_had_to_be_prevented_is_named() -> None:
    match = Match(load("plus4(mode=endless,target=1)"), first=0)
    last = last_of(match, "1 2 1 2 1 3")
    assert last.mark in ("mistake", "blunder")
    assert last.better is not None
    assert last.better.action in ("1", "1*")
    assert last.better.why.key == "teacher.prevents"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_croisements_names_a_word_that_was_there(lang: str) -> None:
    match = played(f"croisements(language={lang})", 5, 30)
    kit, named = match.kit, 0
    for number, state, action in list(decisions(kit, match.actions))[-9:]:
        found = understand(kit, state, action, number)
        if found.better is None:
            continue
        better = kit.game.notation.read_action(found.better.action)
        assert isinstance(better, Announce)
        assert kit.game.refusal(state, better) is None
        assert kit.game.ruled(state, better) == better
        assert f" {better.word} " in kit.text(found.better.why, lang)
        assert not found.taken.proved
        assert comment(kit, state, found, kit.words(lang)).line == ""
        named += 1
    assert named


def test_an_endgame_of_redline_is_proved() -> None:
    kit = load("redline")
    board = kit.round.notation.read_state(ENDGAME)
    state = SeriesState((), 0, None, board)
    judged = {a: understand(kit, state, a) for a in kit.game.actions(state)}
    assert all(d.taken.proved and d.best.proved and d.worth[0].proved for d in judged.values())
    good = [d for d in judged.values() if d.better is None]
    assert len(good) == 1
    assert good[0].mark == "only"
    for decision in judged.values():
        assert decision.best.share == good[0].taken.share
        assert decision.better is None or decision.better.action == good[0].action


def test_an_opening_of_redline_is_estimated_for_every_seat() -> None:
    match = played("redline(players=3)", 3, 30)
    number, state, action = list(decisions(match.kit, match.actions))[-1]
    found = understand(match.kit, state, action, number)
    assert len(found.worth) == 3
    assert all(verdict.low is not None and verdict.high is not None for verdict in found.worth)
    assert sum(verdict.share for verdict in found.worth) == pytest.approx(1)
    assert found.worth == understand(load("redline(players=3)"), state, action, number).worth


@pytest.mark.parametrize("spec", ["babylone", "plus4(mode=endless,target=2)", "croisements"])
def test_the_same_game_is_always_reviewed_alike(spec: str) -> None:
    match = played(spec, 7, 40)
    for number, state, action in list(decisions(match.kit, match.actions))[-4:]:
        one = understand(match.kit, state, action, number)
        assert one == understand(load(spec), state, action, number)
        assert one.mark in SIGNS


@pytest.mark.parametrize(
    ("best", "taken", "gave"),
    [
        (Verdict(1.0), Verdict(0.5), True),
        (Verdict(0.5), Verdict(0.5), False),
        (Verdict(0.31, odds=True), Verdict(0.3, odds=True), True),
        (Verdict(0.6, low=0.55, high=0.65), Verdict(0.5, low=0.45, high=0.54), True),
        (Verdict(0.6, low=0.5, high=0.7), Verdict(0.5, low=0.4, high=0.6), False),
        (Verdict(0.6, low=0.59, high=0.61), Verdict(0.57, low=0.56, high=0.58), False),
        (Verdict(1.0), Verdict(0.97, low=0.9, high=1.0), False),
        (Verdict(1.0), Verdict(0.7, low=0.6, high=0.8), True),
        (Verdict(0.08, low=0.03, high=0.2), Verdict(0.0), True),
    ],
)
def test_what_counts_as_given_away(best: Verdict, taken: Verdict, gave: bool) -> None:
    assert gave_away(best, taken) is gave


@pytest.mark.parametrize(
    ("number", "taken", "now", "spoke"),
    [
        (5, Verdict(0.24, odds=True), Verdict(0.0), "for Player A: a loss (proved)."),
        (4, Verdict(0.24, odds=True), Verdict(0.0), ""),
        (5, Verdict(0.24, odds=True), Verdict(0.22, odds=True), ""),
        (5, Verdict(0.9, low=0.89, high=0.91), Verdict(0.5, odds=True), ""),
        (5, Verdict(0.4, low=0.3, high=0.5), Verdict(0.5, low=0.4, high=0.6), ""),
        (5, Verdict(0.4, low=0.3, high=0.5), Verdict(0.7, low=0.6, high=0.8), "(estimated, 60 to"),
    ],
)
def test_luck_is_told_apart_from_skill(
    number: int, taken: Verdict, now: Verdict, spoke: str
) -> None:
    before = Decision(3, 0, "x", (taken, taken), taken, taken)
    after = Decision(number, 1, "y", (now, now), now, now)
    told = luck(before, after, load("redline").words("en"))
    assert spoke in told
    assert bool(told) == bool(spoke)


def test_figures_are_labelled_as_what_they_are() -> None:
    words = load("babylone").box.texts("en")
    assert value(Verdict(1.0, 3), words) == "a win in 2 moves (proved)"
    assert value(Verdict(0.5), words) == "a draw (proved)"
    assert value(Verdict(0.251, odds=True), words) == "25% chance of winning (proved)"
    estimate = Verdict(0.999, odds=True, low=0.99, high=1.0)
    assert value(estimate, words) == "99% chance of winning (estimated, 99 to 100%)"


def test_a_decision_for_programs() -> None:
    match = Match(load("plus4(mode=endless,target=1)"), first=0)
    last = last_of(match, "1 2 1 2 1 2 4")
    *_, (_, state, _) = decisions(match.kit, match.actions)
    found = as_json(last, comment(match.kit, state, last, match.kit.words("en")))
    assert found["better"] is not None
    assert found["taken"] is not None
    assert found["better"]["action"] in ("1", "1*")
    assert found["best"] == {"share": 1.0, "proved": True, "low": None, "high": None, "distance": 1}
    assert found["taken"]["proved"] is False
