"""The games as games of OpenSpiel: importing this registers `ludotheque(spec=…)`.

OpenSpiel reads a spec as the name of a game with its parameters: `ludotheque(spec=plus4())`,
`ludotheque(spec=plus4(mode=endless,target=5))`; several numbers are separated by semicolons, as in
`ludotheque(spec=babylone(start=2;3))`. `load_game` takes a normal spec.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludotheque.adapters.actions import Actions
from ludotheque.adapters.observations import Observations
from ludotheque.core.caching import bounded_cache, cache_of_large
from ludotheque.core.scene import SEAT_LETTERS
from ludotheque.core.spec import split_spec, write_setting
from ludotheque.games import AnyKit, load

NAME = "ludotheque"
_NO_BOUND = 2**31 - 1  # the largest game length that OpenSpiel can store
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Ludothèque",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEAT_LETTERS),
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"spec": {"name": "plus4"}},
)


def load_game(spec: str) -> Any:
    """The OpenSpiel game of a spec, such as `load_game("babylone(start=2,3)")`."""
    name, _ = split_spec(spec)
    settings = load(spec).options.settings()
    given = {key: _parameter(value) for key, value, default in settings if not default}
    return pyspiel.load_game(NAME, {"spec": {"name": name, **given}})


def _parameter(value: Any) -> int | str:
    """An option as an OpenSpiel parameter: a single number as an int, anything else as a text."""
    text = write_setting(value).replace(",", ";")
    return int(text) if text.isdigit() else text


def _spec(parameters: dict[str, Any]) -> str:
    """The spec that a game of OpenSpiel was loaded with."""
    given = dict(parameters)
    name = given.pop("name")
    options = [f"{key}={_text(value)}" for key, value in given.items()]
    return f"{name}({','.join(options)})"


def _text(value: Any) -> str:
    return write_setting(value) if isinstance(value, bool) else str(value).replace(";", ",")


class Rules:
    """The kit of a game with its actions and observations, which all its positions share."""

    def __init__(self, kit: AnyKit) -> None:
        self.kit = kit
        self.actions = Actions(kit)
        self.observations = Observations(kit)


@cache_of_large(16)  # enough for games that are used side by side
def _rules(spec: str) -> Rules:
    return Rules(load(spec))


@bounded_cache  # searches and replays repeat positions, and words are slow to find
def _legal(spec: str, state: Any) -> dict[int, Any]:
    """The actions of the player to move, or of chance, by number."""
    return _rules(spec).actions.legal(state)


def _position(spec: str, state: Any) -> Position:
    """Restores a pickled position."""
    return Position(_rules(spec), state)


class Position:
    """An immutable position, which copies of a state share."""

    def __init__(self, rules: Rules, state: Any) -> None:
        self.rules = rules
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """Returns itself, because a position is immutable."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the position as its spec and its state."""
        return _position, (self.rules.kit.full_spec, self.state)

    @cached_property
    def legal(self) -> dict[int, Any]:
        """The actions of the player to move, or of chance, by number."""
        return _legal(self.rules.kit.full_spec, self.state)

    @cached_property
    def outcome(self) -> Any:
        """How the game ended; None while it goes on."""
        return self.rules.kit.game.outcome(self.state)

    def after(self, number: int) -> Position:
        """The position after a legal action."""
        return Position(self.rules, self.rules.kit.game.apply(self.state, self.legal[number]))

    def label(self, number: int, chance: bool) -> str:
        """A legal action in notation, any other by its label."""
        if number in self.legal:
            return self.rules.kit.game.notation.write_action(self.legal[number])
        labels = self.rules.actions.chance_labels if chance else self.rules.actions.labels
        return labels[number]


class LudothequeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game under its options, with explicit chance nodes."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Loads the game that the parameter `spec` names."""
        given = params or {"spec": {"name": "plus4"}}
        self.rules = _rules(_spec(given["spec"]))
        super().__init__(_TYPE, _info(self.rules), given)

    def new_initial_state(self, state: Any = None) -> LudothequeState:
        """The state before the lot; raises `ValueError` if asked to restore another state."""
        if state is not None:
            raise ValueError("a state is read from its history only")
        return LudothequeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of positions, which are public in all these games."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules.observations)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _info(rules: Rules) -> Any:
    seats = rules.kit.game.seats
    return pyspiel.GameInfo(
        num_distinct_actions=len(rules.actions),
        max_chance_outcomes=len(rules.actions.chance_labels),
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=rules.kit.numbers.longest_match or _NO_BOUND,
    )


class LudothequeState(pyspiel.State):  # type: ignore[misc]
    """A mutable OpenSpiel state, which holds an immutable position."""

    def __init__(self, game: LudothequeGame) -> None:
        super().__init__(game)
        self.position = Position(game.rules, game.rules.kit.game.initial())

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's ids for chance and for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.position.rules.kit.game.turn(self.position.state)
        return int(pyspiel.PlayerId.CHANCE) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The actions of chance by number, with their probabilities."""
        game, state = self.position.rules.kit.game, self.position.state
        weights = dict(zip(game.actions(state), game.weights(state), strict=True))
        total = sum(weights.values())
        return [(number, weights[action] / total) for number, action in self.position.legal.items()]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """The return of each seat; zeros before the end."""
        end = self.position.outcome
        return [0.0] * self.num_players() if end is None else list(end.returns)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.label(action, player == int(pyspiel.PlayerId.CHANCE))

    def __str__(self) -> str:
        """The position in notation."""
        return self.position.rules.kit.game.notation.write_state(self.position.state)


class Observer:
    """Positions as vectors and as texts, with the interface of OpenSpiel's observers."""

    def __init__(self, observations: Observations) -> None:
        self._observations = observations
        self.tensor = np.zeros(observations.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LudothequeState, player: int) -> None:
        """Writes what that player sees into the tensor."""
        self.tensor[:] = self._observations.vector(state.position.state, player)

    def string_from(self, state: LudothequeState, player: int) -> str:
        """What that player sees, as a text."""
        del player
        return str(state)


pyspiel.register_game(_TYPE, LudothequeGame)
