"""A hint in three steps: where to look, which piece, which move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.core.reason import Refusal, because
from ludotheque.core.scene import Area, Gesture, Part, Scene, Viewpoint
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit

HINT_STEPS = 3  # where to look, which piece, which move
# With fewer parts, a quarter would be hardly more than one of them, so half are shown.
_QUARTERED_FROM_PARTS = 9

HintKind = Literal["where", "piece", "why", "move"]


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint: its kind, the sentence, and the parts of the scene it is about."""

    kind: HintKind
    text: str
    parts: tuple[str, ...]


def advice(kit: AnyKit, state: Any) -> Any:
    """The action that the teacher advises, always the same; raises `Refusal` if it has none."""
    if kit.game.turn(state) is None:
        raise Refusal(because("hint.nobody"))
    try:
        return kit.teacher.advice(state)
    except Exception as error:  # the player gets an answer, whatever went wrong
        raise Refusal(because("hint.none")) from error


def hints(
    kit: AnyKit, state: Any, action: Any, lang: str = "fr", names: Sequence[str] = ()
) -> tuple[Hint, Hint, Hint]:
    """The three steps towards an action, as the player to move sees the table.

    With `names`, the sentences call the people on the seats by name.
    """
    say, painter = kit.words(lang, names), kit.game.painter
    scene = painter.scene(state, Viewpoint(say, kit.game.turn(state)))
    text = kit.game.notation.write_action(action)
    hinted = _HintedScene(scene, next(g for g in scene.gestures if g.means(text)))
    why = say.say(kit.teacher.why(state, action))
    where = _where(hinted, say)
    piece = _piece(hinted, say) or Hint("why", say("hint.why", why=why), where.parts)
    move = painter.instruct(state, action, say)
    last = move if piece.kind == "why" else f"{move} {why}"
    return where, piece, Hint("move", last, hinted.gesture.presses)


class _HintedScene:
    """A scene with the gesture that a hint is about, and what else could be pressed in it."""

    def __init__(self, scene: Scene, gesture: Gesture) -> None:
        self.scene = scene
        self.gesture = gesture
        self.parts = {part.id: part for part in scene.parts()}
        self.pressed = {press for other in scene.gestures for press in other.presses}
        self.target = self.target_of(gesture)

    def target_of(self, gesture: Gesture) -> Part:
        """The last place that is pressed, or else the last piece; ghosts are only previews."""
        parts = [self.parts[press] for press in gesture.presses]
        solid = [part for part in parts if part.role != "ghost"]
        return next((part for part in reversed(solid) if part.role == "place"), solid[-1])

    def area_of(self, part: Part) -> Area:
        return next(area for area in self.scene.areas if part in area.parts)

    def targets(self) -> list[Part]:
        """The parts of the same area to which any gesture leads."""
        near = self.area_of(self.target).parts
        ids = {self.target_of(gesture).id for gesture in self.scene.gestures}
        return [part for part in near if part.id in ids]

    def firsts(self) -> list[Part]:
        """The parts of any area that can be pressed first."""
        ids = {gesture.presses[0] for gesture in self.scene.gestures}
        return [part for part in self.scene.parts() if part.id in ids]


def _where(hinted: _HintedScene, say: Texts) -> Hint:
    """Shows some places with the right one among them; if there is only one place, some pieces.

    If some places are pieces as well, such as piles, pieces are shown first, because a player will
    take one of the pieces shown.
    """
    first = hinted.parts[hinted.gesture.presses[0]]
    targets, firsts = hinted.targets(), hinted.firsts()
    choices = [(hinted.target, targets), (first, firsts)]
    if any(part.role == "piece" and part in firsts for part in targets):
        choices.reverse()
    for aim, rivals in choices:
        if len(rivals) > 1:
            return _among(hinted, aim, rivals, say)
    return Hint("where", say("hint.only"), (hinted.target.id,))


def _among(hinted: _HintedScene, aim: Part, rivals: Sequence[Part], say: Texts) -> Hint:
    """Names the side of these parts on which the right one lies, or all of them if they are few.

    If a page may turn the area, no side is named.
    """
    areas = {area.name: area for area in map(hinted.area_of, rivals)}
    side, near = _narrowed(rivals, aim) if len(areas) == 1 else ("", rivals)
    names = tuple(part.id for part in near)
    if len(near) == len(rivals) or any(area.sideways for area in areas.values()):
        return Hint("where", say("hint.among", n=len(near)), names)
    key = "hint.hand" if [*areas] == ["hand"] else "hint.where"
    return Hint("where", say(key, where=say(f"hint.{side}")), names)


def _narrowed(parts: Sequence[Part], aim: Part) -> tuple[str, Sequence[Part]]:
    """A side and the parts there: a quarter of many, half of few; never the right one alone."""
    wide, tall = (max(c) - min(c) for c in zip(*map(_centre, parts), strict=True))
    halves = ("x", "y") if wide >= tall else ("y", "x")
    cuts = (("y", "x"), *halves) if len(parts) >= _QUARTERED_FROM_PARTS else halves
    for axes in cuts:
        near = [part for part in parts if _side(parts, part, axes) == _side(parts, aim, axes)]
        if 1 < len(near) < len(parts):
            return _side(parts, aim, axes), near
    nearest = sorted(parts, key=lambda part: _distance(part, aim))[:2]
    return _side(parts, aim, halves[0]), [part for part in parts if part in nearest]


_SIDES = {"x": ("left", "right"), "y": ("top", "bottom")}


def _side(parts: Sequence[Part], part: Part, axes: Sequence[str]) -> str:
    """On which side of these parts one of them lies, along each axis."""
    sides = []
    for axis in axes:
        along = [_centre(other)[axis == "y"] for other in parts]
        middle = (min(along) + max(along)) / 2
        sides.append(_SIDES[axis][_centre(part)[axis == "y"] > middle])
    return "_".join(sides)


def _centre(part: Part) -> tuple[float, float]:
    return part.box.x + part.box.w / 2, part.box.y + part.box.h / 2


def _distance(one: Part, other: Part) -> float:
    (x, y), (z, w) = _centre(one), _centre(other)
    return (x - z) ** 2 + (y - w) ** 2


def _piece(hinted: _HintedScene, say: Texts) -> Hint | None:
    """The piece to move, or for a word every piece pressed; None if there is none to show."""
    presses = hinted.gesture.presses
    if hinted.gesture.typed is not None:
        pieces = [hinted.parts[press] for press in presses if press != hinted.target.id]
    elif len(presses) > 1:
        pieces = [hinted.parts[presses[0]]]
    else:
        pieces = _implied(hinted)
    if not pieces:
        return None
    names = say("hint.and").join(part.label for part in pieces)
    key = "hint.piece" if len(pieces) == 1 else "hint.pieces"
    return Hint("piece", say(key, pieces=names), tuple(part.id for part in pieces))


def _implied(hinted: _HintedScene) -> list[Part]:
    """The only piece in hand that needs no press, if others do need one; otherwise empty."""
    hand = next((area.parts for area in hinted.scene.areas if area.name == "hand"), ())
    unpressed = [part for part in hand if part.id not in hinted.pressed]
    return unpressed if hinted.target not in hand and len(unpressed) == 1 < len(hand) else []
