"""What the interface `Game` demands of every game, under every option."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.conformance.checks import check_reason
from ludotheque.conformance.choosing import chosen
from ludotheque.conformance.positions import each_action, each_step, look_at
from ludotheque.conformance.walking import walk, walked
from ludotheque.core.game import Game, Outcome
from ludotheque.core.reason import IllegalAction, Reason
from ludotheque.games import AnyKit, load

GAMES = 1 if sys.platform == "emscripten" else 2  # in Pyodide, a second game shows little more


def states(kit: AnyKit, games: int = GAMES) -> Iterator[tuple[Any, Any]]:
    for number in range(games):
        yield from each_step(kit, walked(kit.spec, number))


def some(kit: AnyKit) -> Iterator[tuple[Any, Any]]:
    """About sixty states of one game."""
    steps = walked(kit.spec, 0)
    yield from each_step(kit, steps[:: max(1, len(steps) // 60)])


def test_spec_is_canonical_and_full_spec_says_the_same(kit: AnyKit) -> None:
    assert load(kit.spec).options == kit.options
    assert load(kit.full_spec).options == kit.options
    assert load(kit.full_spec).spec == kit.spec


def test_games_end_and_actions_are_empty_exactly_then(kit: AnyKit) -> None:
    for state, action in states(kit):
        end = kit.game.outcome(state)
        if action is None:
            assert end is not None, "there are no actions, but the game is not over"
            check_end(kit, state, end)
        else:
            assert end is None, "the game is over, but there are actions"


def check_end(kit: AnyKit, state: Any, end: Outcome) -> None:
    """Checks that no player is to move, and that each seat has its return."""
    assert kit.game.turn(state) is None, "the game is over, but a player is to move"
    assert len(end.returns) == kit.game.seats, "there is not one return per seat"
    assert len(end.points) == kit.game.seats, "there is not one score in points per seat"
    assert sum(end.returns) == pytest.approx(0), "the returns do not add up to 0"
    check_reason(kit, end.reason)


def test_actions_are_distinct_and_in_a_fixed_order(kit: AnyKit) -> None:
    for state, _ in states(kit, 1):
        actions = list(kit.game.actions(state))
        twice = [kit.game.notation.write_action(a) for a, n in Counter(actions).items() if n > 1]
        assert not twice, f"listed twice among the actions: {', '.join(twice)}"
        assert list(kit.game.actions(state)) == actions, "the order of the actions changes"
        if kit.game.turn(state) is None:
            weights = kit.game.weights(state)
            assert len(weights) == len(actions), "there is not one weight per action"
            assert all(weight > 0 for weight in weights), "a weight of chance is not above 0"


def test_play_takes_the_actions_and_refuses_everything_else(kit: AnyKit) -> None:
    every = {action for state, _ in states(kit, GAMES) for action in kit.game.actions(state)}
    samples = Random(1).sample(sorted(every, key=repr), min(len(every), 60))
    for state, _ in some(kit):
        legal = set(kit.game.actions(state))
        for action in each_action(kit.game.actions(state)):
            after = played(kit, state, action)
            said = kit.text(after, "en") if isinstance(after, Reason) else ""
            assert not said, f"it is among the actions, but is refused: {said}"
            same = after == kit.game.apply(state, action)
            assert same, "`play` and `apply` lead to different states"
        for action in each_action(action for action in samples if action not in legal):
            check_other(kit, state, action)


def check_other(kit: AnyKit, state: Any, action: Any) -> None:
    """Checks that an action is refused with a reason, or allowed if actions are only examples."""
    after = played(kit, state, action)
    if isinstance(after, Reason):
        check_reason(kit, after)
        return
    assert kit.game.examples, "it is not among the actions, but is not refused"
    assert after == kit.game.apply(state, kit.game.checked(state, action))


def played(kit: AnyKit, state: Any, action: Any) -> Any:
    """The state after the action, or the reason why it is refused."""
    try:
        return kit.game.play(state, action)
    except IllegalAction as refusal:
        return refusal.reason


def test_what_is_ruled_on_stays_as_it_was_ruled(kit: AnyKit) -> None:
    for state, action in states(kit, 1):
        if action is not None:
            ruled = kit.game.checked(state, action)
            assert kit.game.ruled(state, ruled) == ruled, "a second ruling differs from the first"
            assert kit.game.refusal(state, ruled) is None, "the action as ruled is refused"


def test_equal_states_are_equal_and_hash_equal(kit: AnyKit) -> None:
    """Compares states that were played with the same states read from a text."""
    for one, _ in states(kit, 1):
        other = kit.game.notation.read_state(kit.game.notation.write_state(one))
        assert one == other, "the text of the state reads back as another state"
        assert one is not other
        assert hash(one) == hash(other), "equal states have different hashes"
        assert kit.game.key(one) == kit.game.key(other), "equal states have different keys"


def test_the_state_is_not_changed_by_looking_or_acting(kit: AnyKit) -> None:
    for state, _ in some(kit):
        text = kit.game.notation.write_state(state)
        for each in kit.game.actions(state)[:5]:
            kit.game.apply(state, each)
        kit.game.scene(state)
        changed = kit.game.notation.write_state(state) != text
        assert not changed, f"playing or drawing changed the state, which was {text}"


def test_a_given_beginner_begins_without_a_lot(kit: AnyKit) -> None:
    for seat in range(kit.game.seats):
        state = kit.game.initial(seat)
        rng = Random(seat)
        while kit.game.turn(state) is None:
            look_at(kit, state)
            state = kit.game.apply(state, rng.choice(kit.game.actions(state)))
        assert kit.game.turn(state) == seat, f"seat {seat} should begin, but does not"


def test_turns_are_completed_and_counted(kit: AnyKit) -> None:
    """Every turn has at least one decision, and every decision belongs to a turn."""
    before = None
    decisions, turns, longest = 0, 0, 0
    for state, _ in states(kit, 1):
        if before is not None:
            longest += kit.game.turn(before) is not None and before.chooser is None
            decisions += kit.game.turn(before) is not None and before.chooser is None
            if kit.game.ends_turn(before, state):
                turns += 1
                assert longest >= 1, "a turn ended without any decision"
                longest = 0
        before = state
    assert longest == 0, "the last decision did not end a turn"
    assert 0 < turns <= decisions


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Selects the games in which different positions can have the same future."""
    if "forgetful" in metafunc.fixturenames:
        kits = chosen(metafunc.config).kits
        found = {spec: kit for spec, kit in kits.items() if forgets(kit.round.rules)}
        metafunc.parametrize("forgetful", found.values(), ids=found)


def forgets(game: Game[Any, Any]) -> bool:
    return bool(game.future(state := game.initial(0)) != state)


def test_equal_futures_go_on_alike(forgetful: AnyKit) -> None:
    """Compares positions with equal futures, among those one action away from random games."""
    game = forgetful.round.rules
    rng, first, others = Random(forgetful.spec), dict[object, Any](), 0
    steps = [step for _ in range(6) for step in walk(game, rng)]
    for state, _ in each_step(forgetful, steps, bare=True):
        for beside in (game.apply(state, action) for action in each_action(game.actions(state))):
            met = first.setdefault(game.future(beside), beside)
            alike = onward(game, met) == onward(game, beside)
            assert alike, f"its future is that of {met}, but they go on differently"
            others += met != beside
    if not others:
        pytest.skip("no two positions with the same future were found")


def onward(game: Any, state: Any) -> tuple[bool, Counter[object]]:
    """Whether the game continues, and how often each future comes next."""
    following = (game.apply(state, action) for action in game.actions(state))
    return game.outcome(state) is None, Counter(map(game.future, following))


def test_a_round_and_a_game_bear_their_names(kit: AnyKit) -> None:
    assert kit.round.name == kit.name == kit.box.name
    assert kit.game.name == "series"
