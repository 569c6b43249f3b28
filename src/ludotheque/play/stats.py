"""Statistics of uniformly random games: shares of wins by order of play, and length."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ludotheque.core.estimate import Estimate, mean, share
from ludotheque.core.game import Game, Seat
from ludotheque.core.player import draw
from ludotheque.core.series import SeriesState
from ludotheque.core.solver import Progress
from ludotheque.games import AnyKit


@dataclass(frozen=True, slots=True)
class Stats:
    """Shares of wins (in order of play), share of draws, and mean number of turns of a game."""

    games: int
    wins: tuple[Estimate, ...]
    draws: Estimate
    turns: Estimate

    def as_json(self) -> dict[str, Any]:
        """The statistics as plain values, each with its interval beside it."""
        return {
            "games": self.games,
            "wins": [share.value for share in self.wins],
            "wins_interval": [[share.low, share.high] for share in self.wins],
            "draws": self.draws.value,
            "draws_interval": [self.draws.low, self.draws.high],
            "turns": self.turns.value,
            "turns_interval": [self.turns.low, self.turns.high],
        }


def random_games(kit: AnyKit, games: int, rng: Random, progress: Progress | None = None) -> Stats:
    """Plays that many games, every action as likely as any other."""
    seats = kit.game.seats
    wins, draws, lengths = [0] * seats, 0, []
    for number in range(games):
        beginner, winners, turns = _random_game(kit.series, rng)
        for winner in winners if len(winners) == 1 else ():
            wins[(winner - beginner) % seats] += 1
        draws += len(winners) != 1
        lengths.append(turns)
        if progress:
            progress((number + 1) / games)
    shares = tuple(share(count, games) for count in wins)
    return Stats(games, shares, share(draws, games), mean(lengths))


def _random_game(
    game: Game[SeriesState[Any], Any], rng: Random
) -> tuple[Seat, tuple[Seat, ...], int]:
    """Plays a game; returns who began the first round, who won, and the number of turns."""
    state = game.initial()
    turns = 0
    while actions := game.actions(state):
        turn = game.turn(state)
        action = draw(game, state, rng) if turn is None else rng.choice(actions)
        after = game.apply(state, action)
        turns += game.ends_turn(state, after)
        state = after
    end = game.outcome(state)
    assert end is not None
    return state.results[0].first, end.winners, turns
