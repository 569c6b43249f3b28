"""Gestures as a page is sent them with a step: those that begin alike are written as one tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludotheque.core.scene import Gesture, Typed

Family = dict[str, Any]
_PATTERN = re.compile(r"(?:[^{}]|\{\d\})*")
Ghosts = Mapping[str, tuple[str, str]]
"""By the id of a ghost its look, and the part over which it lies."""
_Kind = tuple[tuple[str, ...], tuple[Any, str] | None, bool]
"""What the presses of a family begin with; the threads and the language of what is typed; whether
the last press is a ghost."""
_Row = tuple[list[str], Gesture]
"""The rests of the presses, and the gesture."""


def families(gestures: Sequence[Gesture], ghosts: Ghosts) -> list[Family]:
    """The gestures in families, in the order in which each family first comes.

    Where the last press is a ghost, its look is the leaf of the tree.
    """
    found: dict[_Kind, list[_Row]] = {}
    for gesture in gestures:
        presses, _, word = gesture
        cut = [press.partition("-") for press in presses]
        typed = None if word is None else (word.threads, word.lang)
        kind = tuple([head + hyphen for head, hyphen, _ in cut]), typed, presses[-1] in ghosts
        found.setdefault(kind, []).append(([rest for *_, rest in cut], gesture))
    return [_family(kind, rows, ghosts) for kind, rows in found.items()]


def _family(kind: _Kind, rows: Sequence[_Row], ghosts: Ghosts) -> Family:
    steps, typed, ghostly = kind
    family: Family = {"steps": steps}
    pattern = _pattern(rows[0][1].action, rows[0][0])
    fits = all(pattern.format(*rests) == gesture.action for rests, gesture in rows)
    if fits:
        family["action"] = pattern
    if typed is not None:
        family["typed"] = {"threads": typed[0], "lang": typed[1]}
    if ghostly:
        assert fits, "the presses of a ghost say what its action is"
        looks = ((rests, ghosts[gesture.presses[-1]][0]) for rests, gesture in rows)
        return {**family, "ghosts": True, "tree": _tree(looks)}
    if fits and typed is None:
        return {**family, "tree": _bare_tree([rests for rests, _ in rows])}
    return {**family, "tree": _tree((rests, _leaf(gesture, fits)) for rests, gesture in rows)}


def _pattern(action: str, rests: Sequence[str]) -> str:
    """The action with numbers in braces for rests of its presses; not always a true one."""
    text = action
    for number in sorted(range(len(rests)), key=lambda n: -len(rests[n])):
        if rests[number] and "{" not in rests[number]:
            text = text.replace(rests[number], f"{{{number}}}", 1)
    return text if _PATTERN.fullmatch(text) else ""


def _leaf(gesture: Gesture, fits: bool) -> Any:
    """What remains to be said of a gesture once its family and its presses are known."""
    if gesture.typed is None:
        return gesture.action
    if not fits:
        return [gesture.action, gesture.typed.initial, gesture.typed.letters]
    return _owed(gesture.typed)


def _owed(typed: Typed) -> Any:
    """The letters of a typed word, its initial first; both apart where that is not so."""
    if typed.letters[:1] == typed.initial:
        return typed.letters
    return [typed.initial, typed.letters]


def _tree(leaves: Iterable[tuple[Sequence[str], Any]]) -> dict[str, Any]:
    """The rests of the presses, level by level, down to the leaves."""
    tree: dict[str, Any] = {}
    for rests, leaf in leaves:
        branch = tree
        for rest in rests[:-1]:
            branch = branch.setdefault(rest, {})
        branch[rests[-1]] = leaf
    return tree


def _bare_tree(rows: Sequence[Sequence[str]]) -> Any:
    """The same where leaves have nothing to say: the last level is a list of rests."""
    if len(rows[0]) == 1:
        return [rests[0] for rests in rows]
    tree: dict[str, Any] = {}
    for rests in rows:
        branch = tree
        for rest in rests[:-2]:
            branch = branch.setdefault(rest, {})
        branch.setdefault(rests[-2], []).append(rests[-1])
    return tree
