"""A scene for the browser: parts with a place and a look; drawings have a hash as their key."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from typing import cast

from ludotheque.core.caching import bounded_cache, weighed_cache
from ludotheque.core.scene import (
    EMBLEM_SIZE,
    Area,
    Family,
    Group,
    Part,
    Rectangle,
    Role,
    Scene,
    Shape,
    Tree,
    Use,
    around,
)
from ludotheque.core.texts import Prompt, StepPrompt, Steps
from ludotheque.render.shapes import (
    AreaFrame,
    Ghosts,
    Key,
    Label,
    Scenery,
    SentArea,
    SentFamily,
    SentLook,
    SentPart,
    SentPrompt,
    SentStepPrompt,
    StepPrompts,
    WholeScene,
)
from ludotheque.render.svg import (
    ROUND,
    definitions,
    mark_shapes,
    mark_svg,
    number,
    shape_svg,
    symbols_of,
)

# In the units of the areas: room for shadows and marks.
_MARGIN = 14.0
# 48 bits: two of the few hundred drawings of a page practically never have the same key.
_KEY_BYTES = 6
# The role, the radius and the ring of most parts, which are not sent.
_ROLE, _RADIUS, _RING = "piece", 8, "ink"
_SYMBOLS = re.compile('<g id="|<use href="#')


@dataclass(frozen=True, slots=True)
class Drawing:
    """A few shapes as SVG, and the hash of it that is their key."""

    key: str
    svg: str


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about a part but its place: its label, its drawing, its size.

    A label that contains the part's own name (its id after the first hyphen) is split there, so
    that equal squares share one look wherever they lie.
    """

    key: str
    fields: SentLook
    art: Drawing | None


Sent = tuple[SentPart, Look, tuple[Drawing, ...]]


class SceneryCollector:
    """Collects what parts refer to by key, except the keys in `known`, to which it adds."""

    def __init__(self, scene: Scene, known: set[str]) -> None:
        self._scene = scene
        self._known = known
        key, prompts = steps_sent(scene.steps)
        self.prompts = {} if key in known else {key: prompts}
        known.add(key)
        known_all = scene.symbols.keys() <= known  # nearly always
        new = [] if known_all else [name for name in scene.symbols if name not in known]
        known.update(new)
        self.symbols = {name: drawn(scene.symbols[name]).svg for name in new}
        self.drawings: dict[str, str] = {}
        self.looks: dict[Key, SentLook] = {}

    def fresh(self) -> Scenery:
        """Everything collected, by kind; empty kinds are left out."""
        found: Scenery = {
            "symbols": self.symbols,
            "drawings": self.drawings,
            "looks": self.looks,
            "prompts": self.prompts,
        }
        return cast(Scenery, {kind: some for kind, some in found.items() if some})

    def area(self, area: Area) -> SentArea:
        """A whole area as it is sent."""
        self.take((), drawings_of(area))
        return {
            **frame_of(area),
            "below": [drawn_shape(shape).key for shape in below(area)],
            "above": [drawn_shape(shape).key for shape in area.overlay],
            "parts": [self.part(part) for part in area.parts],
        }

    def part(self, part: Part) -> SentPart:
        """A part as it is sent."""
        entry, look, marks = sent(part)
        self.take((look,), marks)
        return entry

    def take(self, looks: Iterable[Look], drawings: Iterable[Drawing]) -> None:
        """Collects those of the looks and drawings whose keys are not known yet."""
        for look in looks:
            if look.key not in self._known:
                self._known.add(look.key)
                self.looks[look.key] = look.fields
                if look.art:
                    self.take((), (look.art,))
        for drawing in drawings:
            if drawing.key not in self._known:
                self._known.add(drawing.key)
                self.drawings[drawing.key] = drawing.svg

    def ghosts(self) -> Ghosts:
        """The look of each ghost, and the part pressed before it, over which it lies."""
        haunted = filter(_ends_with_ghost, self._scene.offers)
        gestures = [gesture for family in haunted for gesture in family.gestures()]
        return {g.presses[-1]: (self._ghost(g.presses[-1]), g.presses[-2]) for g in gestures}

    def offers(self) -> list[SentFamily]:
        """The possible gestures as they are sent with a step; ghosts are given by their looks."""
        return [self._family(family) for family in self._scene.offers]

    def _family(self, family: Family) -> SentFamily:
        tree = self._haunted(family.tree) if _ends_with_ghost(family) else family.tree
        sent: SentFamily = {"steps": family.steps, "action": family.action, "tree": tree}
        if family.typed is not None:
            sent["typed"] = {"threads": family.typed.threads, "lang": family.typed.lang}
        if _ends_with_ghost(family):
            sent["ghosts"] = True
        return sent

    def _haunted(self, tree: Tree) -> Tree:
        """The tree with the look of each ghost as its leaf."""
        if isinstance(tree, Mapping):
            return {rest: self._haunted(branch) for rest, branch in tree.items()}
        return {rest: self._ghost(f"ghost-{rest}") for rest in tree}

    def _ghost(self, name: str) -> str:
        return self.part(self._scene.ghosts[name])[1]


def whole_scene(scene: Scene) -> WholeScene:
    """All areas of a scene, and everything that their parts refer to."""
    sheet = SceneryCollector(scene, set())
    areas = [sheet.area(area) for area in scene.areas]
    ghosts = sheet.ghosts()
    return {
        "symbols": sheet.symbols,
        "drawings": sheet.drawings,
        "looks": sheet.looks,
        "areas": areas,
        "ghosts": ghosts,
    }


def frame_of(area: Area) -> AreaFrame:
    """An area without its parts and drawings, as it is sent."""
    box = area.box
    return {
        "name": area.name,
        "label": area.label,
        "box": (_short(box.x), _short(box.y), _short(box.w), _short(box.h)),
        "endless": area.endless,
        "sideways": area.sideways,
    }


def below(area: Area) -> tuple[Shape, ...]:
    """What is drawn below the parts of an area."""
    return (*area.backdrop, *area.scenery)


def drawings_of(area: Area) -> list[Drawing]:
    """What is drawn below and above the parts of an area."""
    return [drawn_shape(shape) for shape in (*below(area), *area.overlay)]


def sent(part: Part) -> Sent:
    """A part as it is sent, with its look and its marks, to which it refers by key; cached."""
    known: Sent | None = part.sent
    if known is not None:
        return known
    look, marks = look_of(part), tuple([_marked(part, mark) for mark in part.marks])
    made = _entry(part, look, tuple([mark.key for mark in marks])), look, marks
    object.__setattr__(part, "sent", made)  # a cache, not part of its value
    return made


def _entry(part: Part, look: Look, marks: tuple[Key, ...]) -> SentPart:
    place = part.id, look.key, _short(part.box.x), _short(part.box.y)
    if part.was:
        return (*place, marks, part.was)
    return (*place, marks) if marks else place


def scenery_keys(scene: Scene) -> set[str]:
    """The keys of everything in a scene but its parts: few, but of by far the largest drawings."""
    drawings = (drawing for area in scene.areas for drawing in drawings_of(area))
    return {*scene.symbols, steps_sent(scene.steps)[0], *(drawing.key for drawing in drawings)}


def _ends_with_ghost(family: Family) -> bool:
    return family.steps[-1] == "ghost-"


@bounded_cache
def steps_sent(steps: Steps) -> tuple[Key, StepPrompts]:
    """The prompts of all steps as they are sent, preceded by their key."""
    prompts = {heads: _step_sent(prompt) for heads, prompt in steps.prompts.items()}
    return _key(repr(prompts)), prompts


def _step_sent(step: StepPrompt) -> SentStepPrompt:
    """The prompt of a step, without forms that equal the one before and without empty buttons."""
    sent: SentStepPrompt = {"many": prompt_sent(step.many)}
    if step.one != step.many:
        sent["one"] = prompt_sent(step.one)
    if step.only != step.one:
        sent["only"] = prompt_sent(step.only)
    if step.play:
        sent["play"] = step.play
    if step.turn:
        sent["turn"] = step.turn
    if step.back:
        sent["back"] = step.back
    return sent


def prompt_sent(prompt: Prompt) -> SentPrompt:
    """A prompt as it is sent."""
    return {"do": prompt.do, "why": prompt.why, "tip": prompt.tip}


def still(scene: Scene, *, label: str = "", close: bool = False, scope: str = "") -> str:
    """The board alone as a picture in a page; with `close`, cropped to its pieces.

    If a page has pictures of several games, a `scope` for each prevents clashes of their symbols.
    """
    box, shapes = still_shapes(scene, close=close)
    view = " ".join(map(number, (box.x, box.y, box.w, box.h)))
    about = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    drawn = "".join(map(shape_svg, shapes))
    svg = f'<svg viewBox="{view}" {about} {ROUND}>{definitions(scene)}{drawn}</svg>'
    return _SYMBOLS.sub(rf"\g<0>{scope}-", svg) if scope else svg


def emblem(scene: Scene, symbol: str, scope: str) -> str:
    """The emblem of a seat as a picture in a page, with a `scope` as in `still`."""
    shape, size = Use(symbol), number(EMBLEM_SIZE)
    drawn = "".join(f'<g id="{name}">{svg}</g>' for name, svg in symbols_of([shape], scene).items())
    inside = f"<defs>{drawn}</defs>{shape_svg(shape)}"
    svg = f'<svg class="pawn" viewBox="0 0 {size} {size}" aria-hidden="true" {ROUND}>{inside}</svg>'
    return _SYMBOLS.sub(rf"\g<0>{scope}-", svg)


def still_shapes(scene: Scene, *, close: bool = False) -> tuple[Rectangle, list[Shape]]:
    """The visible rectangle of the board in a picture of it, and the shapes drawn there.

    Of an endless board, only the area around its parts is visible.
    """
    board = next(area for area in scene.areas if area.name == "board")
    lying = [part.box for part in board.parts if part.art]
    pieces = [part.box for part in board.parts if part.role == "piece"]
    close = close and bool(pieces)
    box = around(pieces if close else lying if board.endless and lying else [board.box], _MARGIN)
    shown = [part for part in board.parts if part.role == "piece" or not close]
    below = board.scenery if close else (*board.backdrop, *board.scenery)
    return box, [*below, *map(_still_part, shown), *board.overlay]


def look_of(part: Part) -> Look:
    """The look of a part."""
    box, name = part.box, part.id.partition("-")[2]
    before, found, after = part.label.partition(name) if name else ("", "", "")
    label: Label = (before, after) if found else part.label
    return _look(label, part.art, box.w, box.h, part.role, part.radius, part.ring)


@bounded_cache
def _look(
    label: Label,
    art: tuple[Shape, ...],
    w: float,
    h: float,
    role: Role,
    radius: float,
    ring: str,
) -> Look:
    drawing = drawn(art) if art else None
    size = label, drawing.key if drawing else "", _short(w), _short(h)
    fields: SentLook = size
    if ring != _RING:
        fields = *size, role, _short(radius), ring
    elif radius != _RADIUS:
        fields = *size, role, _short(radius)
    elif role != _ROLE:
        fields = *size, role
    # The key is that of a list, because pages that stay open during an update know looks by it.
    return Look(_key(repr(list(fields))), fields, drawing)


@weighed_cache(lambda drawing: 0.3 + len(drawing.svg) / 512)  # with the shapes
def drawn(shapes: tuple[Shape, ...]) -> Drawing:
    """A few shapes as one drawing."""
    return _drawing("".join(map(shape_svg, shapes)))


def drawn_shape(shape: Shape) -> Drawing:
    """One shape as a drawing; cached on the shape."""
    known: Drawing | None = shape.sent
    if known is None:
        known = drawn((shape,))
        object.__setattr__(shape, "sent", known)  # a cache, not part of its value
    return known


def _marked(part: Part, mark: str) -> Drawing:
    return _mark(mark, part.box.w, part.box.h, part.radius, part.ring)


@bounded_cache
def _mark(mark: str, width: float, height: float, radius: float, ring: str) -> Drawing:
    return _drawing(mark_svg(mark, width, height, radius, ring))


def _drawing(svg: str) -> Drawing:
    """SVG as it is sent, in single quotes: in JSON, each double quote needs one more byte."""
    sent = svg.replace('"', "'")
    return Drawing(_key(sent), sent)


def _key(content: str) -> str:
    """A short hash of the content."""
    digest = blake2b(content.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
    return urlsafe_b64encode(digest).decode()


def _short(value: float) -> float:
    """A number rounded to one decimal, as an int if it is whole."""
    whole = int(value)
    return whole if whole == value else round(value, 1)


def _still_part(part: Part) -> Group:
    looks = part.box.w, part.box.h, part.radius, part.ring
    marks = [shape for mark in part.marks for shape in mark_shapes(mark, *looks)]
    return Group((*part.art, *marks), at=(part.box.x, part.box.y))
