"""The JSON shapes of what the page of an exercise receives."""

from __future__ import annotations

from typing import Literal, TypedDict

from ludotheque.core.scene.painter import Plays
from ludotheque.practice.exercise import AnswerKind
from ludotheque.render.shapes import Key, PartId, StepPrompts
from ludotheque.table.shapes import PastView, SentGesture


class Solution(TypedDict):
    """How to do what is asked for, with the parts to press in order."""

    text: str
    parts: tuple[PartId, ...]


class LessonView(PastView):
    """A position with one thing to do, or with praise once it is done."""

    plays: Plays
    steps: Key
    prompts: dict[Key, StepPrompts]
    gestures: list[SentGesture]
    solution: Solution | None
    done: bool


class LessonRefusal(TypedDict):
    """An attempt that the rules refuse, or that is legal but not what was asked for."""

    kind: Literal["refused", "other"]
    text: str
    rule: str


class LessonProgress(TypedDict):
    """An attempt that was right, with more to do (`on`) or `done`, and the position after it."""

    kind: Literal["on", "done"]
    text: str
    rule: str
    view: LessonView


class LessonOutlook(TypedDict):
    """What complete presses would do."""

    kind: Literal["outlook"]
    text: str


class LessonSolution(Solution):
    """The solution, for a player who gives up."""

    kind: Literal["solution"]


class LessonNothing(TypedDict):
    """The reply to presses that are incomplete, or whose effect has no description."""

    kind: Literal["nothing"]


LessonAnswer = LessonRefusal | LessonProgress | LessonOutlook | LessonSolution | LessonNothing
"""The answer to an attempt."""


class LessonStart(TypedDict):
    """An exercise when its page is loaded, after actions that were typed without JavaScript."""

    kind: AnswerKind
    text: str
    rule: str
    view: LessonView
    actions: tuple[str, ...]
