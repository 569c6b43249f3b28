"""One match at one terminal: people type actions, bots answer, and the record is kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.core.game import mover
from ludotheque.core.playable import Playable
from ludotheque.core.reason import Refusal
from ludotheque.core.scene import Gesture
from ludotheque.core.texts import texts
from ludotheque.games import AnyKit, draw_figure
from ludotheque.play.hints import Hint, advice, hints
from ludotheque.play.history import OUT_OF_TIME
from ludotheque.play.levels import choose_or_stand_in, middling_bot
from ludotheque.play.match import Match
from ludotheque.render import to_text
from ludotheque.render.page import paragraph_to_text
from ludotheque.terminal.result import name_of, result_lines
from ludotheque.terminal.timing import Timing

ME = "me"  # a seat for a person at this terminal
LEAVING = ("quit", "quitter", "q")
COMMANDS = {
    "help": ("?", "help", "aide"),
    "actions": ("moves", "coups", "actions"),
    "board": ("board", "plateau", "table"),
    "rules": ("rules", "regles", "règles"),
    "hint": ("hint", "indice"),
    "undo": ("undo", "annuler"),
    "resign": ("resign", "abandonner"),
    "save": ("save", "enregistrer", "sauver"),
    "quit": LEAVING,
}
_MOST_ACTIONS_SHOWN = 60  # about ten lines of a terminal


class Quit(Exception):
    """Raised when the person leaves or the input ends."""


def _command(word: str) -> tuple[str | None, str]:
    """The command in a line (None if it is an action), and its argument."""
    first, _, rest = word.partition(" ")
    for command, names in COMMANDS.items():
        if first.lower() in names and (not rest or command in ("rules", "save")):
            return command, rest.strip()
    return None, ""


def _written(gesture: Gesture) -> str:
    """The action as it is typed; if it ends in a word, with the letters that the word needs."""
    if gesture.typed is None:
        return gesture.action
    return f"{gesture.action}{gesture.typed.initial}…({gesture.typed.letters})"


def offered(game: Playable[Any, Any], state: Any) -> str:
    """The actions that can be typed in that position, cut off after a few lines."""
    written = list(map(_written, game.gestures(state)))
    more = len(written) - _MOST_ACTIONS_SHOWN
    return " ".join(written[:_MOST_ACTIONS_SHOWN]) + (f" … (+{more})" if more > 0 else "")


def ask(prompt: str) -> str:
    """What the person types; raises Quit at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Quit from None


class Session:
    """One match between people and bots, from its first action to its result."""

    def __init__(
        self,
        kit: AnyKit,
        seats: Sequence[str],
        rng: Random,
        lang: str,
        file: str | None = None,
        timing: Timing | None = None,
    ) -> None:
        """Begins the match; with `file`, the record is written there after every action."""
        self.match = Match(kit)
        self.seats = list(seats)
        self.timing = timing
        self.rng = rng
        self.lang = lang
        self.file = file
        self.say = texts("ludotheque.terminal", lang)
        self._hints: tuple[Any, list[Hint]] = (None, [])

    def run(self) -> None:
        """Plays to the end; raises Quit if the person leaves before."""
        print(self.say("welcome"))
        self._chance()
        while self.match.outcome is None:
            seat = mover(self.match.kit.game, self.match.state)
            if self.seats[seat] == ME:
                self._person(seat)
            else:
                self._bot(seat)
        print(self.match.drawing(self.lang))
        print("\n".join(result_lines(self.match, self.lang)))

    def _chance(self) -> None:
        """Lets chance act and prints what it did."""
        for sentence in self._told_while(lambda: self.match.settle(self.rng)):
            print(f"  {sentence}")

    def _told_while(self, act: Any) -> list[str]:
        """Calls `act`, saves the record, and returns a sentence for each action that followed."""
        match, done = self.match, len(self.match.moves)
        act()
        if self.timing is not None:
            self.timing.moved(match.moves[done:])
        self._keep()
        new = match.history.step[done - len(match.moves) :] if len(match.moves) > done else ()
        told = (match.kit.game.tell(before, move.action, self.lang) for before, move in new)
        return [sentence for sentence in told if sentence]

    def _bot(self, seat: int) -> None:
        match, before = self.match, len(self.match.actions)
        action, failures = choose_or_stand_in(match.kit, self.seats[seat], match.state, self.rng)
        if self._late(seat):
            return
        for bot, error in failures:
            name = match.kit.level(bot, self.lang).name
            print(self.say("bot_failed", name=name, error=error), file=sys.stderr)
        told = self._told_while(lambda: match.play(action))
        text = self.match.kit.game.notation.write_action(self.match.actions[before])
        print(f"  {text:12} {' '.join(told)}")
        self._chance()

    def _person(self, seat: int) -> None:
        """Shows the board and asks until an action is taken."""
        print()
        self._do_board(seat, "")
        before = self.match.history
        while self.match.history is before:
            word = ask(self.say("ask", name=name_of(self.match, seat, self.lang)))
            if self._late(seat):
                return
            if not word:
                continue
            command, rest = _command(word)
            try:
                if command is None:
                    self._act(word)
                else:
                    getattr(self, f"_do_{command}")(seat, rest)
            except Refusal as refusal:
                print(self.match.kit.text(refusal.reason, self.lang), file=sys.stderr)

    def _late(self, seat: int) -> bool:
        """Whether the seat to move has no time left; if so, it loses, or a bot takes it over."""
        if self.timing is None or not self.timing.fallen(seat):
            return False
        print(self.say("late", name=name_of(self.match, seat, self.lang)))
        if len(self.seats) == 2:
            self.match.give_up(seat, OUT_OF_TIME)
        else:
            self.seats[seat] = middling_bot(self.match.kit)
            self.timing.taken_over(seat)
        self._keep()
        return True

    def _act(self, word: str) -> None:
        told = self._told_while(lambda: self.match.play(word))
        print(f"  {' '.join(told)}")
        self._chance()

    def _do_help(self, _seat: int, _rest: str) -> None:
        print(self.say("help"))

    def _do_actions(self, _seat: int, _rest: str) -> None:
        print(offered(self.match.kit.game, self.match.state))

    def _do_board(self, seat: int, _rest: str) -> None:
        """Shows the board, and what to do."""
        print(self.match.drawing(self.lang, seat))
        prompt = self.match.kit.game.prompt(self.match.state, seat, self.lang)
        print(f"  {prompt.do} {prompt.why}".rstrip())
        if self.timing is not None:
            names = [name_of(self.match, each, self.lang) for each in range(len(self.seats))]
            print(f"  {self.timing.line(names, seat, self.say)}")

    def _do_rules(self, _seat: int, rest: str) -> None:
        box, page = self.match.kit.box, self.match.kit.rules_page(self.lang)
        draw = partial(draw_figure, box, lang=self.lang)
        found = [
            p for p in page.paragraphs() if p.number == rest or p.number.startswith(f"{rest}.")
        ]
        for paragraph in found or (page.paragraphs() if not rest else ()):
            print(paragraph_to_text(paragraph, draw, self.lang))

    def _do_hint(self, seat: int, _rest: str) -> None:
        """Prints the next step of a hint and the marked board; the last step can be repeated."""
        kit, state = self.match.kit, self.match.state
        if self._hints[0] is not state:
            self._hints = state, list(self._steps(state))
        steps = self._hints[1]
        hint = steps.pop(0) if len(steps) > 1 else steps[0]
        print(to_text(kit.game.scene(state, seat, self.lang).marked(hint.parts, "chosen")))
        print(f"  {hint.text}")

    def _steps(self, state: Any) -> Iterator[Hint]:
        """The three steps of a hint; the last one ends with what to type."""
        kit = self.match.kit
        action = advice(kit, state)
        *first, last = hints(kit, state, action, self.lang)
        yield from first
        yield replace(last, text=f"{last.text}  →  {kit.game.notation.write_action(action)}")

    def _do_undo(self, seat: int, _rest: str) -> None:
        turn = self.match.turn
        undone = self.match.undo(seat)
        if self.timing is not None:
            self.timing.taken_back(len(self.match.moves), turn)
        print(self.say("undone", n=undone))
        self._keep()
        self._chance()

    def _do_resign(self, seat: int, _rest: str) -> None:
        self.match.resign(seat)
        self._keep()

    def _do_save(self, _seat: int, rest: str) -> None:
        self.file = rest or self.file
        self._keep()
        print(self.say("saved", file=self.file) if self.file else self.say("no_file"))

    def _do_quit(self, _seat: int, _rest: str) -> None:
        raise Quit

    def _keep(self) -> None:
        """Saves the record, whole or not at all; has no effect without a file."""
        if self.file is None:
            return
        path = Path(self.file)
        draft = path.with_name(path.name + ".part")
        record = self.match.record()
        if self.timing is not None:
            record = replace(record, extra=(*record.extra, *self.timing.clock.headers()))
        try:
            draft.write_text(record.write(), encoding="utf-8")
            draft.replace(path)
        except OSError:
            print(self.say("not_saved", file=self.file), file=sys.stderr)
            self.file = None
