"""Teaches Plus 4: exactly where the game is solved, otherwise by estimates from played games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.bots.rollouts import anything, rollouts
from ludotheque.core.game import Game
from ludotheque.core.player import has_kernels, playable
from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import RoundTeacher, opposed
from ludotheque.games.plus4.bots import bots
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import LINES, SIZE, Line, Plus4, Push, State, new_lines
from ludotheque.games.plus4.solving.paths import is_read_plainly, is_stored

if TYPE_CHECKING:
    from ludotheque.games.plus4.solver import Solver

# For each push: its 95 % interval is then at most 10 % to either side. More games would narrow it,
# but take longer on the plain rules.
ROLLOUT_GAMES = 100


class Teacher(RoundTeacher[State, Push]):
    """Asks the solver about the match; if nothing is solved, plays the round to its end."""

    def __init__(self, options: Plus4Options) -> None:
        """Does not open the solved files yet: that happens at the first question."""
        super().__init__(Plus4(options))
        self.options = options
        self._solver: Solver | None = None

    def worth(self, state: Any) -> tuple[Verdict, ...]:
        """What the match is worth to each seat, proved if it is solved, otherwise estimated."""
        solver = self._solved()
        if solver is None:
            return super().worth(state)
        return opposed(solver.verdict(state), state.round.mover)

    def analyse(self, state: Any) -> Analysis[Any]:
        """The values of every push, all proved or all estimated."""
        solver = self._solved()
        return super().analyse(state) if solver is None else solver.analyse(state)

    def advice(self, state: Any) -> Any:
        """A push that gives nothing away; if nothing is solved, the push of the strongest bot."""
        solver = self._solved()
        if solver is None:
            strongest = list(playable(bots(self.options)).values())[-1]
            return strongest.choose(self.game, state.round, Random(0))
        return solver.best(state)[0]

    def why(self, state: Any, action: Any) -> Reason:
        """A reason visible on the board; otherwise in how many moves the push surely wins."""
        seen = super().why(state, action)
        if seen.key != "teacher.steady" or self._solved() is None:
            return seen
        found = self.analyse(state)
        verdict = found.of(action)
        soon = verdict.proved and verdict.share == 1 and found.until == "end"
        far = verdict.moves if soon else None
        return seen if far is None else because("teacher.forces", n=far)

    def rate(self, state: Any, action: Any) -> Verdict:
        """The value of the push in the analysis."""
        return self.analyse(state).of(action)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """Estimates by played games in which a player scores if that gives away no points."""
        return rollouts(self.game, board, ROLLOUT_GAMES, Random(repr(board.position)), greedy)

    def reason(self, board: State, action: Push) -> Reason:
        """Whether the push makes, allows or prevents a line, or does none of these."""
        made = self._made(board, action)
        if made is not None:
            return _four(made)
        if self._threat(self.game.apply(board, action)) is not None:
            return because("teacher.allows")
        threat = self._threat(State(board.columns, 1 - board.mover, board.scores))
        if threat is not None:
            return because("teacher.prevents", column=threat.column + 1)
        return because("teacher.steady")

    def _made(self, board: State, action: Push) -> Line | None:
        """A line of the mover's colour that the push completes, or None."""
        made = new_lines(board.columns, self.game.apply(board, action).columns)
        return next((line for line, seat in made.items() if seat == board.mover), None)

    def _threat(self, board: State) -> Push | None:
        """A push by which the player to move could line up four, or None."""
        return next((p for p in self.game.actions(board) if self._made(board, p)), None)

    def _solved(self) -> Solver | None:
        """The solver if it answers at once, otherwise None."""
        if self._solver is None and self._is_quick():
            from ludotheque.games.plus4.solver import Solver  # noqa: PLC0415  # may load Numba

            self._solver = Solver(self.options)
        return self._solver

    def _is_quick(self) -> bool:
        """Whether the files are stored, or solving takes less than a second (elementary game)."""
        if not has_kernels():
            return is_read_plainly(self.options)
        return self.options.mode == "elementary" or is_stored(self.options)


def greedy(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """A random push that scores for the mover only, or any push if there is none."""
    own, other = state.scores[state.mover], state.scores[1 - state.mover]
    for push in rng.sample(game.actions(state), len(game.actions(state))):
        after = game.apply(state, push).scores
        if after[state.mover] > own and after[1 - state.mover] == other:
            return push
    return anything(game, state, rng)


def _four(line: Line) -> Reason:
    """The reason that says which line was made."""
    number = LINES.index(line)
    if number < SIZE:
        return because("teacher.column", n=number + 1)
    if number < 2 * SIZE:
        return because("teacher.row", n=number - SIZE + 1)
    return because("teacher.diagonal")
