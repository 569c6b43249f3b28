"""A hint in three steps: where to look, which piece, which move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludotheque.core.reason import Refusal, because
from ludotheque.core.scene import Area, Gesture, Part, Scene, Viewpoint
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit

STEPS = 3
_QUARTERED = 9

Kind = Literal["where", "piece", "why", "move"]


@dataclass(frozen=True, slots=True)
class Hint:
    """One step: what it tells, the sentence, and the parts of the scene it is about."""

    kind: Kind
    text: str
    parts: tuple[str, ...]


def advice(kit: AnyKit, state: Any) -> Any:
    """What the teacher would do there, the same at every call; `Refusal` if it knows nothing."""
    if kit.game.turn(state) is None:
        raise Refusal(because("hint.nobody"))
    try:
        return kit.teacher.advice(state)
    except Exception as error:  # whatever it met, who asked gets an answer
        raise Refusal(because("hint.none")) from error


def hints(
    kit: AnyKit, state: Any, action: Any, lang: str = "fr", names: Sequence[str] = ()
) -> tuple[Hint, Hint, Hint]:
    """The three steps towards an action, as the player to move sees the table.

    With names, they speak of the people on the seats.
    """
    say, painter = kit.words(lang, names), kit.game.painter
    scene = painter.scene(state, Viewpoint(say, kit.game.turn(state)))
    view = _View(scene, _gesture(scene, kit.game.notation.write_action(action)))
    why = say.say(kit.teacher.why(state, action))
    where = _where(view, say)
    piece = _piece(view, say) or Hint("why", say("hint.why", why=why), where.parts)
    move = painter.instruct(state, action, say)
    told = move if piece.kind == "why" else f"{move} {why}"
    return where, piece, Hint("move", told, view.gesture.presses)


def marked(scene: Scene, hint: Hint) -> Scene:
    """The scene with what the hint is about marked as chosen."""

    def chosen(part: Part) -> Part:
        return replace(part, marks=("chosen",)) if part.id in hint.parts else part

    areas = (replace(area, parts=tuple(map(chosen, area.parts))) for area in scene.areas)
    return replace(scene, areas=tuple(areas))


class _View:
    """The scene, the gesture that is hinted at, and what else could be pressed instead."""

    def __init__(self, scene: Scene, gesture: Gesture) -> None:
        self.scene = scene
        self.gesture = gesture
        self.parts = {part.id: part for part in scene.parts()}
        self.pressed = {press for other in scene.gestures for press in other.presses}

    @property
    def target(self) -> Part:
        """Where the gesture leads."""
        return self.target_of(self.gesture)

    def target_of(self, gesture: Gesture) -> Part:
        """The last place that is pressed, or the last piece; never how a piece will lie."""
        parts = [self.parts[press] for press in gesture.presses]
        solid = [part for part in parts if part.role != "ghost"]
        return next((part for part in reversed(solid) if part.role == "place"), solid[-1])

    def area_of(self, part: Part) -> Area:
        return next(area for area in self.scene.areas if part in area.parts)

    def targets(self) -> list[Part]:
        """Where gestures lead in the same area."""
        near = self.area_of(self.target).parts
        found = {self.target_of(gesture).id for gesture in self.scene.gestures}
        return [part for part in near if part.id in found]

    def firsts(self) -> list[Part]:
        """What can be pressed first, wherever it lies."""
        found = {gesture.presses[0] for gesture in self.scene.gestures}
        return [part for part in self.scene.parts() if part.id in found]


def _gesture(scene: Scene, text: str) -> Gesture:
    """The gesture that means the action, or begins it where the rest is typed."""
    return next(
        gesture
        for gesture in scene.gestures
        if text == gesture.action or (gesture.typed and text.startswith(gesture.action))
    )


def _where(view: _View, say: Texts) -> Hint:
    """Some of the places, with the right one among them; of the pieces, if there is one place."""
    first = view.parts[view.gesture.presses[0]]
    for aim, rivals in ((view.target, view.targets()), (first, view.firsts())):
        if len(rivals) > 1:
            return _among(view, aim, rivals, say)
    return Hint("where", say("hint.only"), (view.target.id,))


def _among(view: _View, aim: Part, rivals: Sequence[Part], say: Texts) -> Hint:
    """The side of these parts on which the one lies, or all of them where that would tell it."""
    areas = {view.area_of(part).name for part in rivals}
    side, near = _narrowed(rivals, aim) if len(areas) == 1 else ("", rivals)
    names = tuple(part.id for part in near)
    if len(near) == len(rivals):
        return Hint("where", say("hint.among", n=len(near)), names)
    key = "hint.hand" if areas == {"hand"} else "hint.where"
    return Hint("where", say(key, where=say(f"hint.{side}")), names)


def _narrowed(parts: Sequence[Part], aim: Part) -> tuple[str, Sequence[Part]]:
    """A quarter of many parts, half of some; never the one alone."""
    wide, tall = (max(c) - min(c) for c in zip(*map(_centre, parts), strict=True))
    halves = ("x", "y") if wide >= tall else ("y", "x")
    cuts = (("y", "x"), *halves) if len(parts) >= _QUARTERED else halves
    for axes in cuts:
        near = [part for part in parts if _side(parts, part, axes) == _side(parts, aim, axes)]
        if 1 < len(near) < len(parts):
            return _side(parts, aim, axes), near
    nearest = sorted(parts, key=lambda part: _distance(part, aim))[:2]
    return _side(parts, aim, halves[0]), [part for part in parts if part in nearest]


_SIDES = {"x": ("left", "right"), "y": ("top", "bottom")}


def _side(parts: Sequence[Part], part: Part, axes: Sequence[str]) -> str:
    """On which side of these parts one of them lies, along each axis."""
    found = []
    for axis in axes:
        along = [_centre(other)[axis == "y"] for other in parts]
        middle = (min(along) + max(along)) / 2
        found.append(_SIDES[axis][_centre(part)[axis == "y"] > middle])
    return "_".join(found)


def _centre(part: Part) -> tuple[float, float]:
    return part.box.x + part.box.w / 2, part.box.y + part.box.h / 2


def _distance(one: Part, other: Part) -> float:
    (x, y), (z, w) = _centre(one), _centre(other)
    return (x - z) ** 2 + (y - w) ** 2


def _piece(view: _View, say: Texts) -> Hint | None:
    """What is moved, and before a word what helps; None where a press is the whole move."""
    presses = view.gesture.presses
    if view.gesture.typed is not None:
        pieces = [view.parts[press] for press in presses if press != view.target.id]
    elif len(presses) > 1:
        pieces = [view.parts[presses[0]]]
    else:
        pieces = _implied(view)
    if not pieces:
        return None
    names = say("hint.and").join(part.label for part in pieces)
    key = "hint.piece" if len(pieces) == 1 else "hint.pieces"
    return Hint("piece", say(key, pieces=names), tuple(part.id for part in pieces))


def _implied(view: _View) -> list[Part]:
    """The piece of the hand that goes without saying, where another could be taken instead."""
    hand = next((area.parts for area in view.scene.areas if area.name == "hand"), ())
    unpressed = [part for part in hand if part.id not in view.pressed]
    return unpressed if view.target not in hand and len(unpressed) == 1 < len(hand) else []
