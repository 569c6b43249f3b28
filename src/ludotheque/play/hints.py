"""A hint in three steps: where to look, which piece, which move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.scene import Area, Gesture, Part, Scene
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit

STEPS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """One step: what is said, and the parts of the scene it is about."""

    text: str
    parts: tuple[str, ...] = ()


def advice(kit: AnyKit, state: Any) -> Any:
    """The best action there, as the teacher sees it; the same at every call."""
    return kit.teacher.analyse(state).best[0]


def hints(kit: AnyKit, state: Any, action: Any, lang: str = "fr") -> tuple[Hint, Hint, Hint]:
    """The three steps towards an action."""
    scene = kit.game.scene(state, kit.game.turn(state), lang)
    say = kit.box.texts(lang)
    gesture = _gesture(scene, kit.game.notation.write_action(action))
    why = say.say(kit.teacher.why(state, action))
    move = Hint(f"{kit.game.tell(state, action, lang)} {why}", gesture.presses)
    return _where(scene, gesture, say), _piece(scene, gesture, say, why), move


def _gesture(scene: Scene, text: str) -> Gesture:
    """The gesture that means the action, or begins it where the rest is typed."""
    fitting = (
        g for g in scene.gestures if text == g.action or (g.typed and text.startswith(g.action))
    )
    return next(fitting)


def _where(scene: Scene, gesture: Gesture, say: Texts) -> Hint:
    """The part of its area in which the last press lies, with all that can be pressed there."""
    area, target = _find(scene, gesture.presses[-1])
    pressed = {press for g in scene.gestures for press in g.presses}
    there = [part for part in area.parts if part.id in pressed]
    side = _side(there, target)
    near = tuple(part.id for part in there if _side(there, part) == side)
    return Hint(say("hint.where", where=say(f"hint.{side}")), near)


def _side(parts: Sequence[Part], part: Part) -> str:
    """On which side of these parts one of them lies: along their longer stretch."""
    xs, ys = [p.box.x + p.box.w / 2 for p in parts], [p.box.y + p.box.h / 2 for p in parts]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    if wide >= tall:
        return "left" if part.box.x + part.box.w / 2 <= min(xs) + wide / 2 else "right"
    return "top" if part.box.y + part.box.h / 2 <= min(ys) + tall / 2 else "bottom"


def _piece(scene: Scene, gesture: Gesture, say: Texts, why: str) -> Hint:
    """The first press; where one press is the whole move, what it is good for."""
    if len(gesture.presses) < 2 and gesture.typed is None:
        return Hint(why)
    part = _find(scene, gesture.presses[0])[1]
    return Hint(say("hint.piece", piece=part.label), (part.id,))


def _find(scene: Scene, name: str) -> tuple[Area, Part]:
    return next((area, part) for area in scene.areas for part in area.parts if part.id == name)
