"""Every level of every game under every option: its words, its moves."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.player import Level
from ludotheque.games import AnyKit, names
from tests.walk import specs, walk

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


def decisions(kit: AnyKit, seed: int, most: int) -> list[Any]:
    """Positions of a random game in which somebody is to decide, evenly spread."""
    game = kit.game.rules
    found = [s for s, a in walk(game, Random(seed)) if a is not None and game.turn(s) is not None]
    return found[:: -(-len(found) // most)]


@pytest.mark.parametrize("name", names())
def test_a_level_is_legal_and_the_same_given_the_same_seed(name: str) -> None:
    kit, again = load(name), load(name)
    for state in decisions(kit, 3, 2)[1:]:
        for bot, player in kit.bots.items():
            action = player.choose(kit.game, state, Random(7))
            assert kit.game.refusal(state, action) is None, bot
            assert again.bots[bot].choose(again.game, state, Random(7)) == action, bot


def kept_bytes(name: str) -> int:
    """What the levels of a game keep of two positions, after they have thought about two others."""
    kit = load(name)
    first, second, *others = decisions(kit, 1, 4)
    assert len(others) == 2

    def evening(positions: list[Any]) -> int:
        for state in positions:
            for player in kit.bots.values():
                player.choose(kit.game, state, Random(5))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    evening([first])
    tracemalloc.start()
    before = evening([second])
    return evening(others) - before


@pytest.mark.parametrize("name", names())
def test_no_level_keeps_what_it_thought(name: str) -> None:
    """A long evening in one process: what is kept is bounded, and small from move to move.

    In a process of its own: the bounded caches of this one hold what other tests asked for, and
    what takes its place would count as kept.
    """
    asked = f"from {__name__} import kept_bytes; print(kept_bytes({name!r}))"
    alone = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(alone.stdout) < 100_000 + 5_000 * len(load(name).bots)
