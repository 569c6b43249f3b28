"""The players of Croisements: stronger the more words they know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.game import Outcome
from ludotheque.games.croisements.state import Announce
from ludotheque.play.match import Match
from ludotheque.words import house, lexicon
from ludotheque.words.lexicon import read_list
from tests.needs import needs


def outcomes(one: str, other: str, games: int) -> list[Outcome]:
    kit, found = load("croisements"), []
    for seed in range(games):
        match, rng = Match(kit, first=seed % 2), Random(seed)
        match.settle(rng)
        while match.outcome is None:
            match.move(kit.bots[one if match.turn == 0 else other], rng)
        found.append(match.outcome)
    return found


def test_the_bots_are_ordered() -> None:
    needs("many games")
    for better, worse in (("beginner", "random"), ("champion", "casual")):
        ends = outcomes(better, worse, 8)
        assert sum(end.returns[0] for end in ends) > 0, (better, worse)


def test_a_bot_says_only_words_that_it_knows() -> None:
    kit, rng = load("croisements"), Random(3)
    match = Match(kit, first=0)
    match.settle(rng)
    while match.outcome is None:
        match.move(kit.bots["beginner"], rng)
    words = [action.word for action in match.actions if isinstance(action, Announce)]
    assert len(words) > 2
    assert min(map(lexicon("fr").frequency, words)) >= 5.2


def test_bots_know_how_common_the_words_of_a_hosts_list_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.txt"
    everyday = [word for word in lexicon("fr") if lexicon("fr").frequency(word) > 4]
    file.write_text("\ufeffAbracadabrant\n" + "\n".join(everyday), encoding="utf-8")
    own = read_list(file, "fr")
    assert "ABRACADABRANT" in own
    assert own.frequency("maison") == lexicon("fr").frequency("maison")
    monkeypatch.setattr(house, "house_list", lambda lang: own)
    kit, rng = load("croisements"), Random(4)
    match = Match(kit, first=0)
    match.settle(rng)
    for _ in range(12):
        match.move(kit.bots["regular"], rng)
    assert sum(isinstance(action, Announce) for action in match.actions) > 2
