"""The games as a Gymnasium environment, in which one agent plays against a bot.

Importing this registers `ludotheque/Match-v0`; `gymnasium.make` takes the arguments of `Against`.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from ludotheque.adapters.session import EnvironmentSession
from ludotheque.adapters.spaces import Observation, action_space, observation, observation_space
from ludotheque.core.game import Seat

NAME = "ludotheque/Match-v0"


class Against(gymnasium.Env[Any, Any]):
    """One seat of a match; the bot plays all the others.

    The reward comes at the end and is the return of the seat. An illegal action ends the match at
    once, with a reward of -1. Chance and the bot act inside `reset` and `step`, by the seed.
    `session.match` is the match, with its record; the information of a step is the position as
    text, and whether the action was legal.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as in Gymnasium's own classes

    def __init__(
        self,
        spec: str,
        bot: str = "beginner",
        seat: Seat = 0,
        render_mode: str | None = None,
        lang: str = "en",
    ) -> None:
        """`bot` is a key of `kit.bots`; raises `ValueError` for an unknown bot or seat."""
        self.session = EnvironmentSession(spec)
        kit = self.session.kit
        if bot not in kit.bots:
            raise ValueError(f"{kit.spec} has no bot {bot}, but {', '.join(kit.bots)}")
        if not 0 <= seat < kit.game.seats:
            raise ValueError(f"{kit.spec} has {kit.game.seats} seats")
        self.bot = kit.bots[bot]
        self.seat = seat
        self.render_mode = render_mode
        self.lang = lang
        self.action_space = action_space(self.session)
        self.observation_space = observation_space(self.session)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a new match, up to the first decision of the seat.

        If the others end a match before that, another one begins.
        """
        super().reset(seed=seed, options=options)
        self.session.reset(seed)
        self._answer()
        while self.session.match.outcome:
            self.session.reset(None)
            self._answer()
        return self._seen(), self._told(True)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action of the seat, then everything up to its next decision."""
        if int(action) not in self.session.legal:
            return self._seen(), -1.0, True, False, self._told(False)
        self.session.play(int(action))
        self._answer()
        end = self.session.match.outcome
        reward = 0.0 if end is None else end.returns[self.seat]
        return self._seen(), reward, end is not None, False, self._told(True)

    def render(self) -> Any:
        """The table in text characters, as the seat sees it; None without a render mode."""
        drawn = self.render_mode == "ansi"
        return self.session.match.drawing(self.lang, self.seat) if drawn else None

    def _answer(self) -> None:
        """Lets the bot play for the other seats while one of them is to move."""
        session = self.session
        while session.match.turn not in (None, self.seat):
            session.take(self.bot.choose(session.kit.game, session.match.state, session.rng))

    def _seen(self) -> Observation:
        return observation(self.session, self.seat)

    def _told(self, legal: bool) -> dict[str, Any]:
        return {"text": self.session.text, "legal": legal}


gymnasium.register(NAME, entry_point=f"{__name__}:Against")
