"""A guest's results in a game: wins and losses, by opponent, and over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import NamedTuple

from ludotheque.table.names import without_signs
from ludotheque.table.results import DRAWN, LOST, WON, GameResult, beaten_in
from ludotheque.table.seats import BOT, PERSON

# A curve averages the last ten games: with fewer it would jump, with more hide a good month.
WINDOW_GAMES = 10
# It begins after this many games, because an average of fewer says little.
_FIRST_GAMES = 5
_POINTS = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}


class Tally(NamedTuple):
    """How many games were won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """How many games there were."""
        return self.won + self.lost + self.drawn


@dataclass(frozen=True, slots=True)
class Scores:
    """A guest's results in one game.

    `bots` are keyed by level, `people` by name (empty for all without one), the most frequent
    opponent first. `course` is the share of points over the last games, from game to game. `first`
    and `last` are the times of the first and the last game, if known.
    """

    total: Tally
    bots: dict[str, Tally]
    people: dict[str, Tally]
    course: list[float]
    beaten: set[str]
    first: datetime | None
    last: datetime | None


def scores_of(results: Iterable[GameResult]) -> Scores:
    """Sums up the results of one game, which come oldest first."""
    games = list(results)
    names = _newest_names(games)
    days = [datetime.fromtimestamp(game.at / 1000, UTC) for game in games if game.at is not None]
    return Scores(
        _tally(game.how for game in games),
        _by_opponent((bot, game.how) for game in games for bot in _bots_in(game)),
        _by_opponent((who, game.how) for game in games for who in _people_in(game, names)),
        _course([_POINTS[game.how] for game in games]),
        set().union(*map(beaten_in, games)),
        days[0] if days else None,
        days[-1] if days else None,
    )


def together(tallies: Iterable[Tally]) -> Tally:
    """The sum of these tallies."""
    return Tally(*map(sum, zip(*tallies, strict=True)))


def _tally(ends: Iterable[str]) -> Tally:
    count = Counter(ends)
    return Tally(count[WON], count[LOST], count[DRAWN])


def _by_opponent(met: Iterable[tuple[str, str]]) -> dict[str, Tally]:
    """The games against each opponent, the most frequent opponent first."""
    ends: dict[str, list[str]] = {}
    for name, how in met:
        ends.setdefault(name, []).append(how)
    often = sorted(ends, key=lambda name: -len(ends[name]))
    return {name: _tally(ends[name]) for name in often}


def _newest_names(games: Sequence[GameResult]) -> dict[str, str]:
    """The last name of each opponent by guest id; empty for those without a name."""
    names: dict[str, str] = {}
    for game in games:
        for who in game.others:
            names[who.guest] = without_signs(who.name) or names.get(who.guest, "")
    return names


def _bots_in(game: GameResult) -> set[str]:
    return {who.bot for who in game.others if who.kind == BOT}


def _people_in(game: GameResult, names: Mapping[str, str]) -> set[str]:
    return {names[who.guest] for who in game.others if who.kind == PERSON}


def _course(points: Sequence[float]) -> list[float]:
    """The share of points over the last games, after each game from the fifth on."""
    sums = [0.0, *accumulate(points)]
    ends = range(_FIRST_GAMES, len(sums))
    starts = [max(0, end - WINDOW_GAMES) for end in ends]
    return [
        (sums[end] - sums[start]) / (end - start) for start, end in zip(starts, ends, strict=True)
    ]
