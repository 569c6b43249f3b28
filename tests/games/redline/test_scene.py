"""The scene of Redline: parts that look alike have the same description."""

from __future__ import annotations

from random import Random

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.scene import Part, Text, Viewpoint
from ludotheque.games.redline import art
from ludotheque.games.redline.rules import in_reserve

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


def test_a_new_alignment_is_shown_from_end_to_end_and_an_old_one_is_not() -> None:
    game = KIT.round
    before = game.notation.read_state("Y1@0,0 Y37@0,2 B567@1,1 / Y0 Y04 | B1 / 0 last=B placed=1")
    place = next(a for a in game.actions(before) if game.notation.write_action(a).endswith("@0,1"))
    shown = game.scene(game.apply(before, place), lang="en", after=(before, place))
    board = next(area for area in shown.areas if area.name == "board")
    line = art.alignment((0, 0), (0, 2))
    assert line in board.overlay
    later = game.scene(game.apply(before, place), lang="en")
    assert line not in next(area for area in later.areas if area.name == "board").overlay


def test_the_rack_is_yours_unless_the_screen_is_shared() -> None:
    painter, words = KIT.round.painter, KIT.words("fr", ["Léa", "Tom"])
    state = next(state for state, _ in walk(KIT.round.rules, Random(3)))
    for own, label in ((True, "Votre main"), (False, "Main de Tom")):
        shown = painter.scene(state, Viewpoint(words, 1, own=own))
        assert next(area.label for area in shown.areas if area.name == "hand") == label


def test_the_reserve_is_counted_at_the_end_of_the_rack_and_is_no_pile_once_empty() -> None:
    counts = set()
    for state, _ in walk(KIT.round.rules, Random(3)):
        left = in_reserve(state)
        rack = next(area for area in KIT.round.scene(state, lang="en").areas if area.name == "hand")
        (pile,) = (part for part in rack.parts if part.id == "reserve")
        assert pile.label == f"Reserve: {left}"
        assert any(isinstance(drawn, Text) and drawn.text == pile.label for drawn in rack.backdrop)
        assert len(pile.art) == min(3, left)
        counts.add(left)
    assert len(counts) > 10
