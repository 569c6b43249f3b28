"""Records, word lists and views of Croisements, besides its rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.reason import IllegalAction
from ludotheque.core.record import read_record
from ludotheque.core.scene import Viewpoint
from ludotheque.games.croisements import BOX, strips
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions
from ludotheque.games.croisements.scene import CroisementsPainter
from ludotheque.games.croisements.state import GREEN, RED, Action, Announce, State
from ludotheque.play.match import Match, replay
from ludotheque.words import house, lexicon
from ludotheque.words.lexicon import Lexicon
from tests.games.croisements.boards import ALL, Listed, squares


def played(seed: int = 1, turns: int = 12) -> Match:
    """A match with words, a lost turn and a pass."""
    match, rng = Match(load("croisements"), ("Ana", "Bruno")), Random(seed)
    match.settle(rng)
    while match.outcome is None and match.state.round.turns < turns:
        actions = match.kit.game.actions(match.state)
        action = rng.choice(actions)
        if isinstance(action, Announce) and match.state.round.turns == 4:
            action = replace(action, word=action.word + "XQZ")
        match.play("pass" if match.state.round.turns == 7 else action)
    return match


def test_a_lost_word_is_hidden_from_others_and_the_game_replays_without_it() -> None:
    match = played()
    record, for_others = match.record(), match.kit.game.notation.for_others
    hidden = replace(record, actions=tuple(map(for_others, record.actions)))
    (lost,) = (text for text in record.actions if text.endswith("?"))
    assert [*set(hidden.actions) - set(record.actions)] == [f"{lost.split()[0]} ?"]
    again = replay(read_record(hidden.write()))
    assert again.state == match.state
    assert again.record().actions == hidden.actions


def test_a_turn_is_not_lost_without_a_word() -> None:
    match = played(turns=1)
    crossing = next(a for a in match.kit.game.actions(match.state) if isinstance(a, Announce))
    with pytest.raises(IllegalAction, match="unread_word"):
        match.play(replace(crossing, word="", lost=True))


def test_the_record_keeps_the_verdict_and_names_the_list() -> None:
    text = played().record().write()
    assert f'[Words "fr {lexicon("fr").hash}"]' in text
    assert "XQZ?" in text
    assert "| pass |" in text


def test_a_record_replays_under_another_list_and_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played()
    text = match.record().write()

    def other(lang: str) -> Lexicon:
        return Lexicon(lang, ["ONLY", "THESE"])

    def none(lang: str) -> Lexicon:
        raise AssertionError("a replay asks no word list")

    for words in (other, none):
        monkeypatch.setattr(house, "house_list", words)
        again = replay(read_record(text))
        assert again.state == match.state
        assert again.actions == match.actions
        assert again.record().write() == text, "and still names the list that ruled"


def test_a_replay_still_checks_that_words_fit() -> None:
    record = played().record()
    index, move = next((n, a) for n, a in enumerate(record.actions) if "/" in a)
    crossing, _, _ = move.partition(" ")
    for bad in (f"{crossing} Q", f"{crossing} Q?"):
        actions = (*record.actions[:index], bad, *record.actions[index + 1 :])
        with pytest.raises(Exception, match=r"initial|missing"):
            replay(replace(record, actions=actions))


def test_a_host_plays_with_another_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.txt"
    file.write_text("Abracadabra\n", encoding="utf-8")
    monkeypatch.setenv("LUDOTHEQUE_WORDS_FR", str(file))
    house.house_list.cache_clear()
    try:
        words = house.HouseWords("fr")
        assert "ABRACADABRA" in words
        assert "MAISON" not in words
        assert words.hash == house.house_list("fr").hash != lexicon("fr").hash
        match = Match(load("croisements"))
        assert match.record().extra == (("Words", f"fr {words.hash}"),)
    finally:
        house.house_list.cache_clear()


def test_what_is_shown_does_not_depend_on_the_words() -> None:
    """Whatever the list holds, the table shows the same crossings and letters owed."""
    rng, options = Random(5), CroisementsOptions()
    knowing = Croisements(strips("fr"), lexicon("fr"), options)
    ignorant = Croisements(strips("fr"), Listed("NOTHING"), options)
    for state, _ in list(walk(knowing, rng))[14:60:3]:
        for seat in (None, 0, 1):
            viewpoint = Viewpoint[State, Action](BOX.texts("fr"), seat)
            shown = CroisementsPainter(knowing).scene(state, viewpoint)
            assert shown == CroisementsPainter(ignorant).scene(state, viewpoint)
        onlooker = Viewpoint[State, Action](BOX.texts("fr"))
        for gesture in CroisementsPainter(knowing).scene(state, onlooker).gestures:
            if gesture.typed is not None:
                assert gesture.action.endswith(" ")
                assert gesture.typed.initial == gesture.typed.letters[0]


def test_each_player_sees_their_own_side_below_with_letters_upright() -> None:
    kit = load("croisements")
    rows = (squares("a1 b1 c1"), squares("a14 b14 c14"))
    for red in (0, 1):
        state = State(red, ALL, rows)
        for seat, side in ((red, RED), (1 - red, GREEN), (None, RED)):
            scene = kit.round.scene(state, seat)
            own = [p for p in scene.parts() if p.id in {f"pawn-{s}" for s in rows[side]}]
            others = [p for p in scene.parts() if p.id in {f"pawn-{s}" for s in rows[1 - side]}]
            assert min(p.box.y for p in own) > max(p.box.y for p in others)


def test_a_move_changes_the_threads_and_nothing_else_below_the_pawns() -> None:
    kit, rng = load("croisements"), Random(2)
    moves = [step for step in walk(kit.round.rules, rng) if isinstance(step[1], Announce)]
    for state, action in moves[:9]:
        after = kit.round.apply(state, action)
        for seat in (0, 1):
            old = kit.round.scene(state, seat).areas[0]
            new = kit.round.scene(after, seat, after=(state, action)).areas[0]
            below, *threads, above = new.scenery
            assert len(threads) == 2
            assert (below, above) == old.scenery
            assert new.backdrop is old.backdrop
