"""Croisements as text: `strip 7`, `b1`, `b1-e4/g2 WORD`, `pass`, and positions.

A position reads `0 7.3.12… b1.d1.f1 a14.c14.h14 0 12`: the seat that is Red, the strips laid, Red's
pawns, Green's pawns, turns in a row without a move, all turns; then the words that must not be
repeated (`+WORD`) and the past positions (`b1.d1.f1/a14.c14.h14~r:2`: with the player to move and
how often).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludotheque.core.notation import Notation, unread
from ludotheque.core.reason import IllegalAction, because
from ludotheque.core.repetition import read_past, write_past
from ludotheque.games.croisements.board import STRIPS, Crossing, Square
from ludotheque.games.croisements.rules import IDLE_TURNS, MOST_TURNS, Croisements
from ludotheque.games.croisements.state import (
    GREEN,
    PAWNS,
    RED,
    Action,
    Announce,
    Lay,
    Pass,
    Pawns,
    Place,
    Position,
    State,
    arrived,
    first_row,
)
from ludotheque.words import fold

MOST_LETTERS = 60  # longer than any word, and short enough for a line
_SQUARE = r"[a-h](?:1[0-4]|[1-9])"
_PLACE = re.compile(_SQUARE)
_STRIP = re.compile(r"strip (1[0-4]|[1-9])")
_MOVE = re.compile(rf"({_SQUARE})-({_SQUARE})/({_SQUARE})\s+(\S.*)")
_PAWNS = rf"(?:{_SQUARE}(?:\.{_SQUARE}){{0,2}}|-)"
_STATE = re.compile(
    rf"([01]) ((?:[1-9]\d?(?:\.[1-9]\d?){{0,13}}|-)) ({_PAWNS}) ({_PAWNS}) (\d)"
    rf" (0|[1-9]\d{{0,2}})((?: \+[A-Z]{{1,{MOST_LETTERS}}})*)((?: {_PAWNS}/{_PAWNS}~[rg]:[12])*)",
    re.ASCII,
)
_SIDES = "rg"
_HYPHENS = "\u2010\u2011-"
_PART = re.compile(rf"[^\s{_HYPHENS}]+[{_HYPHENS}]?")
_ELISION = re.compile("^(?:\\w|\\w*qu)['\u2019\u02bc]", re.IGNORECASE)


class CroisementsNotation(Notation[State, Action]):
    """Columns a to h and rows 1 to 14 as Red sees them; words in plain capitals."""

    def __init__(self, game: Croisements) -> None:
        self.game = game

    def write_action(self, action: Action) -> str:
        """A strip, a square, a crossing with its word (`?` if it was lost), or a pass."""
        match action:
            case Lay(strip):
                return f"strip {strip}"
            case Place(square):
                return str(square)
            case Announce((pawn, square, support), word, lost):
                return f"{pawn}-{square}/{support} {word}{'?' if lost else ''}"
        return "pass"

    def read_action(self, text: str) -> Action:
        """The action; a word can have accents, hyphens and small letters."""
        plain = " ".join(text.split())
        head, _, rest = plain.partition(" ")
        head = head.lower()
        if strip := _STRIP.fullmatch(f"{head} {rest}"):
            return Lay(int(strip[1]))
        if _PLACE.fullmatch(head) and not rest:
            return Place(read_square(head))
        if move := _MOVE.fullmatch(f"{head} {rest}"):
            crossing = Crossing(*(read_square(name) for name in move.groups()[:3]))
            word, lost = move[4].removesuffix("?"), rest.endswith("?")
            folded = "" if move[4] == "?" else _read_word(word)
            return Announce(crossing, folded, lost, tuple(self._parts(word)))
        return Pass() if (head, rest) == ("pass", "") else unread("unread", text)

    def for_others(self, text: str) -> str:
        """Hides an unlisted word, which could be any text: others see `b1-e4/g2 ?`."""
        return f"{text.partition(' ')[0]} ?" if text.endswith("?") else text

    def write_state(self, state: State) -> str:
        """The position, then the past in a fixed order."""
        laid = ".".join(map(str, state.strips)) or "-"
        red, green = (_write_pawns(pawns) for pawns in state.pawns)
        text = f"{state.red} {laid} {red} {green} {state.idle} {state.turns}"
        used = "".join(f" +{word}" for word in sorted(state.used))
        return text + used + write_past(state.once, state.twice, _write_position)

    def read_state(self, text: str) -> State:
        """The position; refuses one that no game can reach."""
        match = _STATE.fullmatch(" ".join(text.split()))
        if match is None:
            unread("unread_state", text)
        once, twice = read_past(match[8], _read_position)
        state = State(
            int(match[1]),
            () if match[2] == "-" else tuple(map(int, match[2].split("."))),
            (_read_pawns(match[3]), _read_pawns(match[4])),
            int(match[5]),
            int(match[6]),
            once,
            twice,
            frozenset(word[1:] for word in match[7].split()),
        )
        self._check(state)
        return state

    def _parts(self, text: str) -> Iterator[str]:
        """The folded parts between spaces and hyphens, in French without *d’*, *l’* and the like.

        A hyphen after a single letter is kept (`T-` of *T-shirt*).
        """
        elided = self.game.options.language == "fr"
        for part in _PART.findall(text):
            word = fold(_ELISION.sub("", part) if elided else part)
            if word:
                yield f"{word}-" if len(word) == 1 and part[-1] in _HYPHENS else word

    def _check(self, state: State) -> None:
        """Refuses positions that no game can reach."""
        strips = set(state.strips)
        if len(strips) < len(state.strips) or not strips <= set(range(1, STRIPS + 1)):
            raise IllegalAction(because("wrong_strips", "1.2"))
        if not _no_two_on_one(state.pawns) or not self._can_stand(state):
            raise IllegalAction(because("wrong_pawns", "1.4"))
        if not state.idle <= state.turns <= MOST_TURNS or state.idle > IDLE_TURNS:
            raise IllegalAction(because("wrong_turns", "4.4"))
        if state.used and self.game.options.repeat_words:
            raise IllegalAction(because("wrong_words", "6.2"))
        if len(state.used) > state.turns - state.idle:
            raise IllegalAction(because("wrong_turns", "6.2"))
        past = state.once | state.twice
        whole = all(_no_two_on_one(pawns) and _full(pawns) for pawns, _ in past)
        times = len(state.once) + 2 * len(state.twice)
        if not whole or state.once & state.twice or times > state.turns:
            raise IllegalAction(because("wrong_past", "4.5"))

    def _can_stand(self, state: State) -> bool:
        """Whether these pawns can stand there now; only on the first rows before the first move."""
        red, green = map(len, state.pawns)
        if state.turns > state.idle:
            late = arrived(state, GREEN) and state.side == GREEN
            return _full(state.pawns) and len(state.strips) == STRIPS and not late
        if state.turns and not _full(state.pawns):
            return False
        home = all(
            pawn.row == first_row(side) for side in (RED, GREEN) for pawn in state.pawns[side]
        )
        return home and red - green in (0, 1) and (len(state.strips) == STRIPS or not red)


def named_square(name: str) -> Square | None:
    """The square of that name, or None if there is no such square."""
    return read_square(name) if _PLACE.fullmatch(name) else None


def read_square(name: str) -> Square:
    """The square of a name, which must be valid."""
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def _read_word(text: str) -> str:
    word = fold(text)
    if not (word.isascii() and word.isalpha() and len(word) <= MOST_LETTERS):
        unread("unread_word", text)
    return word


def _no_two_on_one(pawns: Pawns) -> bool:
    """Whether no two pawns stand on one square."""
    return len({*pawns[RED], *pawns[GREEN]}) == len(pawns[RED]) + len(pawns[GREEN])


def _full(pawns: Pawns) -> bool:
    return len(pawns[RED]) == len(pawns[GREEN]) == PAWNS


def _write_pawns(pawns: tuple[Square, ...]) -> str:
    return ".".join(map(str, pawns)) or "-"


def _read_pawns(text: str) -> tuple[Square, ...]:
    return () if text == "-" else tuple(sorted(map(read_square, text.split("."))))


def _write_position(position: Position) -> str:
    (red, green), side = position
    return f"{_write_pawns(red)}/{_write_pawns(green)}~{_SIDES[side]}"


def _read_position(text: str) -> Position:
    pawns, side = text.split("~")
    red, green = (_read_pawns(each) for each in pawns.split("/"))
    return (red, green), _SIDES.index(side)
