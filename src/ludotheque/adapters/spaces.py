"""Actions and observations in the spaces of Gymnasium, which PettingZoo uses too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ludotheque.adapters.session import EnvironmentSession
from ludotheque.core.game import Seat
from ludotheque.core.numbers import HIGHEST, LOWEST

Observation = dict[str, np.ndarray[Any, Any]]


def action_space(session: EnvironmentSession) -> spaces.Discrete:
    """The numbers of all actions of the players."""
    return spaces.Discrete(len(session.actions))


def observation_space(session: EnvironmentSession) -> spaces.Dict:
    """The vectors of positions, and the masks of their legal actions."""
    vector = spaces.Box(LOWEST, HIGHEST, (session.observations.size,), np.int16)
    mask = spaces.Box(0, 1, (len(session.actions),), np.int8)
    return spaces.Dict({"observation": vector, "action_mask": mask})


def observation(session: EnvironmentSession, seat: Seat) -> Observation:
    """What that seat sees; the mask is all zeros for a seat that is not to move."""
    mask = np.zeros(len(session.actions), np.int8)
    if session.match.turn == seat:
        mask[list(session.legal)] = 1
    vector = session.observations.vector(session.match.state, seat)
    return {"observation": np.array(vector, np.int16), "action_mask": mask}
