"""Gestures as a page is sent them with a step: those that begin alike are written as one tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.scene import Gesture, Typed

Family = dict[str, Any]
Ghosts = Mapping[str, tuple[str, str]]
"""By the id of a ghost its look, and the part over which it lies."""
_Kind = tuple[tuple[str, ...], tuple[Any, str] | None, bool]
"""What the presses of a family begin with; the threads and the language of what is typed; whether
the last press is a ghost."""
_Row = tuple[tuple[str, ...], Gesture]
"""The rests of the presses, and the gesture."""


def families(gestures: Sequence[Gesture], ghosts: Ghosts) -> list[Family]:
    """The gestures in families, in the order in which each family first comes.

    Where the last press is a ghost, its look is the leaf of the tree.
    """
    found: dict[_Kind, list[_Row]] = {}
    for gesture in gestures:
        cut = [_cut(press) for press in gesture.presses]
        word = gesture.typed
        typed = None if word is None else (word.threads, word.lang)
        kind = (tuple(head for head, _ in cut), typed, gesture.presses[-1] in ghosts)
        found.setdefault(kind, []).append((tuple(rest for _, rest in cut), gesture))
    return [_family(kind, rows, ghosts) for kind, rows in found.items()]


def _cut(press: str) -> tuple[str, str]:
    """The kind of a part, with its hyphen, and the rest of its name."""
    head, hyphen, rest = press.partition("-")
    return head + hyphen, rest


def _family(kind: _Kind, rows: Sequence[_Row], ghosts: Ghosts) -> Family:
    steps, typed, ghostly = kind
    pattern = _pattern(*rows[0])
    fits = all(pattern.format(*rests) == gesture.action for rests, gesture in rows)
    family: Family = {"steps": steps}
    if fits:
        family["action"] = pattern
    if typed is not None:
        family["typed"] = {"threads": typed[0], "lang": typed[1]}
    if ghostly:
        family["ghosts"] = True
        looks = [(rests, ghosts[gesture.presses[-1]][0]) for rests, gesture in rows]
        return {**family, "tree": _tree(looks, bare=False)}
    leaves = [(rests, _leaf(gesture, fits)) for rests, gesture in rows]
    return {**family, "tree": _tree(leaves, bare=fits and typed is None)}


def _pattern(rests: Sequence[str], gesture: Gesture) -> str:
    """The text of an action with numbers in braces for what stands in its presses too."""
    text = gesture.action.replace("{", "{{").replace("}", "}}")
    for number in sorted(range(len(rests)), key=lambda n: -len(rests[n])):
        if rests[number]:
            text = text.replace(rests[number], f"{{{number}}}", 1)
    return text


def _leaf(gesture: Gesture, fits: bool) -> Any:
    """What remains to be said of a gesture once its family and its presses are known."""
    if gesture.typed is None:
        return None if fits else gesture.action
    if not fits:
        return [gesture.action, gesture.typed.initial, gesture.typed.letters]
    return _owed(gesture.typed)


def _owed(typed: Typed) -> Any:
    if typed.letters and typed.initial == typed.letters[0]:
        return typed.letters
    return [typed.initial, typed.letters]


def _tree(leaves: Sequence[tuple[tuple[str, ...], Any]], *, bare: bool) -> Any:
    """The rests of the presses, level by level; the last level is a list if leaves are bare."""
    if len(leaves[0][0]) == 1:
        return [rests[0] for rests, _ in leaves] if bare else {r[0]: leaf for r, leaf in leaves}
    branches: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for (first, *more), leaf in leaves:
        branches.setdefault(first, []).append((tuple(more), leaf))
    return {first: _tree(below, bare=bare) for first, below in branches.items()}
