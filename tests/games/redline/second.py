"""A second reading of Redline, written from the rules pages without a look at the rules module.

Tiles are sets of steps, every square of a large window is tried, alignments are all listed before
and after a placement and compared. Slow, and meant to be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
Spokes = frozenset[tuple[int, int]]
Laid = tuple[str, Spokes]
Square = tuple[int, int]


def turned(spokes: Spokes) -> Spokes:
    """A quarter turn clockwise."""
    return frozenset((dy, -dx) for dx, dy in spokes)


def all_turns(spokes: Spokes) -> list[Spokes]:
    turns = [spokes]
    while turned(turns[-1]) not in turns:
        turns.append(turned(turns[-1]))
    return turns


def write(tile: Laid) -> str:
    return tile[0] + "".join(str(n) for n, step in enumerate(COMPASS) if step in tile[1])


def in_hand(tile: Laid) -> str:
    return min(write((tile[0], turn)) for turn in all_turns(tile[1]))


def read(text: str) -> Laid:
    return text[0], frozenset(COMPASS[int(digit)] for digit in text[1:])


def whole_set() -> set[str]:
    shapes = [frozenset(c) for n in (1, 2, 3) for c in combinations(COMPASS, n)]
    return {in_hand((colour, shape)) for colour in "YB" for shape in shapes}


def alignments(board: dict[Square, Laid]) -> dict[str, set[frozenset[Square]]]:
    """Every maximal row, by kind: three or more of a colour, four or more alternating."""
    found: dict[str, set[frozenset[Square]]] = {"same": set(), "alternating": set()}
    for start in board:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for kind, least in (("same", 3), ("alternating", 4)):
                row = [start]
                while True:
                    here = row[-1]
                    there = (here[0] + dx, here[1] + dy)
                    if there not in board:
                        break
                    if (board[there][0] == board[here][0]) != (kind == "same"):
                        break
                    row.append(there)
                before = (start[0] - dx, start[1] - dy)
                grows_back = before in board and (
                    (board[before][0] == board[start][0]) == (kind == "same")
                )
                if len(row) >= least and not grows_back:
                    found[kind].add(frozenset(row))
    return found


def brings_new(before: dict[Square, Laid], after: dict[Square, Laid]) -> bool:
    """Whether a row stands now that holds no old row of its kind in its direction."""
    old, new = alignments(before), alignments(after)
    for kind in ("same", "alternating"):
        for row in new[kind] - old[kind]:
            if not any(earlier <= row for earlier in old[kind]):
                return True
    return False


@dataclass
class Table:
    players: int
    size: int
    contrast: bool
    own_dead_end: bool = False
    mover: int = 0
    hands: list[set[str]] = field(default_factory=list)
    board: dict[Square, Laid] = field(default_factory=dict)
    reserve: set[str] = field(default_factory=whole_set)
    last: Laid | None = None
    placer: int | None = None
    must_draw: bool = False
    must_return: list[int] = field(default_factory=list)
    dealing: list[int] = field(default_factory=list)
    out: dict[int, int] = field(default_factory=dict)
    points: list[int] | None = None

    def __post_init__(self) -> None:
        self.hands = [set() for _ in range(self.players)]
        order = [(self.mover + n) % self.players for n in range(self.players)]
        self.dealing = [seat for seat in order for _ in range(self.size)]

    def copy(self) -> Table:
        twin = Table(self.players, self.size, self.contrast, self.own_dead_end, self.mover)
        twin.hands = [set(hand) for hand in self.hands]
        twin.board, twin.reserve = dict(self.board), set(self.reserve)
        twin.last, twin.placer, twin.must_draw = self.last, self.placer, self.must_draw
        twin.must_return, twin.dealing = list(self.must_return), list(self.dealing)
        twin.out, twin.points = dict(self.out), self.points
        return twin

    def still_in(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out]

    def legal(self, tile: Laid, square: Square) -> bool:
        if not self.board:
            return square == (0, 0)
        if square in self.board:
            return False
        colours = set()
        for dx, dy in COMPASS:
            beside = self.board.get((square[0] + dx, square[1] + dy))
            if beside is None:
                continue
            mine, theirs = (dx, dy) in tile[1], (-dx, -dy) in beside[1]
            if theirs and not mine:
                return False
            if mine and not theirs and not self.own_dead_end:
                return False
            if mine and theirs:
                colours.add(beside[0])
        if len(colours) == 2:
            return not self.contrast or (self.last is not None and self.last[0] != tile[0])
        return bool(colours) and tile[0] not in colours

    def placements(self, seat: int) -> list[str]:
        xs = [x for x, _ in self.board] or [0]
        ys = [y for _, y in self.board] or [0]
        window = [
            (x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)
        ]
        found = []
        for name in self.hands[seat]:
            colour, spokes = read(name)
            for turn in all_turns(spokes):
                for x, y in window:
                    if self.legal((colour, turn), (x, y)):
                        found.append(f"{write((colour, turn))}@{x},{y}")
        return found

    def acting(self) -> int | None:
        if self.points is not None or self.dealing or self.must_draw:
            return None
        return self.must_return[0] if self.must_return else self.mover

    def actions(self) -> list[str]:
        if self.points is not None:
            return []
        if self.dealing or self.must_draw:
            return [f"+{tile}" for tile in self.reserve]
        if self.must_return:
            return [f"-{tile}" for tile in self.hands[self.must_return[0]]]
        return self.placements(self.mover)

    def do(self, action: str) -> None:
        if action.startswith("+"):
            self.reserve.remove(action[1:])
            if self.dealing:
                self.hands[self.dealing.pop(0)].add(action[1:])
            else:
                self.hands[self.mover].add(action[1:])
                self.must_draw = False
                self.end_turn()
        elif action.startswith("-"):
            self.hands[self.must_return.pop(0)].remove(action[1:])
            self.reserve.add(action[1:])
            if not self.must_return:
                self.end_turn()
        else:
            self.place(action)

    def place(self, action: str) -> None:
        name, _, where = action.partition("@")
        x, _, y = where.partition(",")
        tile = read(name)
        before = dict(self.board)
        self.board[int(x), int(y)] = tile
        self.hands[self.mover].remove(in_hand(tile))
        self.last, self.placer = tile, self.mover
        if not brings_new(before, self.board):
            self.end_turn()
        elif self.reserve:
            self.must_draw = True
        else:
            clockwise = [(self.mover + n) % self.players for n in range(1, self.players)]
            self.must_return = [seat for seat in clockwise if seat not in self.out]

    def end_turn(self) -> None:
        already = len(self.out)
        for seat in self.still_in():
            if not self.hands[seat]:
                self.out[seat] = already + 1
        able = [seat for seat in self.still_in() if self.placements(seat)]
        if not able:
            assert self.placer is not None
            self.finish(self.placer)
        elif len(self.still_in()) == 1:
            self.finish(self.still_in()[0])
        else:
            self.mover = next(
                seat
                for n in range(1, self.players + 1)
                if (seat := (self.mover + n) % self.players) not in self.out
            )
            if self.mover not in able:
                self.must_return = [self.mover] * min(2, len(self.hands[self.mover]))

    def finish(self, winner: int) -> None:
        """The winner is never counted among those out: players who went out later move up."""
        groups: dict[int, list[int]] = {}
        for seat, place in self.out.items():
            if seat != winner:
                groups.setdefault(place, []).append(seat)
        remaining = [seat for seat in self.still_in() if seat != winner]
        points = [0] * self.players
        before = 0
        for group in [*(groups[place] for place in sorted(groups)), remaining]:
            for seat in group:
                points[seat] = before + 1
            before += len(group)
        points[winner] = self.players
        self.points = points


def perft(table: Table, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in table.actions():
        after = table.copy()
        after.do(action)
        total += perft(after, depth - 1)
    return total
