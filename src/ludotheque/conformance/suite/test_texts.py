"""Notation and records: round trips, and no errors except `NotationError` and `IllegalAction`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.conformance.positions import each_action, each_step, look_at
from ludotheque.conformance.walking import walk, walk_with_actions
from ludotheque.core.playable import Playable
from ludotheque.core.reason import IllegalAction, NotationError, RecordError
from ludotheque.core.record import read_record
from ludotheque.games import AnyKit
from ludotheque.play.match import Match, replay

Kits = Mapping[str, AnyKit]
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ALPHABET = "abcdvnrb>-/|@+YB0123456789,.:~=*[] ?firstsecondbeginchooserlotouwndraw\n\té②"


@pytest.mark.parametrize("bare", [True, False], ids=["round", "series"])
def test_actions_and_states_read_back_as_written(kit: AnyKit, bare: bool) -> None:
    game: Playable[Any, Any] = kit.round if bare else kit.game
    met: set[Any] = set()
    for number in range(2):
        steps = walk_with_actions(game.rules, Random(number))
        for state, actions, _ in each_step(kit, steps, bare=bare):
            text = game.notation.write_state(state)
            check_read_back("state", state, game.notation.read_state(text), text)
            for action in each_action(action for action in actions if action not in met):
                text = game.notation.write_action(action)
                check_read_back("action", action, game.notation.read_action(text), text)
            met.update(actions)


def check_read_back(kind: str, written: object, read: object, text: str) -> None:
    assert "\n" not in text, f"the {kind} spans several lines"
    assert read == written, f"the {kind} is written {text}, which reads back as {read}"


def test_different_actions_are_written_differently(kit: AnyKit) -> None:
    for _, actions, _ in each_step(kit, walk_with_actions(kit.game.rules, Random(5))):
        written = Counter(map(kit.game.notation.write_action, actions))
        twice = [text for text, times in written.items() if times > 1]
        assert not twice, f"two different actions are written {twice[0]}"


@given(data=st.data(), text=st.text() | st.text(alphabet=ALPHABET))
@settings(UNHURRIED, max_examples=400)
def test_arbitrary_text_raises_only_the_two_errors(
    kits: Kits, data: st.DataObject, text: str
) -> None:
    kit = kits[data.draw(st.sampled_from(list(kits)))]
    games: list[Any] = [kit.round, kit.game]
    for game in games:
        notation = game.notation
        for read, write in (
            (notation.read_action, notation.write_action),
            (notation.read_state, notation.write_state),
        ):
            try:
                value = read(text)
            except (NotationError, IllegalAction) as refusal:
                for lang in ("fr", "en"):
                    assert kit.text(refusal.reason, lang)
                continue
            assert read(write(value)) == value
            if read == notation.read_state:
                assert (game.outcome(value) is None) == bool(game.actions(value))
                assert game.scene(value).areas


@given(data=st.data(), seed=st.integers(0, 20))
@settings(UNHURRIED, max_examples=300)
def test_mutated_states_are_refused_or_playable(kits: Kits, data: st.DataObject, seed: int) -> None:
    kit = kits[data.draw(st.sampled_from(list(kits)))]
    game: Any = data.draw(st.sampled_from([kit.round, kit.game]))
    states = [state for state, _ in walk(game.rules, Random(seed))]
    letters = list(game.notation.write_state(data.draw(st.sampled_from(states))))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(letters) - 1))
        letters[place] = data.draw(st.sampled_from([*ALPHABET, *letters]))
    try:
        state = game.notation.read_state("".join(letters))
    except (NotationError, IllegalAction):
        return
    look_at(kit, state, bare=game is kit.round)
    text = game.notation.write_state(state)
    check_read_back("state", state, game.notation.read_state(text), text)
    assert (game.outcome(state) is None) == bool(game.actions(state))
    rng = Random(seed)
    while actions := game.actions(state):
        state = game.apply(state, rng.choice(actions))
    assert game.outcome(state) is not None, "it can be read, but not played to its end"


def play_out(kit: AnyKit, seed: int) -> Match:
    match = Match(kit, [f'N°{seat} "\\' for seat in range(kit.game.seats)])
    rng = Random(seed)
    while match.outcome is None:
        match.settle(rng)
        if match.outcome is None:
            match.play(rng.choice(kit.game.actions(match.state)))
    return match


def test_records_replay_to_the_same_state(kit: AnyKit) -> None:
    match = play_out(kit, 3)
    text = match.record("2026-11-15").write()
    record = read_record(text)
    assert record == match.record("2026-11-15")
    again = replay(record)
    assert again.state == match.state
    assert again.outcome == match.outcome
    assert again.names == match.names
    assert kit.full_spec in text


def test_a_changed_action_is_refused_with_its_number_or_changes_the_result(kit: AnyKit) -> None:
    match = play_out(kit, 4)
    record = match.record()
    lines = record.write().splitlines()
    number = len(record.actions) // 2 + 1
    changed = list(record.actions)
    changed[number - 1] = "§"
    text = "\n".join([*lines[: lines.index("") + 1], " | ".join(changed)])
    with pytest.raises(RecordError) as refused:
        replay(read_record(text))
    assert refused.value.number == number


def test_a_record_cut_short_replays_as_a_game_that_goes_on(kit: AnyKit) -> None:
    match = play_out(kit, 6)
    text = match.record().write()
    record = read_record(text)
    body = " | ".join(record.actions[:-1])
    cut = replay(read_record(f'[Game "{record.game}"]\n[Rules "{kit.box.version}"]\n\n{body}'))
    assert cut.outcome is None
    cut.play(record.actions[-1])
    assert cut.outcome == match.outcome
