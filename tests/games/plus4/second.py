"""A second reading of Plus 4, written from the rules pages without a look at the rules module.

The grid is a dictionary of cells, the whole past of the round is kept, nothing is packed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]


def all_lines() -> list[list[Cell]]:
    lines = []
    for x in range(4):
        for y in range(4):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + n * dx, y + n * dy) for n in range(4)]
                if all(0 <= cx < 4 and 0 <= cy < 4 for cx, cy in cells):
                    lines.append(cells)
    return lines


LINES = all_lines()


@dataclass
class Round:
    mode: str
    target: int
    best: bool = False
    pusher_first: bool = False
    grid: dict[Cell, tuple[int, bool]] = field(default_factory=dict)
    mover: int = 0
    scores: list[int] = field(default_factory=lambda: [0, 0])
    past: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.past.append(self.position())

    def position(self) -> object:
        return frozenset(self.grid.items()), self.mover, tuple(self.scores)

    def bonus_in_hand(self) -> bool:
        return (self.mover, True) not in self.grid.values()

    def owned(self) -> dict[int, int]:
        """The complete lines by number, and whose they are."""
        owners = {}
        for number, cells in enumerate(LINES):
            colours = {self.grid[c][0] if c in self.grid else None for c in cells}
            if len(colours) == 1 and None not in colours:
                owners[number] = self.grid[cells[0]][0]
        return owners

    def over(self) -> bool:
        if self.past.count(self.past[-1]) >= 3:
            return True
        return max(self.scores) >= (self.target if self.mode == "endless" else 1)

    def moves(self) -> list[tuple[int, bool]]:
        if self.over():
            return []
        kinds = [False]
        if self.mode != "elementary" and self.bonus_in_hand():
            kinds.append(True)
        return [(x, bonus) for x in range(4) for bonus in kinds]

    def push(self, x: int, bonus: bool) -> Round:
        before = self.owned()
        grid = {c: pawn for c, pawn in self.grid.items() if c[0] != x}
        for y in range(3):
            if (x, y) in self.grid:
                grid[x, y + 1] = self.grid[x, y]
        grid[x, 0] = (self.mover, bonus)
        after = Round(
            self.mode,
            self.target,
            self.best,
            self.pusher_first,
            grid,
            self.mover,
            list(self.scores),
            [None],
        )
        after.past = list(self.past)
        made: dict[int, list[int]] = {0: [], 1: []}
        for number, owner in after.owned().items():
            if before.get(number) == owner:
                continue
            value = 1
            if (owner, True) in [grid[c] for c in LINES[number]]:
                fresh = bonus and owner == self.mover
                value = 1 if self.mode == "rounds" and fresh else 2
            made[owner].append(value)
        if self.pusher_first and made[self.mover]:
            made[1 - self.mover] = []
        for owner, values in made.items():
            after.scores[owner] += max(values, default=0) if self.best else sum(values)
        after.mover = 1 - self.mover
        after.past.append(after.position())
        return after


def perft(state: Round, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(state.push(*move), depth - 1) for move in state.moves())
