"""A second reading of Croisements, written from the rules pages without a look at the rules module.

The board is a dictionary of letters by name, every square and every pawn is tried for every
crossing, and the whole past of the game is kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

FILES = "abcdefgh"
NAMES = [f"{file}{rank}" for rank in range(1, 15) for file in FILES]


def at(name: str) -> tuple[int, int]:
    return FILES.index(name[0]), int(name[1:])


def letters_of(strips: list[str]) -> dict[str, str]:
    """Red's half row by row, then each square's twin across the middle of the board."""
    board = {}
    for number, strip in enumerate(strips):
        for offset, letter in enumerate(strip):
            file, rank = offset + (4 if number % 2 else 0), 1 + number // 2
            board[f"{FILES[file]}{rank}"] = letter
            board[f"{FILES[7 - file]}{15 - rank}"] = letter
    return board


def between(one: str, other: str) -> list[str] | None:
    """The squares strictly between two on a common line; None if they share none."""
    (x1, y1), (x2, y2) = at(one), at(other)
    dx, dy = x2 - x1, y2 - y1
    if (dx, dy) == (0, 0) or not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return None
    steps = max(abs(dx), abs(dy))
    return [f"{FILES[x1 + dx * n // steps]}{y1 + dy * n // steps}" for n in range(1, steps)]


def slope(one: str, other: str) -> str:
    """Which of the four kinds of line joins two squares that are on one."""
    (x1, y1), (x2, y2) = at(one), at(other)
    if x1 == x2:
        return "|"
    if y1 == y2:
        return "-"
    return "/" if (x2 - x1) * (y2 - y1) > 0 else "\\"


@dataclass
class Round:
    letters: dict[str, str]
    red: set[str]
    green: set[str]
    repeat: bool = True
    turns: int = 0
    idle: int = 0
    used: set[str] = field(default_factory=set)
    past: Counter[object] = field(default_factory=Counter)
    over: bool = False
    red_is_home: bool = False

    def __post_init__(self) -> None:
        self.past[self.position()] += 1

    def position(self) -> object:
        return frozenset(self.red), frozenset(self.green), self.turns % 2

    def crossings(self) -> dict[tuple[str, str, str], Counter[str]]:
        """Every pawn, square and support of the player to move, with the letters owed."""
        mine = self.red if self.turns % 2 == 0 else self.green
        pawns = self.red | self.green
        found = {}
        for pawn in mine:
            for square in NAMES:
                for support in pawns - {pawn}:
                    if square not in pawns:
                        owed = self.owed(pawn, square, support)
                        if owed is not None:
                            found[pawn, square, support] = owed
        return found

    def owed(self, pawn: str, square: str, support: str) -> Counter[str] | None:
        own, lean = between(pawn, square), between(support, square)
        if own is None or lean is None or slope(pawn, square) == slope(support, square):
            return None
        if (self.red | self.green) & {*own, *lean}:
            return None
        return Counter(self.letters[n] for n in [pawn, *own, square, *lean, support])

    def fits(self, crossing: tuple[str, str, str], word: str) -> bool:
        pawn, square, support = crossing
        mine, pawns = (self.red, self.green)[self.turns % 2], self.red | self.green
        if pawn not in mine or square in pawns or support not in pawns - {pawn}:
            return False
        owed = self.owed(pawn, square, support)
        if owed is None or word[0] != self.letters[pawn]:
            return False
        if not self.repeat and word in self.used:
            return False
        return all(word.count(letter) >= count for letter, count in owed.items())

    def move(self, crossing: tuple[str, str, str], word: str) -> None:
        mine = self.red if self.turns % 2 == 0 else self.green
        mine.remove(crossing[0])
        mine.add(crossing[1])
        self.used.add(word)
        self.idle = 0
        self.end_turn()

    def wait(self) -> None:
        self.idle += 1
        self.end_turn()

    def end_turn(self) -> None:
        last = self.red_is_home
        self.turns += 1
        self.red_is_home = all(at(n)[1] >= 12 for n in self.red)
        if self.idle < 2:
            self.past[self.position()] += 1
        again = self.idle < 2 and self.past[self.position()] == 3
        green_is_home = all(at(n)[1] <= 3 for n in self.green)
        long = self.idle == 6 or again or self.turns == 200
        self.over = last or green_is_home or long

    def points(self) -> tuple[int, int]:
        red = sum(max(0, at(n)[1] - 11) for n in self.red)
        green = sum(max(0, 4 - at(n)[1]) for n in self.green)
        return red, green
