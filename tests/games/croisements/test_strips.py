"""The strips of Croisements, and the search that found them."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

import pytest
from tools import strips as search

from ludotheque.games.croisements import FILE, strips
from ludotheque.words import lexicon


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_strips_let_play_flow(lang: str) -> None:
    """The figures in the file are within their limits, and a small sample agrees."""
    figures = tomllib.loads(FILE.read_text("utf-8"))[lang]
    assert figures["word_up_to_9"] >= 0.90
    assert figures["word_up_to_7"] >= 0.95
    assert figures["least_served_share"] >= 0.90
    assert figures["greedy_stuck"] == 0
    shares = search.Shares(search.Judge(lexicon(lang)))
    shares.lay(strips(lang), search.samples(Random(99), 150))
    measured = shares.figures()
    for name in ("word_up_to_9", "word_up_to_7", "common_up_to_7"):
        assert measured[name] == pytest.approx(figures[name], abs=0.03), name


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_greedy_players_are_never_stuck(lang: str) -> None:
    games = [search.greedy_game(lang, strips(lang), Random(seed)) for seed in range(6)]
    assert sum(stuck for _, stuck in games) == 0
    assert max(turns for turns, _ in games) < 60


def test_the_search_starts_from_the_letters_of_the_language() -> None:
    bag = search.proportional(search.usage(lexicon("fr")))
    assert bag.total() == 56
    assert bag.most_common(1)[0][0] == "E"
    dealt = search.dealt(bag, Random(1))
    assert Counter("".join(dealt)) == bag
    assert search.readable(("AEST",) * 14)
    assert not search.readable((*("AEST",) * 13, "RSTN"))
    assert not search.readable((*("AEST",) * 13, "EEEN"))
