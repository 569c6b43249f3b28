"""What lies on the shelf: the lid of a box, and what is printed of the game."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ludotheque.conformance.checks import check_filled
from ludotheque.conformance.drawings import colours_of
from ludotheque.core.kit import Box
from ludotheque.core.reason import Refusal
from ludotheque.core.scene import Scene
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import load_for
from ludotheque.render.live import still
from ludotheque.render.themes import HOUSE


def cover(box: Box, lang: str) -> Scene:
    """The position on the lid."""
    spec, text = box.cover
    game = load_for(spec, lang).round
    try:
        state = game.notation.read_state(text)
    except Refusal as refusal:
        said = box.texts("en").say(refusal.reason)
        pytest.fail(f"the cover “{text}” is no position of {spec}: {said}", pytrace=False)
    return game.scene(state, lang=lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lid_can_be_drawn(box: Box, lang: str) -> None:
    scene = cover(box, lang)
    ET.fromstring(still(scene, close=True))
    undefined = sorted(colours_of(scene) - (HOUSE | scene.palette).day.keys())
    assert not undefined, f"nothing defines the colour “{undefined[0]}” of the cover"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lid_says_for_whom_the_game_is(box: Box, lang: str) -> None:
    for fact in (box.title(lang), box.line(lang), *box.facts(lang)):
        assert fact, f"a fact on the lid is empty in {lang}"
        check_filled(fact)
