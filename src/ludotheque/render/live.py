"""A scene for the browser: parts with a place and a look, each drawing named by its content."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from html import escape
from typing import Any

from ludotheque.core.scene import Area, Family, Group, Part, Rectangle, Scene, Shape, Tree
from ludotheque.core.texts import StepPrompt, Steps
from ludotheque.render.svg import ROUND, definitions, mark_shapes, mark_svg, number, shape_svg

# In the units of the areas: room for shadows and marks.
_MARGIN = 14.0
# 48 bits: among the few hundred drawings of a page, no two have the same key by chance.
_KEY_BYTES = 6
# The drawings and looks of many tables, and backdrops and threads; one takes one or two kilobytes.
_MOST_KEPT, _MOST_SHAPES = 8192, 4096
Entry = list[Any]
"""A part as it is sent: id, look, x, y, then its marks and where it was, if there are any."""
_USUAL: tuple[Any, ...] = ("piece", 8, "ink")
"""The role, the radius and the ring of most parts, which need not be sent."""
_SYMBOLS = re.compile('<g id="|<use href="#')


@dataclass(frozen=True, slots=True)
class Drawing:
    """A few shapes as SVG."""

    key: str
    svg: str


@dataclass(frozen=True, slots=True)
class Look:
    """All of a part but where it lies: what it is called, how it is drawn, how large it is.

    Its fields, as they are sent: label, key of the drawing, width, height, role, radius, ring; the
    last three only as far as they are unusual. A label that contains the part's own name (the rest
    of its id) is cut there in two, so that equal squares look equal wherever they lie.
    """

    key: str
    fields: list[Any]
    art: Drawing | None


Sent = tuple[Entry, Look, tuple[Drawing, ...]]


class Sheet:
    """What parts refer to by key, each collected once; `known` is what was collected before."""

    def __init__(self, scene: Scene, known: set[str]) -> None:
        """Collects the symbols of the scene, all that its game has, and what its steps say."""
        self._scene = scene
        self._known = known
        key, prompts = steps_sent(scene.steps)
        self.prompts = {} if key in known else {key: prompts}
        known.add(key)
        known_all = scene.symbols.keys() <= known  # as nearly always
        new = [] if known_all else [name for name in scene.symbols if name not in known]
        known.update(new)
        self.symbols = {name: drawn(scene.symbols[name]).svg for name in new}
        self.drawings: dict[str, str] = {}
        self.looks: dict[str, list[Any]] = {}

    def fresh(self) -> dict[str, Any]:
        """Everything collected, by kind; kinds without anything are left out."""
        kinds = {
            "symbols": self.symbols,
            "drawings": self.drawings,
            "looks": self.looks,
            "prompts": self.prompts,
        }
        return {kind: found for kind, found in kinds.items() if found}

    def area(self, area: Area) -> dict[str, Any]:
        """A whole area as it is sent."""
        self.take((), drawings_of(area))
        return {
            **frame_of(area),
            "below": [drawn_shape(shape).key for shape in below(area)],
            "above": [drawn_shape(shape).key for shape in area.overlay],
            "parts": [self.part(part) for part in area.parts],
        }

    def part(self, part: Part) -> Entry:
        """A part as it is sent."""
        entry, look, marks = sent(part)
        self.take((look,), marks)
        return entry

    def take(self, looks: Iterable[Look], drawings: Iterable[Drawing]) -> None:
        """Collects what was not collected before."""
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

    def ghosts(self) -> dict[str, tuple[str, str]]:
        """The look of each ghost, and the part pressed before it, over which it lies."""
        gestures = [g for family in self._scene.offers if family.ghostly for g in family.gestures()]
        return {g.presses[-1]: (self._ghost(g.presses[-1]), g.presses[-2]) for g in gestures}

    def offers(self) -> list[dict[str, Any]]:
        """What can be done, as a page is sent it with a step; ghosts are named by their looks."""
        return [self._family(family) for family in self._scene.offers]

    def _family(self, family: Family) -> dict[str, Any]:
        sent: dict[str, Any] = {"steps": family.steps, "action": family.action}
        if family.typed is not None:
            sent["typed"] = {"threads": family.typed.threads, "lang": family.typed.lang}
        if family.ghostly:
            return {**sent, "ghosts": True, "tree": self._haunted(family.tree)}
        return {**sent, "tree": family.tree}

    def _haunted(self, tree: Tree) -> Tree:
        """A tree that ends with the looks of its ghosts."""
        if isinstance(tree, Mapping):
            return {rest: self._haunted(branch) for rest, branch in tree.items()}
        return {rest: self._ghost(f"ghost-{rest}") for rest in tree}

    def _ghost(self, name: str) -> str:
        key: str = self.part(self._scene.ghosts[name])[1]
        return key


def whole_scene(scene: Scene) -> dict[str, Any]:
    """All areas of a scene, and everything that their parts refer to."""
    sheet = Sheet(scene, set())
    areas = [sheet.area(area) for area in scene.areas]
    ghosts = sheet.ghosts()
    return {
        "symbols": sheet.symbols,
        "drawings": sheet.drawings,
        "looks": sheet.looks,
        "areas": areas,
        "ghosts": ghosts,
    }


def frame_of(area: Area) -> dict[str, Any]:
    """An area without its parts and drawings, as it is sent."""
    box = area.box
    return {
        "name": area.name,
        "label": area.label,
        "box": [_short(n) for n in (box.x, box.y, box.w, box.h)],
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
    """A part as it is sent, with its look and its marks, to which it refers by key."""
    known: Sent | None = part.sent
    if known is not None:
        return known
    look, marks = look_of(part), tuple([_marked(part, mark) for mark in part.marks])
    entry: Entry = [part.id, look.key, _short(part.box.x), _short(part.box.y)]
    if marks or part.was:
        entry.append([mark.key for mark in marks])
    if part.was:
        entry.append(part.was)
    made = entry, look, marks
    object.__setattr__(part, "sent", made)  # changes nothing of what the part is
    return made


def scenery_keys(scene: Scene) -> set[str]:
    """The keys of everything in a scene but its parts: few, and the largest drawings by far."""
    drawings = (drawing for area in scene.areas for drawing in drawings_of(area))
    return {*scene.symbols, steps_sent(scene.steps)[0], *(drawing.key for drawing in drawings)}


@lru_cache(maxsize=256)  # a few for each game that is played, in two languages
def steps_sent(steps: Steps) -> tuple[str, dict[str, Any]]:
    """The prompts of all steps as they are sent, and the key by which they are named."""
    prompts = {heads: _step_sent(prompt) for heads, prompt in steps.prompts.items()}
    return _key(repr(prompts)), prompts


def _step_sent(step: StepPrompt) -> dict[str, Any]:
    """The prompt of a step; forms and buttons that say nothing new are left out."""
    sent: dict[str, Any] = {"many": step.many._asdict()}
    if step.one != step.many:
        sent["one"] = step.one._asdict()
    if step.only != step.one:
        sent["only"] = step.only._asdict()
    buttons = {"play": step.play, "turn": step.turn, "back": step.back}
    return {**sent, **{name: label for name, label in buttons.items() if label}}


def still(scene: Scene, *, label: str = "", close: bool = False, scope: str = "") -> str:
    """The board alone as a picture in a page; with `close`, cropped to its pieces.

    Where pictures of several games are on one page, `scope` sets their symbols apart.
    """
    box, shapes = still_shapes(scene, close=close)
    view = " ".join(map(number, (box.x, box.y, box.w, box.h)))
    about = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    drawn = "".join(map(shape_svg, shapes))
    svg = f'<svg viewBox="{view}" {about} {ROUND}>{definitions(scene)}{drawn}</svg>'
    return _SYMBOLS.sub(rf"\g<0>{scope}-", svg) if scope else svg


def still_shapes(scene: Scene, *, close: bool = False) -> tuple[Rectangle, list[Shape]]:
    """What is to be seen of the board in a picture of it, and everything that is drawn there.

    An endless board is shown as far as something lies on it.
    """
    board = next(area for area in scene.areas if area.name == "board")
    lying = [part.box for part in board.parts if part.art]
    pieces = [part.box for part in board.parts if part.role == "piece"]
    close = close and bool(pieces)
    box = _around(pieces if close else lying if board.endless and lying else [board.box])
    shown = [part for part in board.parts if part.role == "piece" or not close]
    below = board.scenery if close else (*board.backdrop, *board.scenery)
    return box, [*below, *map(_still_part, shown), *board.overlay]


def look_of(part: Part) -> Look:
    """The look of a part."""
    box, name = part.box, part.id.partition("-")[2]
    before, found, after = part.label.partition(name) if name else ("", "", "")
    label = (before, after) if found else part.label
    return _look(label, part.art, box.w, box.h, part.role, part.radius, part.ring)


@lru_cache(maxsize=_MOST_KEPT)
def _look(
    label: str | tuple[str, str],
    art: tuple[Shape, ...],
    w: float,
    h: float,
    role: str,
    radius: float,
    ring: str,
) -> Look:
    drawing = drawn(art) if art else None
    unusual = [role, _short(radius), ring]
    while unusual and unusual[-1] == _USUAL[len(unusual) - 1]:
        unusual.pop()
    fields = [label, drawing.key if drawing else "", _short(w), _short(h), *unusual]
    return Look(_key(repr(fields)), fields, drawing)


@lru_cache(maxsize=_MOST_KEPT)
def drawn(shapes: tuple[Shape, ...]) -> Drawing:
    """A few shapes as SVG."""
    return _drawing("".join(map(shape_svg, shapes)))


def drawn_shape(shape: Shape) -> Drawing:
    """One shape as SVG.

    Painters keep what they draw, and shapes are slow to hash and to compare: so it is looked first
    whether the same object was asked for before. It is held, so that no other gets its address.
    """
    known = _shapes.get(id(shape))
    if known is not None:
        return known[1]
    drawing = drawn((shape,))
    if len(_shapes) >= _MOST_SHAPES:
        _shapes.clear()
    _shapes[id(shape)] = shape, drawing
    return drawing


_shapes: dict[int, tuple[Shape, Drawing]] = {}


def _marked(part: Part, mark: str) -> Drawing:
    return _mark(mark, part.box.w, part.box.h, part.radius, part.ring)


@lru_cache(maxsize=256)  # the few sizes of pieces
def _mark(mark: str, width: float, height: float, radius: float, ring: str) -> Drawing:
    return _drawing(mark_svg(mark, width, height, radius, ring))


def _drawing(svg: str) -> Drawing:
    """SVG as it is sent, in single quotes: JSON must mark each double one by a byte more."""
    sent = svg.replace('"', "'")
    return Drawing(_key(sent), sent)


def _key(content: str) -> str:
    """A short name that depends on the content alone."""
    digest = blake2b(content.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
    return urlsafe_b64encode(digest).decode()


def _short(value: float) -> float:
    """A number without digits that nobody sees."""
    whole = int(value)
    return whole if whole == value else round(value, 1)


def _around(boxes: Sequence[Rectangle], margin: float = _MARGIN) -> Rectangle:
    """The smallest rectangle that holds them all, with a margin."""
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.w for b in boxes), max(b.y + b.h for b in boxes)
    return Rectangle(
        left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
    )


def _still_part(part: Part) -> Group:
    looks = part.box.w, part.box.h, part.radius, part.ring
    marks = [shape for mark in part.marks for shape in mark_shapes(mark, *looks)]
    return Group((*part.art, *marks), at=(part.box.x, part.box.y))
