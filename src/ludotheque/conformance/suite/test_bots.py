"""The bots of every game under every option: their descriptions and their moves."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from random import Random
from typing import Any

import pytest

from ludotheque.conformance.positions import look_at
from ludotheque.conformance.walking import walk
from ludotheque.core.kit import Box
from ludotheque.games import AnyKit, load


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_level_has_a_name_and_says_what_it_feels_like(kit: AnyKit, lang: str) -> None:
    levels = [kit.level(bot, lang) for bot in kit.bots]
    for bot, level in zip(kit.bots, levels, strict=True):
        named = f"bots.{bot}.name" in kit.box.texts(lang)
        assert named, f"the level “{bot}” has no name in {lang}"
        assert level.name
        whole = level.feels[:1].isupper() and level.feels.endswith(".")
        assert whole, f"the description of the level “{bot}” is not a sentence: “{level.feels}”"
        assert 20 < len(level.feels) < 90, f"“{level.feels}” does not have 20 to 90 characters"
    assert len({level.name for level in levels}) == len({level.feels for level in levels})
    assert len({level.feels for level in levels}) == len(levels)


def test_the_words_of_a_level_differ_between_languages(kit: AnyKit) -> None:
    for bot in kit.bots:
        assert kit.level(bot, "fr").feels != kit.level(bot, "en").feels


def decisions(kit: AnyKit, seed: int, most: int) -> list[Any]:
    """Positions of a random game in which a player is to move, evenly spread."""
    game = kit.game.rules
    found = [s for s, a in walk(game, Random(seed)) if a is not None and game.turn(s) is not None]
    return [found[number * len(found) // most] for number in range(most)]


def test_a_level_is_legal_and_the_same_given_the_same_seed(box: Box) -> None:
    kit, again = load(box.name), load(box.name)
    for state in decisions(kit, 3, 2)[1:]:
        for bot, player in kit.bots.items():
            action = player.choose(kit.game, state, Random(7))
            look_at(kit, state, action)
            assert kit.game.refusal(state, action) is None, f"the level “{bot}” broke the rules"
            repeated = again.bots[bot].choose(again.game, state, Random(7)) == action
            assert repeated, f"the level “{bot}” chose differently when asked again"


def kept_bytes(name: str) -> int:
    """How many bytes the bots of a game keep after they have thought about two more positions."""
    kit = load(name)
    first, second, *others = decisions(kit, 1, 4)

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


def test_no_level_keeps_what_it_thought(box: Box) -> None:
    """The memory that bots keep from move to move stays small over a long evening.

    This runs in a separate process, because the bounded caches of this one hold results of other
    tests, and results that replace these would be counted.
    """
    if os.environ.get("LUDOTHEQUE_KERNELS") == "plain":
        pytest.skip("takes minutes where kernels are not compiled")
    asked = f"from {__name__} import kept_bytes; print(kept_bytes({box.name!r}))"
    alone = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(alone.stdout) < 100_000 + 5_000 * len(load(box.name).bots)
