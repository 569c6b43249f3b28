"""What Babylone says: what to do, what a move would bring about, what somebody did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.core.scene import RoundPainter
from ludotheque.core.texts import NO_PROMPT, Outlook, Prompt, Steps, Texts
from ludotheque.games.babylone.rules import Babylone, Move, State, letter


class BabyloneSpeech(RoundPainter[State, Move]):
    """The sentences of the game; how it is drawn is for the painter that goes with it."""

    plays = "press"
    game: Babylone

    def prompt(self, state: State, seat: Seat | None, words: Texts) -> Prompt:
        """Which piles can be moved: all, at the start too, or some."""
        turn = self.turn(state)
        if turn is None or seat not in (None, turn):
            return NO_PROMPT
        if all(len(pile) == 1 for pile in state.piles):
            return words.prompt("pile_start")
        movable = {move.source for move in self.actions(state)}
        every = len(movable) == sum(map(bool, state.piles))
        return words.prompt("pile" if every else "pile_some")

    def steps(self, state: State, words: Texts) -> Steps:
        """A pile, then the pile it goes onto."""
        del state
        return _steps(words.nameless)

    def outlook(self, state: State, presses: Sequence[str], words: Texts) -> Outlook | None:
        """How high the pile would be, and which colour on top."""
        move = self.meaning(state, presses)
        if not isinstance(move, Move):
            return None
        pile = self.game.apply(state, move).piles[move.target]
        colour = words(f"colour.{pile[0]}")
        return Outlook(words("if_put", n=len(pile), colour=colour))

    def tell(self, state: State, action: Move, words: Texts) -> str:
        """Which pile goes where, and how high that makes it."""
        piles = state.piles[action.source], state.piles[action.target]
        return words(
            "tell",
            seat=words.seat(state.mover),
            source=letter(action.source),
            target=letter(action.target),
            height=len(piles[0]) + len(piles[1]),
        )

    def instruct(self, state: State, action: Move, words: Texts) -> str:
        """Which pile goes where."""
        del state
        return words("do", source=letter(action.source), target=letter(action.target))


@lru_cache(maxsize=4)  # in both languages
def _steps(words: Texts) -> Steps:
    return Steps({"pile": words.step("onto"), "pile pile": words.step("put")})
