"""The end of a single round, which figures, lessons and problems show without a series."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import deque
from random import Random
from typing import Any

import pytest

from ludotheque.conformance.checks import check_filled, check_prompt, check_reason
from ludotheque.conformance.positions import look_at
from ludotheque.conformance.walking import walk
from ludotheque.core.caching import cache_of_large
from ludotheque.core.scene import Viewpoint
from ludotheque.core.texts import LANGUAGES, NO_PROMPT
from ludotheque.games import AnyKit
from ludotheque.render import to_svg, to_text

Last = tuple[Any, Any, Any]
"""The last state before the end, the action that led to the end, and the end."""


def last_step(kit: AnyKit) -> Last:
    """The last step of a random round; its end is set as the position to report."""
    before, action, end = played_out(kit)
    look_at(kit, end, bare=True)
    return before, action, end


@cache_of_large(1)  # the tests of one kit run one after the other
def played_out(kit: AnyKit) -> Last:
    (before, action), (end, _) = deque(walk(kit.round.rules, Random(kit.spec)), maxlen=2)
    return before, action, end


def test_the_end_of_a_round_has_an_outcome(kit: AnyKit) -> None:
    *_, end = last_step(kit)
    outcome = kit.round.outcome(end)
    assert outcome is not None, "there are no actions, but the round is not over"
    assert kit.round.turn(end) is None, "the round is over, but a player is to move"
    assert len(outcome.returns) == len(outcome.points) == kit.round.seats
    check_reason(kit, outcome.reason)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_of_a_round_is_drawn_for_everybody(kit: AnyKit, lang: str) -> None:
    before, action, end = last_step(kit)
    for seat in (None, *range(kit.round.seats)):
        scene = kit.round.scene(end, seat, lang, after=(before, action))
        assert scene.status, f"the end has no status in {lang}"
        check_filled(scene.status)
        assert not scene.gestures, "the round is over, but there are gestures"
        ET.fromstring(to_svg(scene))
        assert scene.status in to_text(scene), "the drawing in characters lacks the status"
        assert kit.round.scene(end, seat, lang).status == scene.status


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_of_a_round_is_put_into_words(kit: AnyKit, lang: str) -> None:
    before, action, end = last_step(kit)
    check_filled(kit.round.tell(before, action, lang))
    painter, words = kit.round.painter, kit.words(lang)
    for seat in (None, *range(kit.round.seats)):
        prompt = painter.prompt(end, seat, words)
        if prompt != NO_PROMPT:
            check_prompt(prompt)
        without = painter.scene(end, Viewpoint(words, seat, offers=False))
        assert without.status, f"the end has no status in {lang} when nothing is offered"
