"""The problems of our boxes: there are enough, and by the solver each has one answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tools.faults import explained

from ludotheque import catalogue
from ludotheque.conformance.suite.test_lessons import to_the_end
from ludotheque.conformance.suite.test_problems import sampled
from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import LANGUAGES
from ludotheque.games.babylone.solver import canonical
from ludotheque.games.croisements.state import Announce
from ludotheque.practice.exercise import Answer
from ludotheque.practice.lessons import LessonExercise as Exercise
from tests.needs import needs

FEWEST = 100
BOXES = [(box, lang) for box in catalogue() for lang in LANGUAGES]
PROVED = [
    (box, lang) for box, lang in BOXES if lang == "fr" or box.problems() != box.problems(lang)
]
proved = pytest.mark.parametrize(
    ("box", "lang"), PROVED, ids=lambda value: getattr(value, "name", value)
)


@pytest.mark.parametrize(("box", "lang"), BOXES, ids=lambda value: getattr(value, "name", value))
def test_there_are_enough(box: Box, lang: str) -> None:
    assert len(box.problems(lang)) >= FEWEST


@proved
def test_the_solver_knows_no_other_answer(box: Box, lang: str) -> None:
    needs("a solver")
    for played in sampled(box, lang):
        for reached in to_the_end(played)[:-1]:
            right = {a for a in played.game.actions(reached.state) if wants(played, reached, a)}
            assert right == SOLVED[box.name](played, reached), played.lesson


@proved
def test_what_is_said_of_wrong_answers_is_what_they_lead_to(box: Box, lang: str) -> None:
    needs("a solver")
    said = set[str]()
    for played in sampled(box, lang):
        assert isinstance(played.lesson, Problem)
        if played.lesson.name != "word":  # where the task itself names the crossing
            found = explained(played.kit, replace(played.lesson, faults=()))
            assert found.faults == played.lesson.faults
        said |= {str(values["why"]) for step in played.lesson.faults for values in step.values()}
    for name in said:
        assert any(key in box.texts(lang) for key in said_by(box, lang, name)), name


def said_by(box: Box, lang: str, fault: str) -> list[str]:
    kinds = {problem.name for problem in box.problems(lang)}
    return [f"problem.{fault}", *(f"problem.{kind}.{fault}" for kind in kinds)]


def wants(played: Exercise, reached: Answer, action: Any) -> bool:
    return played.lesson.wants(played.game.notation.write_action(action), reached.step)


def pushes(played: Exercise, reached: Answer) -> set[Any]:
    """The pushes that win soonest, in as many moves as was said, or that keep the draw."""
    assert played.kit.solver is not None
    found = played.kit.solver.analyse(reached.state)
    if played.lesson.name == "draw":
        assert found.verdict.share == 0.5
        return set(found.keeping)
    left = int(played.lesson.values["n"]) - reached.step
    assert (found.verdict.share, found.verdict.moves) == (1, left)
    return set(found.best)


def stacks(played: Exercise, reached: Answer) -> set[Any]:
    """The moves that win, which all come to the same."""
    assert played.kit.solver is not None
    found = played.kit.solver.analyse(reached.state)
    assert found.verdict.share == 1
    assert len({canonical(played.game.apply(reached.state, move)) for move in found.best}) == 1
    return set(found.best)


def placements(played: Exercise, reached: Answer) -> set[Any]:
    """The placements that are proved to win."""
    assert played.kit.solver is not None
    found = played.kit.solver.analyse(reached.state)
    assert found.verdict.proved
    return {action for action, verdict in found.actions if verdict.share == 1}


def crossings(played: Exercise, reached: Answer) -> set[Any]:
    """The crossing that the task names, or all ways to make the longest jump."""
    moves = [a for a in played.game.actions(reached.state) if isinstance(a, Announce)]
    if played.lesson.name == "word":
        named = tuple(played.lesson.values[part] for part in ("pawn", "square", "support"))
        return {move for move in moves if tuple(map(str, move.crossing)) == named}
    jumps = {move: jump(move) for move in moves}
    return {move for move in moves if jumps[move] == max(jumps.values())}


def jump(move: Announce) -> int:
    (column, row), (to_column, to_row), _ = move.crossing
    return max(abs(column - to_column), abs(row - to_row))


SOLVED = {
    "plus4": pushes,
    "babylone": stacks,
    "redline": placements,
    "croisements": crossings,
}
