"""Every level of every game under every option: its words, its moves."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.core.player import Level
from ludotheque.games import AnyKit
from tests.walk import specs

KITS = {spec: load(spec) for spec in specs()}


@pytest.fixture(params=list(KITS))
def kit(request: pytest.FixtureRequest) -> AnyKit:
    return KITS[request.param]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_level_has_a_name_and_says_what_it_feels_like(kit: AnyKit, lang: str) -> None:
    levels = [kit.level(bot, lang) for bot in kit.bots]
    for bot, level in zip(kit.bots, levels, strict=True):
        assert f"bots.{bot}.name" in kit.box.texts(lang), bot
        assert level.name
        assert 20 < len(level.feels) < 90
        assert level.feels[0].isupper()
        assert level.feels.endswith(".")
    assert len({level.name for level in levels}) == len({level.feels for level in levels})
    assert len({level.feels for level in levels}) == len(levels)


def test_the_words_of_a_level_differ_between_languages(kit: AnyKit) -> None:
    for bot in kit.bots:
        assert kit.level(bot, "fr").feels != kit.level(bot, "en").feels


def test_a_level_that_has_left_the_game_is_called_by_its_key() -> None:
    assert load("plus4").level("grandmaster", "en") == Level("grandmaster", "")
