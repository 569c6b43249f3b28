"""An exercise as a page shows it, drawn as at a table."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.texts import Outlook
from ludotheque.play.hints import Hint
from ludotheque.practice.exercise import Answer, Attempt, Exercise
from ludotheque.practice.shapes import (
    LessonAnswer,
    LessonProgress,
    LessonRefusal,
    LessonStart,
    LessonView,
    Solution,
)
from ludotheque.render.live import steps_sent, whole_scene
from ludotheque.table.views.page import flat_gesture
from ludotheque.table.words import said


def answer_view(exercise: Exercise, attempt: Attempt) -> LessonAnswer:
    """The answer to an attempt; with the position only if the attempt was right."""
    match exercise.answer(attempt):
        case None:
            return {"kind": "nothing"}
        case Outlook(text=text):
            return {"kind": "outlook", "text": text}
        case Hint() as hint:
            return {"kind": "solution", **_solution_view(hint)}
        case answer:
            return _judged(exercise, answer)


def _judged(exercise: Exercise, answer: Answer) -> LessonRefusal | LessonProgress:
    match answer.kind:
        case "refused" | "other" as kind:
            return {"kind": kind, "text": answer.text, "rule": answer.rule}
        case kind:
            view = _position_view(exercise, answer)
            return {"kind": kind, "text": answer.text, "rule": answer.rule, "view": view}


def first_view(exercise: Exercise, tried: Answer, actions: Sequence[str]) -> LessonStart:
    """What the page begins with, after actions that were typed without JavaScript."""
    return {
        "kind": tried.kind,
        "text": tried.text,
        "rule": tried.rule,
        "view": _position_view(exercise, tried),
        "actions": tuple(actions) if tried.kind == "on" else (),
    }


def _position_view(exercise: Exercise, answer: Answer) -> LessonView:
    """The position after an attempt, with what to do in it, or praise if the exercise is done."""
    done, painter = answer.kind == "done", exercise.game.painter
    scene = exercise.scene(answer, offers=not done, own=True)
    key, prompts = steps_sent(painter.steps(answer.state, exercise.words))
    known = not done and exercise.work(Attempt(solution=True)) is None
    return {
        **whole_scene(scene),
        "plays": painter.plays,
        "prompt": said(exercise.prompt(answer)),
        "steps": key,
        "prompts": {key: prompts},
        "gestures": [flat_gesture(gesture) for gesture in scene.gestures],
        "solution": _solution_view(exercise.solution(answer)) if known else None,
        "done": done,
    }


def _solution_view(solution: Hint) -> Solution:
    return {"text": solution.text, "parts": solution.parts}
