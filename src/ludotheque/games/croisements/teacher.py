"""Teaches Croisements: estimates by how games ended from positions with a similar outlook."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ludotheque.core.estimate import Estimate, share
from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import RoundTeacher, joined, opposed
from ludotheque.games.croisements import unpack
from ludotheque.games.croisements.board import COLUMNS
from ludotheque.games.croisements.bots import outlook, spacing_error
from ludotheque.games.croisements.rules import CroisementsOptions
from ludotheque.games.croisements.state import Action, Announce, Place, State, first_row
from ludotheque.words import HouseWords

FILE = files(__package__).joinpath("chances.toml")
# `chances.toml` counts games by the outlook in steps of STEP_ROWS, up to MOST_STEPS to either side:
# finer steps have fewer games each.
STEP_ROWS, MOST_STEPS = 2, 15
# Frequencies on Zipf's scale. Words that the expert level knows are advised first, a rarer word
# only if its share is better by more than RARE_WORD_GAIN_SHARE; words that the champion does not
# know are not analysed. Not tuned by measurement.
FAMILIAR_ZIPF, RARE_WORD_GAIN_SHARE = 3.3, 0.3
KNOWN_ZIPF = 2.0


class Teacher(RoundTeacher[State, Action]):
    """Estimates by the outlook; knows a word for every crossing that has one."""

    def __init__(self, options: CroisementsOptions) -> None:
        super().__init__(unpack(options).rules)
        self.words = HouseWords(options.language)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """The results of games with such an outlook, interpolated between two steps."""
        seat = board.seat(board.side)
        found = outlook(board, seat) / STEP_ROWS
        below = int(found // 1)
        return opposed(_between(chances(below), chances(below + 1), found - below), seat)

    def advice(self, state: Any) -> Any:
        """The best action with a familiar word, unless a rare word is worth much more."""
        found = self.analyse(state)
        known = tuple((a, v) for a, v in found.actions if self._takes(a, FAMILIAR_ZIPF))
        choice = joined(known) if known else found
        better = found.verdict.share - choice.verdict.share
        taken = found if better > RARE_WORD_GAIN_SHARE else choice
        return self.preferred(state.round, taken.best)

    def preferred(self, board: State, best: Sequence[Action]) -> Action:
        """A pawn two columns from the next, near the middle; or the most common word."""

        def dislike(action: Action) -> tuple[float, float]:
            match action:
                case Place(square):
                    own = sorted([*(p.column for p in board.pawns[board.side]), square.column])
                    return spacing_error(own), abs(square.column - (COLUMNS - 1) / 2)
                case Announce(_, word):
                    return 0, -self.words.frequency(word)
            return 0, 0

        return min(best, key=dislike)

    def analysed(self, board: State) -> Analysis[Action]:
        """Every action with a known word, or every action if no word is known."""
        actions = self.game.actions(board)
        known = [action for action in actions if self._takes(action, KNOWN_ZIPF)] or actions
        return joined(tuple((action, self.rated(board, action)) for action in known))

    def _takes(self, action: Action, least_zipf: float) -> bool:
        """Whether the action needs no word, or one that is at least that common."""
        return not isinstance(action, Announce) or self.words.frequency(action.word) >= least_zipf

    def reason(self, board: State, action: Action) -> Reason:
        """The word, and how many rows it takes the pawn forward."""
        if isinstance(action, Place):
            return because("teacher.place")
        if not isinstance(action, Announce):
            return because("teacher.pass")
        home = first_row(1 - board.side)
        crossing = action.crossing
        gained = abs(crossing.pawn.row - home) - abs(crossing.square.row - home)
        key = "teacher.word" if gained > 0 else "teacher.word_aside"
        return because(key, word=action.word, n=gained)


def chances(at: int) -> Estimate:
    """The chance of winning from an outlook of that many steps."""
    return _chances()[max(-MOST_STEPS, min(MOST_STEPS, at)) + MOST_STEPS]


@cache
def _chances() -> list[Estimate]:
    """The chances by step; neighbours are joined if the better outlook won less often."""
    rows: dict[str, tuple[int, float]] = tomllib.loads(FILE.read_text("utf-8"))
    pools: list[_Pool] = []
    for at in range(-MOST_STEPS, MOST_STEPS + 1):
        pool = _Pool(*rows.get(str(at), (0, 0.0)), 1)
        while pools and pool.won * pools[-1].games <= pools[-1].won * pool.games:
            pool = pool.joined(pools.pop())
        pools.append(pool)
    return [share(pool.won, pool.games) for pool in pools for _ in range(pool.steps)]


class _Pool(NamedTuple):
    """Neighbouring steps counted together."""

    games: int
    won: float
    steps: int

    def joined(self, other: _Pool) -> _Pool:
        """The sum of both."""
        return _Pool(self.games + other.games, self.won + other.won, self.steps + other.steps)


def _between(low: Estimate, high: Estimate, part: float) -> Verdict:
    """Interpolates between the estimates of two steps; `part` goes from 0 (`low`) to 1 (`high`)."""
    pairs = zip(low, high, strict=True)
    value, least, most = (one + (other - one) * part for one, other in pairs)
    return Verdict(value, odds=True, low=least, high=most)
