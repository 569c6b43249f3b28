"""The lid of a box, and the pieces of the game to print."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ludotheque.conformance.checks import check_filled
from ludotheque.conformance.drawings import check_colours, check_scene
from ludotheque.conformance.positions import look_at
from ludotheque.core.kit import Box
from ludotheque.core.reason import Refusal
from ludotheque.core.scene import Scene
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import load_for
from ludotheque.render.live import still


def cover(box: Box, lang: str) -> Scene:
    """The scene on the lid."""
    spec, text = box.cover
    kit = load_for(spec or box.name, lang)
    try:
        state = kit.round.notation.read_state(text) if text else kit.round.initial()
    except Refusal as refusal:
        said = box.texts("en").say(refusal.reason)
        pytest.fail(f"the cover “{text}” is not a position of {spec}: {said}", pytrace=False)
    look_at(kit, state, bare=True)
    return kit.round.scene(state, lang=lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lid_can_be_drawn(box: Box, lang: str) -> None:
    scene = cover(box, lang)
    check_scene(scene)
    try:
        picture = still(scene, close=True)
    except Exception as error:
        raise AssertionError("the lid cannot be drawn with this cover") from error
    ET.fromstring(picture)


def test_what_is_printed_can_be_drawn(box: Box) -> None:
    """A game need not have anything to print."""
    made = load_for(box.name, "en").print_set("en")
    if made is None:
        return
    for group in made.groups:
        assert group.pieces, f"there are no pieces under the heading “{group.label}”"
        for piece in group.pieces:
            check_colours(piece.art, made.symbols, made.palette, piece.bleed)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lid_says_for_whom_the_game_is(box: Box, lang: str) -> None:
    for fact in (box.title(lang), box.line(lang), *box.facts(lang)):
        assert fact, f"a fact on the lid is empty in {lang}"
        check_filled(fact)
