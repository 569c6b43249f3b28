"""The areas of a table, their named parts, and the scene that they make up."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ludotheque.core.scene.gestures import Family, Gesture, gestures_of
from ludotheque.core.scene.shapes import Rectangle, Shape, Symbols, around
from ludotheque.core.texts import NO_PROMPT, NO_STEPS, Prompt, Steps

# A ghost is visible only while it can be pressed; a trace only moves and cannot be pressed.
Role = Literal["piece", "place", "button", "ghost", "trace", "counter"]
Mark = Literal["last", "decisive", "refused", "lit", "chosen"]


@dataclass(frozen=True, slots=True)
class Ink:
    """A part or a caption in text characters, with its upper left at this column and row."""

    column: int
    row: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Something on the table that has a name and can be pressed, moved or looked at.

    `was` is the id that it had before it moved. `ring` is the colour of the outline around it
    when it can be pressed; `radius` rounds the corners of that outline. `sent` is where `render`
    caches what it sends to pages, because painters reuse most parts.
    """

    id: str
    label: str
    box: Rectangle
    art: tuple[Shape, ...] = ()
    ink: Ink | None = None
    role: Role = "piece"
    marks: tuple[Mark, ...] = ()
    was: str | None = None
    radius: float = 8
    ring: str = "ink"
    sent: Any = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """Ignores the drawing, which is slow to hash."""
        return hash((self.id, self.label, self.marks, self.was))


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the table with its own units; an endless one can be panned and zoomed.

    A page can turn a `sideways` area so that its foot is at the left, with upright letters. The
    parts lie on the scenery, and the scenery on the backdrop, which a close-up leaves out.
    """

    name: str
    label: str
    box: Rectangle
    parts: tuple[Part, ...] = ()
    backdrop: tuple[Shape, ...] = ()
    overlay: tuple[Shape, ...] = ()
    captions: tuple[Ink, ...] = ()
    endless: bool = False
    scenery: tuple[Shape, ...] = ()
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a game by name, by day and by night."""

    day: Mapping[str, str] = field(default_factory=dict)
    night: Mapping[str, str] = field(default_factory=dict)

    def __or__(self, other: Palette) -> Palette:
        """Merges two palettes; the colours of the other one win."""
        return Palette({**self.day, **other.day}, {**self.night, **other.night})


@dataclass(frozen=True, slots=True)
class Scene:
    """One position as a person sees it, from the point of view of a seat, in one language.

    `status` is the line above a picture of it. `prompt` tells the seat what to do now, `steps` what
    to do during a gesture; a series sets both (`core/series/scene.py`). `symbols` holds all symbols
    of the scenes of a game, because a page receives them only once, as it does the steps. `ghosts`
    are parts, by id, that show how a piece would lie on the board. They belong to no area, so that
    the areas are the same for all seats.
    """

    title: str
    status: str
    lang: str
    areas: tuple[Area, ...]
    offers: tuple[Family, ...] = ()
    symbols: Symbols = field(default_factory=dict)
    palette: Palette = Palette()
    prompt: Prompt = NO_PROMPT
    steps: Steps = NO_STEPS
    ghosts: Mapping[str, Part] = field(default_factory=dict)

    @property
    def gestures(self) -> tuple[Gesture, ...]:
        """All gestures of the offers, one by one."""
        return gestures_of(self.offers)

    def parts(self) -> Iterator[Part]:
        """Every part of every area, and every ghost."""
        for area in self.areas:
            yield from area.parts
        yield from self.ghosts.values()

    def marked(self, names: Container[str], mark: Mark) -> Scene:
        """The same scene with this as the only mark on the parts with these ids."""
        areas = (replace(a, parts=tuple(marked(a.parts, names, mark))) for a in self.areas)
        return replace(self, areas=tuple(areas))

    def cut(self, places: Container[str]) -> Scene:
        """The same scene with only the part of the board around the parts at these places.

        A place is what a part is named after: `a1` is that of `square-a1` and of `pawn-a1`.
        """
        return replace(
            self, areas=tuple(_cut(a, places) if a.name == "board" else a for a in self.areas)
        )


def _cut(area: Area, places: Container[str]) -> Area:
    """The area around the parts at these places, up to any edge of the board that they reach."""
    around_them = around([p.box for p in area.parts if p.id.partition("-")[2] in places])
    left, top, right, bottom = _sides(around_them)
    centres = [(p.box.x + p.box.w / 2, p.box.y + p.box.h / 2) for p in area.parts]
    whole = _sides(area.box)
    left = left if any(x < left for x, _ in centres) else whole[0]
    top = top if any(y < top for _, y in centres) else whole[1]
    right = right if any(x > right for x, _ in centres) else whole[2]
    bottom = bottom if any(y > bottom for _, y in centres) else whole[3]
    kept = [
        part
        for part, (x, y) in zip(area.parts, centres, strict=True)
        if left < x < right and top < y < bottom
    ]
    box = Rectangle(left, top, right - left, bottom - top)
    return replace(area, box=box, parts=tuple(kept), captions=tuple(_kept_captions(area, kept)))


def _sides(box: Rectangle) -> tuple[float, float, float, float]:
    return box.x, box.y, box.x + box.w, box.y + box.h


def _kept_captions(area: Area, kept: Sequence[Part]) -> Iterator[Ink]:
    """The captions between the characters that are kept, and at any edge that these reach."""
    all_inks, inks = ([p.ink for p in parts if p.ink] for parts in (area.parts, kept))
    rows, columns = ({ink.row for ink in inks}, {ink.column for ink in inks})
    gone_rows = {ink.row for ink in all_inks} - rows
    gone_columns = {ink.column for ink in all_inks} - columns
    for caption in area.captions:
        if not _lies_beyond(caption.row, rows, gone_rows) and not _lies_beyond(
            caption.column, columns, gone_columns
        ):
            yield caption


def _lies_beyond(at: int, kept: set[int], gone: set[int]) -> bool:
    """Whether a removed row (or column) is at `at`, or between `at` and those that are kept."""
    low, high = min(kept), max(kept)
    return any(at <= other < low or high < other <= at for other in gone)


def marked(parts: Iterable[Part], names: Container[str], mark: Mark) -> list[Part]:
    """The same parts, with this as the only mark on those with these ids."""
    return [replace(part, marks=(mark,)) if part.id in names else part for part in parts]
