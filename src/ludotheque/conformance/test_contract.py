"""What every game must keep to, under every option."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.conformance.choosing import chosen
from ludotheque.conformance.walking import walk, walked
from ludotheque.core.game import Game
from ludotheque.core.reason import IllegalAction
from ludotheque.games import AnyKit, load

GAMES = 1 if sys.platform == "emscripten" else 2  # there a second shows little more


def states(kit: AnyKit, games: int = GAMES) -> Iterator[tuple[Any, Any]]:
    for number in range(games):
        yield from walked(kit.spec, number)


def test_spec_is_canonical_and_full_spec_says_the_same(kit: AnyKit) -> None:
    assert load(kit.spec).options == kit.options
    assert load(kit.full_spec).options == kit.options
    assert load(kit.full_spec).spec == kit.spec


def test_games_end_and_actions_are_empty_exactly_then(kit: AnyKit) -> None:
    for state, action in states(kit):
        end = kit.game.outcome(state)
        assert (end is None) == bool(kit.game.actions(state)) == (action is not None)
        if end is not None:
            assert kit.game.turn(state) is None
            assert len(end.returns) == len(end.points) == kit.game.seats
            assert sum(end.returns) == pytest.approx(0)
            assert kit.rules_page().find(end.reason.rule) is not None


def test_actions_are_distinct_and_in_a_fixed_order(kit: AnyKit) -> None:
    for state, _ in states(kit, 1):
        actions = list(kit.game.actions(state))
        assert len(set(actions)) == len(actions)
        assert list(kit.game.actions(state)) == actions
        if kit.game.turn(state) is None:
            assert len(kit.game.weights(state)) == len(actions)
            assert all(weight > 0 for weight in kit.game.weights(state))


def test_play_takes_the_actions_and_refuses_everything_else(kit: AnyKit) -> None:
    every = {action for state, _ in states(kit, GAMES) for action in kit.game.actions(state)}
    samples = Random(1).sample(sorted(every, key=repr), min(len(every), 60))
    walked = list(states(kit, 1))
    for state, _ in walked[:: max(1, len(walked) // 60)]:
        legal = set(kit.game.actions(state))
        for action in legal:
            assert kit.game.play(state, action) == kit.game.apply(state, action)
        for action in samples:
            if action not in legal and not (kit.game.examples and fits(kit, state, action)):
                with pytest.raises(IllegalAction) as refused:
                    kit.game.play(state, action)
                reason = refused.value.reason
                assert kit.rules_page().find(reason.rule) is not None
                for lang in ("fr", "en"):
                    assert reason.rule in kit.text(reason, lang)


def fits(kit: AnyKit, state: Any, action: Any) -> bool:
    """Whether an action that is not among the examples is allowed, and then done."""
    if kit.game.refusal(state, action) is not None:
        return False
    assert kit.game.play(state, action) == kit.game.apply(state, kit.game.checked(state, action))
    return True


def test_what_is_ruled_on_stays_as_it_was_ruled(kit: AnyKit) -> None:
    for state, action in states(kit, 1):
        if action is not None:
            ruled = kit.game.checked(state, action)
            assert kit.game.ruled(state, ruled) == ruled
            assert kit.game.refusal(state, ruled) is None


def test_equal_states_are_equal_and_hash_equal(kit: AnyKit) -> None:
    """However they came about: played, or read from a text."""
    for one, _ in states(kit, 1):
        other = kit.game.notation.read_state(kit.game.notation.write_state(one))
        assert one == other
        assert one is not other
        assert hash(one) == hash(other)
        assert kit.game.key(one) == kit.game.key(other)


def test_the_state_is_not_changed_by_looking_or_acting(kit: AnyKit) -> None:
    walked = list(states(kit, 1))
    for state, _ in walked[:: max(1, len(walked) // 60)]:
        text = kit.game.notation.write_state(state)
        for each in kit.game.actions(state)[:5]:
            kit.game.apply(state, each)
        kit.game.scene(state)
        assert kit.game.notation.write_state(state) == text


def test_a_given_beginner_begins_without_a_lot(kit: AnyKit) -> None:
    for seat in range(kit.game.seats):
        state = kit.game.initial(seat)
        rng = Random(seat)
        while kit.game.turn(state) is None:
            state = kit.game.apply(state, rng.choice(kit.game.actions(state)))
        assert kit.game.turn(state) == seat


def test_turns_are_completed_and_counted(kit: AnyKit) -> None:
    """No turn has more than one placement or push, and every decision belongs to a turn."""
    before = None
    decisions, turns, longest = 0, 0, 0
    for state, _ in states(kit, 1):
        if before is not None:
            longest += kit.game.turn(before) is not None and before.chooser is None
            decisions += kit.game.turn(before) is not None and before.chooser is None
            if kit.game.ends_turn(before, state):
                turns += 1
                assert longest >= 1
                longest = 0
        before = state
    assert longest == 0, "the last decision ended a turn"
    assert 0 < turns <= decisions


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A future that is less than the state is shared by different positions."""
    if "forgetful" in metafunc.fixturenames:
        kits = chosen(metafunc.config).kits
        found = {spec: kit for spec, kit in kits.items() if forgets(kit.round.rules)}
        metafunc.parametrize("forgetful", found.values(), ids=found)


def forgets(game: Game[Any, Any]) -> bool:
    return bool(game.future(state := game.initial(0)) != state)


def test_equal_futures_go_on_alike(forgetful: AnyKit) -> None:
    """Positions of a few games, and those beside them, met again in another shape."""
    game = forgetful.round.rules
    rng, first, others = Random(forgetful.spec), dict[object, Any](), 0
    for state in [state for _ in range(6) for state, _ in walk(game, rng)]:
        for beside in (game.apply(state, action) for action in game.actions(state)):
            met = first.setdefault(game.future(beside), beside)
            assert onward(game, met) == onward(game, beside)
            others += met != beside
    if not others:
        pytest.skip("no two positions that share a future were met")


def onward(game: Any, state: Any) -> tuple[bool, Counter[object]]:
    """Whether it is over, and how often each future comes next."""
    following = (game.apply(state, action) for action in game.actions(state))
    return game.outcome(state) is None, Counter(map(game.future, following))


def test_a_round_and_a_game_bear_their_names(kit: AnyKit) -> None:
    assert kit.round.name == kit.name == kit.box.name
    assert kit.game.name == "series"
