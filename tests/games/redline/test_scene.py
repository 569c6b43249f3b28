"""The scene of Redline: what is drawn alike is said alike."""

from __future__ import annotations

from random import Random

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.scene import Part

KIT = load("redline")


def ghosts() -> list[Part]:
    parts = (
        part
        for state, _ in walk(KIT.round.rules, Random(3))
        for part in KIT.round.scene(state, lang="en").parts()
    )
    return [part for part in parts if part.role == "ghost"]


def test_a_ghost_is_called_by_how_the_tile_lies_wherever_it_lies() -> None:
    """The square was pressed before it, so that a lying tile has one label and one drawing."""
    looks = {(part.label, part.art) for part in ghosts()}
    lying = {part.id.removeprefix("ghost-").partition("@")[0] for part in ghosts()}
    assert len(looks) == len(lying) < len({part.id for part in ghosts()})
    assert {label.partition(",")[0] for label, _ in looks} == {"yellow", "blue"}
