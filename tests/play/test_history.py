"""The history of a game: what it keeps, how actions are undone, and the cost of that."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction
from ludotheque.play.history import History


def played(spec: str, length: int, seed: int = 1) -> History:
    rng = Random(seed)
    history = History.begun(load(spec)).settled(rng)
    while len(history.moves) < length and history.outcome is None:
        actions = history.kit.game.actions(history.state)
        history = history.then(rng.choice(actions)).settled(rng)
    return history


@pytest.mark.parametrize("spec", ["plus4", "redline(players=3)", "babylone", "croisements"])
def test_the_tail_holds_the_states_since_the_last_decision(spec: str) -> None:
    history = played(spec, 30)
    state, states = history.kit.game.initial(), []
    for move in history.moves:
        assert move.seat == history.kit.game.turn(state)
        states.append(state)
        state = history.kit.game.apply(state, move.action)
    assert state == history.state
    last = history.last_decision()
    assert last is not None
    assert list(history.tail) == states[last:]
    assert [(before, move) for before, move in history.step] == list(
        zip(states[last:], history.moves[last:], strict=True)
    )


def test_going_back_forgets_a_resignation_and_what_came_after() -> None:
    history = played("plus4(mode=endless)", 9)
    ended = history.given_up(1)
    assert ended.outcome is not None
    assert ended.outcome.winners == (0,)
    assert ended.turn is None
    assert not ended.chance_acts
    back = ended.taken_back(4)
    assert back.forfeit is None
    assert back == History.replayed(history.kit, [m.action for m in history.moves[:4]])
    assert ended.taken_back(len(ended.moves)) == history


def test_the_last_decision_is_nobodys_where_chance_alone_has_acted() -> None:
    history = History.begun(load("redline(players=3)")).settled(Random(1))
    assert history.moves
    assert history.last_decision() is None
    assert history.last_decision([0, 1, 2]) is None


def test_a_replay_checks_each_action_where_it_is_taken() -> None:
    history = played("plus4", 6)
    actions = [move.action for move in history.moves]
    assert History.replayed(history.kit, actions, history.kit.game.check) == history
    with pytest.raises(IllegalAction):
        History.replayed(history.kit, [*actions, actions[0]], history.kit.game.check)


def test_a_replay_copies_its_moves_once_however_long_it_is() -> None:
    made: list[int] = []

    class Counted(History):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            made.append(len(self.moves))

    history = played("plus4(mode=endless)", 60)
    again = Counted.replayed(history.kit, [move.action for move in history.moves])
    assert again.state == history.state
    assert made == [0, len(history.moves)], "the empty history and the whole one"


def test_looking_back_into_a_long_game_replays_a_short_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history = played("redline(players=6,rounds=12)", 600)
    whole = [History.replayed(history.kit, [m.action for m in history.moves[:n]]) for n in (0, 555)]
    game, applied = history.kit.game, 0
    apply = game.apply

    def counted(state: Any, action: Any) -> Any:
        nonlocal applied
        applied += 1
        return apply(state, action)

    monkeypatch.setattr(game, "apply", counted)
    assert [history.taken_back(n) for n in (0, 555)] == whole
    assert 0 < applied <= 300, "from the last state that was kept, not from the start"
    assert history.taken_back(555).taken_back(510) == history.taken_back(510)
