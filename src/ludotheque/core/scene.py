"""A board described once, for the browser, picture files, the terminal and screen readers.

A `Scene` is areas (the board, a hand, the others' hands) of named parts. A part has a place, a
drawing in a few primitive shapes whose colours are names, the same in characters, and a spoken
label. Every action a person can take is a `Gesture`: the parts pressed in order. A `Viewpoint` is
what a scene depends on besides the position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeVar, TypeVarTuple

from ludotheque.core.game import A, Game, Outcome, S, Seat
from ludotheque.core.reason import Reason
from ludotheque.core.texts import Texts

SEAT_LETTERS = "ABCDEF"
SEAT_SIGNS = "●▲■◆★⬟"

_Asked = TypeVarTuple("_Asked")
_Made = TypeVar("_Made")

# A ghost shows only once it can be pressed; a trace only moves and is never pressed.
Role = Literal["piece", "place", "button", "ghost", "trace", "counter"]
Mark = Literal["last", "refused", "lit", "chosen"]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Where something lies and how large it is, in the units of its area."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Paint:
    """The names of the colours (or textures) of a surface and of its edge."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Rect:
    """A drawn rectangle with rounded corners."""

    box: Rectangle
    paint: Paint
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or a ring."""

    x: float
    y: float
    r: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """Any line or outline, in SVG's path language; its ends are round unless `butt`."""

    d: str
    paint: Paint
    butt: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A few words on one line; `anchor` says which point of the line stands at x."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "ink"
    anchor: Literal["start", "middle", "end"] = "start"
    serif: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A drawing of `Scene.symbols`: its origin at that place, scaled, turned about it clockwise."""

    symbol: str
    scale: float = 1
    at: tuple[float, float] = (0, 0)
    turn_degrees: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together: lifted by a shadow, moved, cut to a rectangle, or faint."""

    shapes: tuple[Shape, ...]
    shadow: Literal["", "soft", "lift"] = ""
    clip: Rectangle | None = None
    at: tuple[float, float] = (0, 0)
    faint: bool = False

    def __hash__(self) -> int:
        """Looks at the first shape and the last only: a group may be a whole board of letters."""
        return hash((self.shapes[:1], self.shapes[-1:], len(self.shapes), self.at))


Shape = Rect | Circle | Path | Text | Use | Group


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
    when it can be pressed; `radius` rounds the corners of that outline.
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

    def __hash__(self) -> int:
        """Looks at the names only: drawings are deep, and parts many."""
        return hash((self.id, self.label, self.marks, self.was))


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the table with its own units; an endless one can be panned and zoomed.

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


class Typed(NamedTuple):
    """A word to type as the last step of a gesture: its initial and the letters it must contain.

    `threads` are lines drawn while the word is typed, each between two parts given by their place
    in `presses`; `lang` is the language of the word.
    """

    initial: str = ""
    letters: str = ""
    threads: tuple[tuple[int, int], ...] = ()
    lang: str = ""


class Gesture(NamedTuple):
    """The parts pressed in order, and the text of the action (of its beginning, if typed)."""

    presses: tuple[str, ...]
    action: str
    typed: Typed | None = None


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

    The status is the whole line above the board; the note is what remains of it for a page that
    says by itself whose turn it is. The symbols are all that the scenes of its game use: a page is
    sent them once.
    """

    title: str
    status: str
    lang: str
    areas: tuple[Area, ...]
    gestures: tuple[Gesture, ...] = ()
    symbols: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    palette: Palette = Palette()
    note: str = ""

    def parts(self) -> Iterator[Part]:
        """Every part of every area."""
        for area in self.areas:
            yield from area.parts


@dataclass(frozen=True)
class Viewpoint(Generic[S, A]):
    """Who looks at a position, in which words, and what happened just before.

    `seat` is None for an onlooker, who is shown the gestures of the player to move. `after` is the
    state before and the action that led here, so that what moved says where it was; `refused` is
    an action that was tried in vain, shown crossed out; `standing` is the points of each seat from
    the rounds before, if there were any. `offers` says whether what the seat can do is wanted:
    without it there are no gestures and no ghosts, and no legal actions are looked for.
    """

    words: Texts
    seat: Seat | None = None
    after: tuple[S, A] | None = None
    refused: A | None = None
    standing: tuple[int, ...] = ()
    offers: bool = True


class Painter(ABC, Generic[S, A]):
    """Describes the positions of one game under one set of options."""

    @abstractmethod
    def scene(self, state: S, viewpoint: Viewpoint[S, A]) -> Scene:
        """The position as it looks from there."""

    @abstractmethod
    def gestures(self, state: S, seat: Seat | None) -> tuple[Gesture, ...]:
        """What that seat can do, as `scene` offers it, without anything being drawn."""

    def note(self, state: S, words: Texts) -> str:
        """The note of the scene, without anything being drawn; most games have none."""
        del state, words
        return ""

    @abstractmethod
    def tell(self, state: S, action: A, words: Texts) -> str:
        """What the action does in this state, in a sentence."""

    @abstractmethod
    def instruct(self, state: S, action: A, words: Texts) -> str:
        """How to take that action, said to the player to move."""

    @abstractmethod
    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """The legal action that these presses make, why they make none, or None if they go on.

        Presses that are followed by typing go on.
        """


class LastMade(Generic[*_Asked, _Made]):
    """A function that gives again what it made last, if it is asked for the same.

    The scenes of a state are drawn one after the other, so what all seats share is made once.
    Nothing is hashed, as `lru_cache` would: states are slow to hash, and quick to tell apart.
    Threads that get into each other's way make a thing twice, and never get the wrong one.
    """

    def __init__(self, make: Callable[[*_Asked], _Made]) -> None:
        """Has made nothing yet."""
        self._make = make
        self._last: tuple[tuple[object, ...], _Made] | None = None

    def __call__(self, *asked: *_Asked) -> _Made:
        """What the function makes of these values, compared by equality: equals look alike."""
        last = self._last
        if last is not None and last[0] == asked:
            return last[1]
        made = self._make(*asked)
        self._last = asked, made
        return made


def actions_offered(game: Game[S, A], state: S, seat: Seat | None) -> Sequence[A]:
    """The actions that this seat may take now: none out of turn, none of chance."""
    mover = game.turn(state)
    return () if mover is None or seat not in (None, mover) else game.actions(state)


def judged(game: Game[S, A], state: S, action: A) -> A | Reason:
    """The action if the rules allow it, otherwise why not."""
    return game.refusal(state, action) or action


def result(end: Outcome, words: Texts) -> str:
    """Which of two players won, or that it is a draw."""
    return words("won", seat=words.seat(end.winners[0])) if end.winners else words("drawn")
