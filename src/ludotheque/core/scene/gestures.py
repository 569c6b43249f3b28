"""What a person can do at a table, as the parts of a scene that are pressed in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Tree = Any
"""Rests of presses, level by level: an object of branches, at the end a list or the leaves."""


class Typed(NamedTuple):
    """A word to type as the last step of a gesture: its initial and the letters it must contain.

    `threads` are lines drawn while the word is typed, each between two parts given by their place
    in `presses`, in the colour of that name; `lang` is the language of the word.
    """

    initial: str = ""
    letters: str = ""
    threads: tuple[tuple[int, int, str], ...] = ()
    lang: str = ""


class Gesture(NamedTuple):
    """The parts pressed in order, and the text of the action (of its beginning, if typed)."""

    presses: tuple[str, ...]
    action: str
    typed: Typed | None = None

    def means(self, text: str) -> bool:
        """Whether it makes the action with that text, or begins it where the rest is typed."""
        return text == self.action or (self.typed is not None and text.startswith(self.action))


class Family(NamedTuple):
    """Gestures whose presses begin alike, as a tree: quicker to make and to send than a list.

    `steps` is what each press begins with, up to the hyphen in its id; the tree holds the rests.
    `action` is the text of the actions with `{0}`, `{1}`… in the place of the first rest, the
    second and so on. Where a word is typed at the end, `typed` is all of it but the letters; those
    are the leaves of the tree, the initial first. Other trees end with lists of rests. Presses that
    begin with `ghost-` are ghosts of the scene.
    """

    steps: tuple[str, ...]
    action: str
    tree: Tree
    typed: Typed | None = None

    def gestures(self) -> Iterator[Gesture]:
        """The gestures one by one."""
        for rests, letters in _branches(self.tree, len(self.steps)):
            presses = tuple([step + rest for step, rest in zip(self.steps, rests, strict=True)])
            typed = self.typed and self.typed._replace(initial=letters[0], letters=letters)
            yield Gesture(presses, self.action.format(*rests), typed)


def gestures_of(families: Sequence[Family]) -> tuple[Gesture, ...]:
    """All gestures of these families, one by one."""
    return tuple([gesture for family in families for gesture in family.gestures()])


def _branches(tree: Tree, levels: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every way down a tree of so many levels, with what its leaf says."""
    if levels == 0:
        yield (), tree
        return
    below = tree.items() if isinstance(tree, dict) else ((rest, "") for rest in tree)
    for rest, branch in below:
        for rests, leaf in _branches(branch, levels - 1):
            yield (rest, *rests), leaf
