"""The sentences of Babylone: prompts, previews of a move, and reports of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.scene import BoardPainter
from ludotheque.core.texts import Outlook, Texts
from ludotheque.games.babylone.rules import Babylone, Move, State, letter


class BabyloneSpeech(BoardPainter[State, Move]):
    """The sentences of the game; a subclass draws it."""

    game: Babylone
    step_texts: Mapping[str, str] = {"pile": "onto", "pile pile": "put"}

    def prompt_text(self, state: State) -> str:
        """The key of the prompt, which depends on whether all piles can be moved or only some."""
        if all(len(pile) == 1 for pile in state.piles):
            return "pile_start"
        movable = {move.source for move in self.actions(state)}
        return "pile" if len(movable) == sum(map(bool, state.piles)) else "pile_some"

    def outlook(self, state: State, presses: Sequence[str], words: Texts) -> Outlook | None:
        """How high the pile would be and its top colour; None if the presses make no move."""
        move = self.meaning(state, presses)
        if not isinstance(move, Move):
            return None
        pile = self.game.apply(state, move).piles[move.target]
        colour = words(f"colour.{pile[0]}")
        return Outlook(words("if_put", n=len(pile), colour=colour))

    def tell(self, state: State, action: Move, words: Texts) -> str:
        """Which pile goes where, and how high it is then."""
        piles = state.piles[action.source], state.piles[action.target]
        return words(
            "tell",
            seat=words.seat(state.mover),
            source=letter(action.source),
            target=letter(action.target),
            height=len(piles[0]) + len(piles[1]),
        )
