"""The sentences of Plus 4: prompts, previews of a push, and reports of pushes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludotheque.core.game import Seat
from ludotheque.core.scene import RoundPainter
from ludotheque.core.texts import NO_PROMPT, Outlook, Prompt, Steps, Texts, named_steps
from ludotheque.games.plus4.rules import (
    BONUS,
    PAWNS,
    SIZE,
    Plus4,
    Push,
    State,
    complete,
    in_hand,
    new_lines,
)


class Plus4Speech(RoundPainter[State, Push]):
    """The sentences of the game; a subclass draws it."""

    plays = "mouse"
    game: Plus4

    def prompt(self, state: State, seat: Seat | None, words: Texts) -> Prompt:
        """Asks for a column and a pawn, or warns that the position occurred before."""
        if not self._acts(state, seat):
            return NO_PROMPT
        if state.position in state.once:
            draws = self.game.options.third_time_draws
            key = "elementary" if draws else self.game.mode
            return words.prompt("again", why=words(f"again.{key}"))
        return self._choice(state, words)

    def steps(self, state: State, words: Texts) -> Steps:
        """The steps of a push: a column, or the bonus pawn and then a column."""
        del state
        named = ("column", "push"), ("hand", "bonus_taken"), ("hand column", "push")
        return named_steps(words.nameless, named)

    def outlook(self, state: State, presses: Sequence[str], words: Texts) -> Outlook | None:
        """Which pawn would fall out, and which player would get a line; None if neither happens."""
        push = self.meaning(state, presses)
        if not isinstance(push, Push):
            return None
        column, said = state.columns[push.column], []
        if len(column) == SIZE:
            said.append(words("if_falls", pawn=words(f"pawn.{column[-1]}")))
        said += self._lines_of(state, push, words)
        return Outlook(" ".join(said)) if said else None

    def points(self, state: State) -> tuple[int, ...] | None:
        """The points of the round; None in the elementary game, which has none."""
        return state.scores if self.game.has_bonus else None

    def tell(self, state: State, action: Push, words: Texts) -> str:
        """Who pushed where, what fell out, and the points it made."""
        key = "tell_bonus" if action.bonus else "tell"
        told = [words(key, seat=words.seat(state.mover), column=action.column + 1)]
        column = state.columns[action.column]
        if len(column) == SIZE:
            told.append(words("tell_fallen", pawn=words(f"pawn.{column[-1]}")))
        return " ".join([*told, *self._scored(state, action, words)])

    def verdict(self, state: State, action: Push, seat: Seat, words: Texts) -> str:
        """Tells a player that their bonus pawn fell out and can be played again, or is empty."""
        fell = state.columns[action.column][SIZE - 1 :]
        return words("fell_bonus", seat=words.seat(seat)) if fell == BONUS[seat] else ""

    def instruct(self, state: State, action: Push, words: Texts) -> str:
        """Which column to push, and with which pawn."""
        del state
        return words("do_bonus" if action.bonus else "do", column=action.column + 1)

    def _choice(self, state: State, words: Texts) -> Prompt:
        """The prompt for a column; it depends on the bonus pawn and on the mover's first pawn."""
        if not self.game.has_bonus:
            begun = any(PAWNS[state.mover] in column for column in state.columns)
            return words.prompt("column" if begun else "column_new")
        if not in_hand(state.columns, state.mover):
            return words.prompt("bonus_inside")
        return words.prompt("column_or_bonus", tip=words(f"bonus.{self.game.mode}"))

    def _scored(self, state: State, action: Push, words: Texts) -> list[str]:
        """The points that a push made, for the mover or for the other player."""
        if not self.game.has_bonus:
            return []
        after = self.game.apply(state, action)
        lines, told = Counter(new_lines(state.columns, after.columns).values()), []
        for seat in sorted(lines, key=lambda seat: seat != state.mover):
            key = "tell_points" if seat == state.mover else "tell_given"
            names = {"seat": words.seat(seat), "other": words.seat(1 - seat)}
            gained = after.scores[seat] - state.scores[seat]
            told.append(words(key, k=lines[seat], n=gained, **names))
        return told

    def _lines_of(self, state: State, push: Push, words: Texts) -> list[str]:
        """For which player the push completes a line, or that an old line does not count again."""
        after = self.game.apply(state, push).columns
        owners = set(new_lines(state.columns, after).values())
        if len(owners) == 2 and not self.game.options.mover_first:
            return [words("if_both")]
        if state.mover in owners:
            return [words("if_mine")]
        if owners:
            return [words("if_theirs", name=words.seat(1 - state.mover))]
        old = any(
            owner == state.mover and push.column in {column for column, _ in line}
            for line, owner in complete(after).items()
        )
        return [words("if_old")] if old and self.game.has_bonus else []
