"""The shapes of a scene as pages are sent it; `table/shapes.py` has those of everything else.

The client calls `Area` what is called `SentArea` here, because Python knows another Area.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludotheque.core.scene import Role

PartId = str
Key = str
"""The name of a drawing or a look: a hash of its content, so that it never changes its meaning."""

Label = str | tuple[str, str]
"""A label, or what stands in it before and after the own name of the part: the rest of its id."""

SentLook = (
    tuple[Label, Key, float, float]
    | tuple[Label, Key, float, float, Role]
    | tuple[Label, Key, float, float, Role, float]
    | tuple[Label, Key, float, float, Role, float, str]
)
"""What a part looks like and is called, wherever it lies.

Label, key of the drawing (or nothing), width and height; role, radius and ring, the last three only
as far as they are unusual.
"""

SentPart = (
    tuple[PartId, Key, float, float]
    | tuple[PartId, Key, float, float, tuple[Key, ...]]
    | tuple[PartId, Key, float, float, tuple[Key, ...], PartId]
)
"""A part: its look, x and y, the drawings on top of its own, and which part it was before."""

NewPart = (
    tuple[int, PartId, Key, float, float]
    | tuple[int, PartId, Key, float, float, tuple[Key, ...]]
    | tuple[int, PartId, Key, float, float, tuple[Key, ...], PartId]
)
"""A part that came, after its place among those of its area."""

Ghosts = dict[PartId, tuple[Key, PartId]]
"""The looks of ghosts, and the parts over which they lie; they are drawn after all other parts."""


class AreaFrame(TypedDict):
    """An area without what lies in it; `box` is left, top, width and height in its own units.

    One that may lie `sideways` has its foot at the left then, its letters upright.
    """

    name: str
    label: str
    box: tuple[float, float, float, float]
    endless: bool
    sideways: bool


class SentArea(AreaFrame):
    """A region of the table, with what is drawn below and above its parts."""

    below: list[Key]
    above: list[Key]
    parts: list[SentPart]


class SentAreaChange(TypedDict, total=False):
    """What changed in an area; parts go, change, come and are sorted, in this order."""

    label: str
    box: tuple[float, float, float, float]
    endless: bool
    sideways: bool
    below: list[Key]
    above: list[Key]
    gone: list[PartId]
    changed: list[SentPart]
    came: list[NewPart]
    sorted: list[PartId]


class SceneChanges(TypedDict, total=False):
    """The areas that came or changed, by name, and the order of all if any came or went."""

    areas: dict[str, SentArea | SentAreaChange]
    order: list[str]


class SentPrompt(TypedDict):
    """What to do now and why; `tip` is for a person's first games of a kind."""

    do: str
    why: str
    tip: str


class SentStepPrompt(TypedDict):
    """What to do after some presses: where `one` or `only` is missing, the form before it holds.

    The page fills in {n}, {last}, {L} and {letters}; `play`, `turn` and `back` are labels of
    buttons.
    """

    many: SentPrompt
    one: NotRequired[SentPrompt]
    only: NotRequired[SentPrompt]
    play: NotRequired[str]
    turn: NotRequired[str]
    back: NotRequired[str]


StepPrompts = dict[str, SentStepPrompt]
"""By what the presses so far begin with, such as "pawn square"."""

Leaf = str
"""What there is to say of a gesture besides its presses: the letters owed, the look of a ghost."""

FamilyTree = dict[str, "FamilyTree"] | list[str] | Leaf
"""One level for each press; where nothing is said below a level, it is a list."""


class TypedEnd(TypedDict):
    """How a word is typed at the end: lines drawn meanwhile, and its language.

    `threads` join presses by their places in the gesture, in a colour.
    """

    threads: tuple[tuple[int, int, str], ...]
    lang: str


class SentFamily(TypedDict):
    """Gestures whose presses begin alike; `{0}` in the action is the rest of the first press."""

    steps: tuple[str, ...]
    action: str
    tree: FamilyTree
    typed: NotRequired[TypedEnd]
    ghosts: NotRequired[Literal[True]]


class Scenery(TypedDict, total=False):
    """What parts and prompts refer to by key, as far as the page has not been sent it."""

    symbols: dict[str, str]
    drawings: dict[Key, str]
    looks: dict[Key, SentLook]
    prompts: dict[Key, StepPrompts]


class WholeScene(TypedDict):
    """All areas of a scene, and everything that their parts refer to."""

    symbols: dict[str, str]
    drawings: dict[Key, str]
    looks: dict[Key, SentLook]
    areas: list[SentArea]
    ghosts: Ghosts
