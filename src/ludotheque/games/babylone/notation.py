"""Babylone as text: `a>d`, and positions such as `v - nv n n - 0`."""

from __future__ import annotations

from collections import Counter

from ludotheque.core.notation import Notation, unread
from ludotheque.core.reason import IllegalAction, because
from ludotheque.games.babylone.rules import COLOURS, LETTERS, Babylone, Move, State, letter


class BabyloneNotation(Notation[State, Move]):
    """Names piles by the letter of their place; writes them from top to bottom, `-` if gone."""

    def __init__(self, game: Babylone) -> None:
        """Reads only positions with exactly the tablets of that game."""
        self.tablets = Counter("".join(game.initial().piles))

    def write_action(self, action: Move) -> str:
        """`a>d`: pile a onto pile d."""
        return f"{letter(action.source)}>{letter(action.target)}"

    def read_action(self, text: str) -> Move:
        """Two letters of piles with `>` between them."""
        source, arrow, target = (piece.strip().lower() for piece in text.partition(">"))
        if not arrow or len(source) != 1 or len(target) != 1:
            unread("unread", text)
        places = LETTERS.find(source), LETTERS.find(target)
        return unread("unread", text) if -1 in places else Move(*places)

    def write_state(self, state: State) -> str:
        """Every place in order, then the player to move."""
        return " ".join([*(pile or "-" for pile in state.piles), str(state.mover)])

    def read_state(self, text: str) -> State:
        """The piles and the player to move."""
        *words, mover = text.split() or [""]
        piles = tuple("" if word == "-" else word for word in words)
        if mover not in ("0", "1") or set("".join(piles)) - set(COLOURS):
            unread("unread_state", text)
        if Counter("".join(piles)) != self.tablets or len(piles) != self.tablets.total():
            raise IllegalAction(because("wrong_tablets", "4.3"))
        return State(piles, int(mover))
