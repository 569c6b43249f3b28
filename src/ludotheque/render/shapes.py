"""The JSON shapes of a scene; those of everything else that is sent are in `table/shapes.py`.

The client calls `SentArea` just `Area`, a name that is taken in Python.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludotheque.core.scene import Role

PartId = str
Key = str
"""The key of a drawing or a look: a hash of its content, so that its meaning never changes."""

Label = str | tuple[str, str]
"""A label, or its text before and after the part's own name (its id after the first hyphen)."""

SentLook = (
    tuple[Label, Key, float, float]
    | tuple[Label, Key, float, float, Role]
    | tuple[Label, Key, float, float, Role, float]
    | tuple[Label, Key, float, float, Role, float, str]
)
"""The label and the look of a part, wherever it lies.

Label, key of the drawing (empty without one), width and height; then role, radius and ring, as far
as they differ from the defaults.
"""

SentPart = (
    tuple[PartId, Key, float, float]
    | tuple[PartId, Key, float, float, tuple[Key, ...]]
    | tuple[PartId, Key, float, float, tuple[Key, ...], PartId]
)
"""A part: its id, look, x and y, the drawings of its marks, and its id before it moved."""

NewPart = (
    tuple[int, PartId, Key, float, float]
    | tuple[int, PartId, Key, float, float, tuple[Key, ...]]
    | tuple[int, PartId, Key, float, float, tuple[Key, ...], PartId]
)
"""A new part, preceded by its index among the parts of its area."""

Ghosts = dict[PartId, tuple[Key, PartId]]
"""The looks of ghosts, and the parts over which they lie; they are drawn after all other parts."""


class AreaFrame(TypedDict):
    """An area without its contents; `box` is left, top, width and height in its own units.

    If it is `sideways`, a page may turn it, with its foot at the left and its letters upright.
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
    """What changed in an area; parts are removed, changed, added and sorted, in this order."""

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
    """The new and changed areas by name, and the order of all if any were added or removed."""

    areas: dict[str, SentArea | SentAreaChange]
    order: list[str]


class SentPrompt(TypedDict):
    """What to do now and why; `tip` is for a person's first games of a kind."""

    do: str
    why: str
    tip: str


class SentStepPrompt(TypedDict):
    """What to do after some presses; if `one` or `only` is missing, the form before it applies.

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
"""Prompts by the beginnings of the ids pressed so far, such as "pawn square"."""

Leaf = str
"""What a gesture has besides its presses: the letters of its word, or the look of a ghost."""

FamilyTree = dict[str, "FamilyTree"] | list[str] | Leaf
"""One level for each press; the last level is a list if it has no leaves."""


class TypedEnd(TypedDict):
    """How a word is typed at the end: lines drawn meanwhile, and its language.

    Each of `threads` joins two presses, given by their index in the gesture, with a colour.
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
    """What parts and prompts refer to by key, without what the page already has."""

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
