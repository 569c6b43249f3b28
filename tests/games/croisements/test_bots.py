"""The players of Croisements: stronger the more words they know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.game import Outcome
from ludotheque.games.croisements.bots import Speaker, Wanderer, bots
from ludotheque.games.croisements.rules import CroisementsOptions
from ludotheque.games.croisements.state import Announce, Lay, Pass, Place
from ludotheque.play.match import Match
from ludotheque.words import HouseWords, house, lexicon
from ludotheque.words.lexicon import LANGUAGES, read_list
from tests.needs import needs


def outcomes(one: str, other: str, games: int, spec: str = "croisements") -> list[Outcome]:
    kit, found = load(spec), []
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


def said(spec: str, level: str, seed: int) -> list[Announce]:
    """What both sides announce in a game of a level against itself."""
    kit, rng = load(spec), Random(seed)
    match = Match(kit, first=0)
    match.settle(rng)
    while match.outcome is None:
        match.move(kit.bots[level], rng)
    return [action for action in match.actions if isinstance(action, Announce)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("level", "least_zipf", "most_letters"),
    [("random", 4.8, 7), ("beginner", 5.0, 9), ("casual", 4.8, 10), ("champion", 2.0, 60)],
)
def test_a_bot_says_only_words_that_it_knows(
    lang: str, level: str, least_zipf: float, most_letters: int
) -> None:
    moves = [move for seed in (3, 4) for move in said(f"croisements(language={lang})", level, seed)]
    words = {move.word for move in moves}
    assert len(words) > 4
    assert min(map(lexicon(lang).frequency, words)) >= least_zipf
    assert max(map(len, words)) <= most_letters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_bot_knows_a_word_that_is_not_written_in_one_piece(lang: str) -> None:
    levels = bots(CroisementsOptions(lang)).values()
    least = min(level.least_zipf for level in levels if isinstance(level, Speaker))
    assert all(isinstance(level, Speaker) for level in levels)
    broken = {"en": ["haven't", "can't", "ice cream", "commercial letter of credit", "runner-up"],
              "fr": ["aujourd'hui", "pomme de terre", "peut-être", "chemins de fer"]}  # fmt: skip
    for word in broken[lang]:
        assert word in lexicon(lang)
        assert lexicon(lang).frequency(word) < least, word


def test_the_wanderer_goes_in_every_direction_and_passes_where_it_knows_no_word() -> None:
    moves = [move for seed in range(4) for move in said("croisements", "random", seed)]
    rows = [move.crossing.square.row - move.crossing.pawn.row for move in moves]
    assert min(rows) < 0 < max(rows)
    kit, rng = load("croisements"), Random(1)
    match = Match(kit, first=0)
    match.settle(rng)
    while isinstance(match.actions[-1], Place | Lay):
        match.move(Wanderer(HouseWords("fr"), least_zipf=9, most_letters=7), rng)
    assert match.actions[-1] == Pass()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_easiest_level_lets_a_beginner_win(lang: str) -> None:
    needs("many games")
    ends = outcomes("random", "beginner", 8, f"croisements(language={lang})")
    assert max(end.returns[0] for end in ends) <= 0
    assert min(end.returns[0] for end in ends) < 0


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
