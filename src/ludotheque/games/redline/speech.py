"""The sentences of Redline: prompts, previews of a placement, and reports of actions."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.game import Seat
from ludotheque.core.scene import LastMade, RoundPainter
from ludotheque.core.texts import NO_PROMPT, Outlook, Prompt, Steps, Texts, named_steps
from ludotheque.games.redline import art
from ludotheque.games.redline.board import Alignment, alignments, new_alignments
from ludotheque.games.redline.rules import (
    Action,
    Draw,
    Place,
    Redline,
    Return,
    State,
    in_reserve,
)
from ludotheque.games.redline.tiles import unturned

_PLACING = ("hand", "hand square", "hand square ghost")
_FIRST_STEPS = tuple(zip(_PLACING, ("first_square", "first_lying", "first_lying"), strict=True))
_LATER_STEPS = tuple(zip(_PLACING, ("place_square", "place_lying", "place_lying"), strict=True))
_MOST_NAMES = 3  # more do not fit on two lines of a phone


class RedlineSpeech(RoundPainter[State, Action]):
    """The sentences of the game; a subclass draws it."""

    game: Redline

    def __init__(self, game: Redline) -> None:
        super().__init__(game)
        self._made = LastMade(_made)

    def prompt(self, state: State, seat: Seat | None, words: Texts) -> Prompt:
        """Which tile to choose, or how many to return and why."""
        turn = self.turn(state)
        if turn is None:
            return NO_PROMPT
        if seat not in (None, turn):
            return self._for_one_who_waits(state, seat, words)
        if state.owing:
            return self._returning(state, turn, words)
        return self._placing(state, words)

    def steps(self, state: State, words: Texts) -> Steps:
        """The steps of a return; or of a tile, its square, and how it lies, as a preview shows."""
        if state.owing:
            return named_steps(words.nameless, (("hand", "return"),))
        return named_steps(words.nameless, _LATER_STEPS if state.board.tiles else _FIRST_STEPS)

    def outlook(self, state: State, presses: Sequence[str], words: Texts) -> Outlook | None:
        """What a placement would bring: a win, a tile, going out, or only a longer alignment."""
        action = self.meaning(state, presses)
        if not isinstance(action, Place):
            return None
        after = self.game.apply(state, action)
        if after.winner == state.mover:
            return Outlook(words("if_wins"))
        made = bool(new_alignments(after.board, action.square))
        if not after.drawing and len(state.hands[state.mover]) == 1:
            return Outlook(words("if_last", round=self._round(words)), always=True)
        if made:
            return Outlook(words("if_draw" if after.drawing else "if_return"))
        longer = alignments(after.board, action.square)
        return Outlook(words("if_longer")) if longer else None

    def tell(self, state: State, action: Action, words: Texts) -> str:
        """Who placed, drew or returned a tile, and its effect; of a deal, only that it is over."""
        seat, colour = _taker(self.game, state, action), words(f"tile_colour.{action.tile.colour}")
        who = words.seat(seat)
        if isinstance(action, Draw):
            if self.game.dealt_to(state) is not None:
                return self._dealt(state, words)
            return words("tell_draw", seat=who, colour=colour)
        if isinstance(action, Return):
            key = "tell_stuck" if seat == state.mover else "tell_return"
            told = [words(key, seat=who, colour=colour)]
            told += [] if in_reserve(state) else [words("reserve_back")]
        else:
            key = _telling(self._made(state, action))
            told = [words(key, seat=who, colour=colour)]
        if len(state.hands[seat]) == 1 and seat in self.game.apply(state, action).gone:
            told.append(words("tell_out", seat=who, round=self._round(words)))
        return " ".join(told)

    def verdict(self, state: State, action: Action, seat: Seat, words: Texts) -> str:
        """That alignments draw one tile, or that after a return they can draw again."""
        reserve = in_reserve(state)
        if isinstance(action, Return):
            return "" if reserve or seat != state.owing[0] else words("reserve_back")
        if not isinstance(action, Place) or seat != state.mover or not reserve:
            return ""
        made = len(self._made(state, action))
        key = "drew" if made == 1 else "drew_many"
        return words(key, k=made, seat=words.seat(seat)) if made else ""

    def instruct(self, state: State, action: Action, words: Texts) -> str:
        """Which tile to place and where, or which to return."""
        del state
        tile = art.spoken(action.tile, words)
        if isinstance(action, Place):
            return words("do_place", tile=tile, square=art.at(action.square))
        return words("do_return", tile=tile)

    def _dealt(self, state: State, words: Texts) -> str:
        """How many tiles each player has, if this was the last one dealt; otherwise empty."""
        held, hand = sum(map(len, state.hands)), self.game.options.hand
        return words("deal", n=hand) if held + 1 == hand * self.game.seats else ""

    def _for_one_who_waits(self, state: State, seat: Seat | None, words: Texts) -> Prompt:
        """For a player who waits: who must return tiles because of them, or that they are out."""
        if state.owing and seat == state.mover:
            if len(state.owing) > _MOST_NAMES:
                return words.prompt("owed_many", n=len(state.owing))
            names = words.listed([words.seat(other) for other in state.owing])
            return words.prompt("owed_others", names=names)
        if seat in state.gone:
            return words.prompt("out", round=self._round(words))
        return NO_PROMPT

    def _returning(self, state: State, seat: Seat, words: Texts) -> Prompt:
        """What to return because nothing fits, or because of another player's alignment."""
        held, owed = len(state.hands[seat]), len(state.owing)
        if seat != state.mover:
            key = "owed_last" if held == 1 else "owed"
            return words.prompt(key, name=words.seat(state.mover))
        if held <= owed:
            key = "stuck_one" if held == 1 else "stuck_both"
            return words.prompt(key, round=self._round(words))
        return words.prompt("stuck_two" if owed > 1 else "stuck_second")

    def _placing(self, state: State, words: Texts) -> Prompt:
        """Which of the tiles in hand can be placed: all, some or one."""
        if not state.board.tiles:
            return words.prompt("first")
        fitting = {unturned(action.tile) for action in self.actions(state)}
        if len(fitting) == 1:
            prompt = words.prompt("choose_one")
        else:
            some = len(fitting) < len(state.hands[state.mover])
            prompt = words.prompt("choose_some" if some else "choose")
        return prompt if in_reserve(state) else prompt._replace(tip=words("reserve_empty"))

    def _round(self, words: Texts) -> str:
        """The word for a round, which is the game if there is only one."""
        return words("round.several" if self.game.options.rounds > 1 else "round.lone")


def _telling(made: Sequence[Alignment]) -> str:
    """The key of the sentence for a placement that makes these alignments."""
    kinds = {kind for kind, *_ in made}
    kind = "both" if len(kinds) > 1 else next(iter(kinds), "")
    return f"tell_alignment.{kind}" if kind else "tell_place"


def _made(state: State, action: Place) -> list[Alignment]:
    """The alignments that a placement makes."""
    return new_alignments(state.board.place(action.tile, action.square), action.square)


def _taker(game: Redline, state: State, action: Action) -> Seat:
    """The seat that places, draws or returns the tile, or is dealt it."""
    dealt = game.dealt_to(state) if isinstance(action, Draw) else None
    return state.acting if dealt is None else dealt
