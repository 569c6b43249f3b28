"""Each of our games says what gestures would bring about."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walked
from ludotheque.games import names


@pytest.mark.parametrize("name", names())
def test_some_gestures_say_what_they_would_bring_about(name: str) -> None:
    painter, words = load(name).game.painter, load(name).words("en")
    assert any(
        painter.outlook(state, gesture.presses, words) is not None
        for state, _ in walked(name, 2, 200)
        for gesture in painter.gestures(state, None)
    )
