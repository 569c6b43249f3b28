"""A bot and a teacher for any game, which play on from a position many times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.estimate import share
from ludotheque.core.game import A, Game, S, Seat, mover
from ludotheque.core.player import Player, settle
from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Verdict
from ludotheque.core.teacher import RoundTeacher, finished

Policy = Callable[[Game[Any, Any], Any, Random], Any]
"""Chooses the action of the player to move in a rollout."""

# How many positions each level looks at for a decision: four times as many as the level below. The
# strongest level takes about a second in plain Python.
_POSITIONS = {"beginner": 500, "casual": 2_000, "regular": 8_000, "strong": 32_000}
_TAUGHT_POSITIONS = 40_000  # for all actions of a position: a second or two in plain Python
_LEAST_GAMES = 8  # after each action, however long they are: fewer would be too random
_LONGEST_GAME = 1_000  # decisions; a longer game counts as a draw


def anything(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """One of the actions, all equally likely."""
    return rng.choice(game.actions(state))


def rollouts(
    game: Game[Any, Any], state: Any, times: int, rng: Random, policy: Policy = anything
) -> tuple[Verdict, ...]:
    """Each seat's mean share of `times` games from that state, with its 95 % interval."""
    return _estimated([_played_on(game, state, rng, policy)[0] for _ in range(times)])


def _estimated(games: Sequence[tuple[Verdict, ...]]) -> tuple[Verdict, ...]:
    """Each seat's mean share of these games, with its 95 % interval."""
    totals = (sum(verdict.share for verdict in seat) for seat in zip(*games, strict=True))
    found = [share(total, len(games)) for total in totals]
    return tuple(Verdict(e.value, odds=True, low=e.low, high=e.high) for e in found)


def _played_on(
    game: Game[Any, Any], state: Any, rng: Random, policy: Policy = anything
) -> tuple[tuple[Verdict, ...], int]:
    """The verdict of one game from that state for each seat, and its number of decisions."""
    state = settle(game, state, rng)
    for decisions in range(_LONGEST_GAME):
        end = game.outcome(state)
        if end is not None:
            return finished(end), decisions
        state = settle(game, game.apply(state, policy(game, state, rng)), rng)
    return (Verdict(1 / game.seats),) * game.seats, _LONGEST_GAME


class RolloutPlayer:
    """Plays on at random after some of its actions, and drops the worse half until one is left.

    It looks at a fixed number of `positions`, so that it thinks as long in long games as in short
    ones. Every round of dropping gets the same share of them. If there are too many actions for
    that, it ignores some, chosen at random.
    """

    def __init__(self, positions: int) -> None:
        """Looks at about `positions` positions for a decision, and at least at two actions."""
        self.positions = positions

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The action that is left at the end; among equals, a random one."""
        seat, left = mover(game, state), list(game.actions(state))
        rng.shuffle(left)
        left = left[: self._candidates(game, state, rng)]
        each = self.positions // max(1, (len(left) - 1).bit_length())
        tried = {action: _Tried(game.apply(state, action)) for action in left}
        while len(left) > 1:
            _try(game, [tried[action] for action in left], seat, each, rng)
            left.sort(key=lambda action: tried[action].share, reverse=True)
            left = left[: -(-len(left) // 2)]
        return left[0]

    def _candidates(self, game: Game[S, A], state: S, rng: Random) -> int:
        """How many actions get enough games, if all games are as long as one sample."""
        _, decisions = _played_on(game, state, rng)
        return max(2, self.positions // (decisions * _LEAST_GAMES))


@dataclass
class _Tried:
    """The position after an action, and the results of the games played from it."""

    position: Any
    won: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        return self.won / self.games


def _try(
    game: Game[Any, Any], tried: Sequence[_Tried], seat: Seat, positions: int, rng: Random
) -> None:
    """Plays games from each of them in turn, until `positions` positions have been looked at."""
    while positions > 0:
        for one in tried:
            verdicts, decisions = _played_on(game, one.position, rng)
            one.won += verdicts[seat].share
            one.games += 1
            positions -= 1 + decisions


def rollout_bots() -> Mapping[str, Player]:
    """Bots for a game without its own, weakest first."""
    thinking = {level: RolloutPlayer(positions) for level, positions in _POSITIONS.items()}
    return {"random": RandomPlayer(), **thinking}


class RolloutTeacher(RoundTeacher[Any, Any]):
    """Judges a position by random games from it, which are the same every time."""

    def value(self, board: Any) -> tuple[Verdict, ...]:
        """The mean shares of these games; with more actions to choose from, fewer are played."""
        rng, games = Random(repr(self.game.key(board))), list[tuple[Verdict, ...]]()
        left = _TAUGHT_POSITIONS // (len(self.game.actions(board)) + 1)
        while left > 0 or len(games) < _LEAST_GAMES:
            verdicts, decisions = _played_on(self.game, board, rng)
            games.append(verdicts)
            left -= 1 + decisions
        return _estimated(games)

    def reason(self, board: Any, action: Any) -> Reason:
        """The percentage of the games after that action that were won."""
        return because("teacher.rollouts", n=round(100 * self.rated(board, action).share))
