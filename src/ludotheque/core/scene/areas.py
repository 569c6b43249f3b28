"""What lies on a table: areas of named parts, and the scene that they make."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ludotheque.core.scene.gestures import Family, Gesture, gestures_of
from ludotheque.core.scene.shapes import Rectangle, Shape, Symbols
from ludotheque.core.texts import NO_PROMPT, NO_STEPS, Prompt, Steps

# A ghost shows only once it can be pressed; a trace only moves and is never pressed.
Role = Literal["piece", "place", "button", "ghost", "trace", "counter"]
Mark = Literal["last", "decisive", "refused", "lit", "chosen"]


@dataclass(frozen=True, slots=True)
class Ink:
    """A part or a caption in characters, its upper left at a column and a row of the area."""

    column: int
    row: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Something on the table that has a name and can be pressed, moved or looked at.

    `was` is the id that it had before it moved. `ring` is the colour of the outline around it
    when it can be pressed; `radius` rounds the corners of that outline. `sent` is what pages are
    sent of it, which `render` leaves there: painters use most parts again and again.
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
        """Looks at the names only: drawings are deep, and parts many."""
        return hash((self.id, self.label, self.marks, self.was))


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the table with its own units; an endless one can be panned and zoomed.

    A page may lay one that can lie `sideways` with its foot at the left, letters upright.
    Below the parts lie the backdrop, then the scenery, which a close-up of the pieces shows too.
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
    """What the names of a game's colours mean by day and by night."""

    day: Mapping[str, str] = field(default_factory=dict)
    night: Mapping[str, str] = field(default_factory=dict)

    def __or__(self, other: Palette) -> Palette:
        """Both; the other's colours prevail."""
        return Palette({**self.day, **other.day}, {**self.night, **other.night})


@dataclass(frozen=True, slots=True)
class Scene:
    """One position as a person sees it, from the point of view of a seat, in one language.

    The status is the line above a picture of it. The prompt says to the seat what to do now, the
    steps what to do in the course of a gesture; a match puts both in (`core/series/scene.py`). The
    symbols are all that the scenes of its game use: a page is sent them once, and the steps too.
    Ghosts are parts of the board, by their id, that show how something would lie there; they are no
    parts of an area, so that what all seats see is the same to all.
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
        """Everything that can be done, one by one."""
        return gestures_of(self.offers)

    def parts(self) -> Iterator[Part]:
        """Every part of every area, and every ghost."""
        for area in self.areas:
            yield from area.parts
        yield from self.ghosts.values()

    def marked(self, names: Container[str], mark: Mark) -> Scene:
        """The same scene with that mark, and no other, on the parts of these names."""

        def with_mark(part: Part) -> Part:
            return replace(part, marks=(mark,)) if part.id in names else part

        areas = (replace(area, parts=tuple(map(with_mark, area.parts))) for area in self.areas)
        return replace(self, areas=tuple(areas))
