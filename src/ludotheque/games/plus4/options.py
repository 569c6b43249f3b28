"""The options of Plus 4."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.spec import Options, option


@dataclass(frozen=True)
class Plus4Options(Options):
    """The mode; the points that win; in mode `rounds`, a number of rounds can replace them.

    The source leaves the last three open: what the third occurrence of a position means in
    `endless`, what several lines at once are worth in `rounds`, and who wins in `elementary` if one
    push completes lines of both colours.
    """

    mode: str = option("elementary", "elementary", "endless", "rounds")
    target: int = option(11, low=1, high=11, needs={"mode": ("endless", "rounds"), "rounds": (0,)})
    rounds: int = option(0, 0, 3, needs={"mode": ("rounds",)})
    repetition: str = option("leader", "leader", "draw", needs={"mode": ("endless",)})
    lines: str = option("all", "all", "best", needs={"mode": ("rounds",)})
    both_lines: str = option("draw", "draw", "mover", needs={"mode": ("elementary",)})

    @property
    def third_time_draws(self) -> bool:
        """Whether a threefold repetition is a draw whatever the points (3.3, 4.8)."""
        return self.mode == "elementary" or self.repetition == "draw"

    @property
    def best_line_only(self) -> bool:
        """Whether only the best of several lines of a colour counts (5.9)."""
        return self.lines == "best"

    @property
    def mover_first(self) -> bool:
        """Whether the mover wins if one push completes lines of both colours (3.2)."""
        return self.both_lines == "mover"

    @property
    def elementary_file(self) -> str:
        """The name of the file with the values of the elementary game."""
        return "elementary-mover.table" if self.mover_first else "elementary.table"

    @property
    def is_solved(self) -> bool:
        """Whether exact values exist: only for the defaults of `repetition` and `lines`."""
        return self.repetition == "leader" and self.lines == "all"
