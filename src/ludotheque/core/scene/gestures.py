"""Gestures: the parts of a scene that a person presses, in order, to take an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Tree = Any
"""The rests of pressed ids, level by level: nested dicts that end in lists or in leaves."""


class Typed(NamedTuple):
    """A word to type as the last step of a gesture: its initial and the letters it must contain.

    `threads` are lines drawn while the word is typed, each between two parts, given by their index
    in `presses`, and with a named colour; `lang` is the language of the word.
    """

    initial: str = ""
    letters: str = ""
    threads: tuple[tuple[int, int, str], ...] = ()
    lang: str = ""


class Gesture(NamedTuple):
    """The parts to press in order, and the text of the action (if typed, of its beginning)."""

    presses: tuple[str, ...]
    action: str
    typed: Typed | None = None

    def means(self, text: str) -> bool:
        """Whether it makes the action with that text, or begins it if the rest is typed."""
        return text == self.action or (self.typed is not None and text.startswith(self.action))


class Family(NamedTuple):
    """Gestures with the same kinds of presses, as a tree: faster to make and to send than a list.

    `steps` holds the beginning of each pressed id, up to the hyphen; the tree holds the rests.
    `action` is the text of the actions with `{0}`, `{1}`… in place of the first rest, the second
    and so on. If a word is typed at the end, `typed` describes it without its letters, which are
    the leaves of the tree, with the initial first. Other trees end in lists of rests. Ids that
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
    """Every path down a tree of `levels` levels, with its leaf (empty in a list)."""
    if levels == 0:
        yield (), tree
        return
    below = tree.items() if isinstance(tree, dict) else ((rest, "") for rest in tree)
    for rest, branch in below:
        for rests, leaf in _branches(branch, levels - 1):
            yield (rest, *rests), leaf
