"""The games as environments of PettingZoo, whose agents take turns (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludotheque.adapters.session import EnvironmentSession
from ludotheque.adapters.spaces import Observation, action_space, observation, observation_space


def env(spec: str, render_mode: str | None = None, lang: str = "en") -> Any:
    """The environment of a spec; an illegal action ends it, with a reward of -1 for its agent."""
    played: Any = wrappers.TerminateIllegalWrapper(RawEnv(spec, render_mode, lang), -1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(played))


class RawEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match without wrappers: an illegal action raises `ValueError`.

    Agents are `seat_0`, `seat_1` and so on; their reward comes at the end and is the return of
    their seat. Chance acts inside `reset` and `step`, by the seed. `session.match` is the match,
    with its record; `infos` has the position as text.
    """

    def __init__(self, spec: str, render_mode: str | None = None, lang: str = "en") -> None:
        """Loads the game of that spec; `render_mode="ansi"` draws in text characters."""
        super().__init__()
        self.session = EnvironmentSession(spec)
        self.lang = lang
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi"],
            "name": self.session.kit.spec,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.session.kit.game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space(self.session) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.session) for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions, the same object each time."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the observations of that agent, the same object each time."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new match, up to its first decision."""
        del options
        self.session.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def step(self, action: int | None) -> None:
        """Plays an action for the agent to move, then lets chance act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent] or action is None:
            self._was_dead_step(action)
            return
        self.session.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        end = self.session.match.outcome
        if end is not None:
            self.rewards = dict(zip(self.agents, end.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._tell()

    def observe(self, agent: str) -> Observation:
        """The position as numbers, and the mask of the agent's legal actions."""
        return observation(self.session, self.possible_agents.index(agent))

    def observe_text(self, agent: str) -> str:
        """The position as text."""
        del agent
        return self.session.text

    def action_text(self, action: int) -> str:
        """A legal action in notation, such as `b1-e4/g2 WORD`."""
        return self.session.kit.game.notation.write_action(self.session.legal[int(action)])

    def render(self) -> str | None:
        """The table in text characters; None without a render mode."""
        return self.session.match.drawing(self.lang) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Has no effect, because there is nothing to close."""

    def _tell(self) -> None:
        """Sets the agent to move and the information of all agents."""
        turn = self.session.match.turn
        self.agent_selection = self.agents[0 if turn is None else turn]
        self.infos = {agent: {"text": self.observe_text(agent)} for agent in self.agents}
