"""A position to be played in by itself, as a page shows it: the same drawing as at a table."""

from __future__ import annotations

from typing import Any, Protocol

from ludotheque.core.game import Seat
from ludotheque.core.playable import Playable
from ludotheque.core.scene import Scene, Viewpoint
from ludotheque.core.texts import Outlook, Prompt, Texts
from ludotheque.play.hints import Hint
from ludotheque.play.lessons import Answer
from ludotheque.render.live import steps_sent, whole_scene
from ludotheque.table.views.page import flat_gesture
from ludotheque.table.words import View


class Exercise(Protocol):
    """A lesson, a problem, or a decision of a finished game to be taken again."""

    game: Playable[Any, Any]
    seat: Seat
    words: Texts

    @property
    def task(self) -> Prompt:
        """What to do, and why."""
        ...

    def praise(self, answer: Answer) -> Prompt:
        """What is said once it is done."""
        ...

    def solution(self, reached: Answer) -> Hint | None:
        """How to do it, where that is known at once."""
        ...


def lesson_view(played: Exercise, answer: Answer) -> View:
    """The position after an attempt, with what to do in it, or praise once that is done."""
    done, painter = answer.kind == "done", played.game.painter
    asked = painter.prompt(answer.state, played.seat, played.words)
    prompt = played.praise(answer) if done else asked
    scene = _scene(played, answer)
    key, prompts = steps_sent(painter.steps(answer.state, played.words))
    solution = None if done else played.solution(answer)
    return {
        **whole_scene(scene),
        "plays": painter.plays,
        "prompt": {"lead": "", **prompt._asdict()},
        "steps": key,
        "prompts": {key: prompts},
        "gestures": [flat_gesture(gesture) for gesture in scene.gestures],
        "solution": solution and solution_view(solution),
        "done": done,
    }


def lesson_answer(played: Exercise, answer: Answer | Outlook | None) -> View:
    """What an attempt is answered; the position only if it is another one, or done with."""
    if answer is None:
        return {"kind": "nothing"}
    if isinstance(answer, Outlook):
        return {"kind": "outlook", "text": answer.text}
    told: View = {"kind": answer.kind, "text": answer.text, "rule": answer.rule}
    new = answer.kind in ("on", "done")
    return {**told, "view": lesson_view(played, answer)} if new else told


def solution_view(solution: Hint) -> View:
    """How to do it, with the parts to press in order."""
    return {"text": solution.text, "parts": solution.parts}


def _scene(played: Exercise, answer: Answer) -> Scene:
    offers = answer.kind != "done"
    viewpoint: Viewpoint[Any, Any] = Viewpoint(
        played.words, played.seat, answer.after, offers=offers, own=True
    )
    return played.game.painter.scene(answer.state, viewpoint)
