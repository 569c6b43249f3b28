"""The guided first game and the problem of the day at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from ludotheque.core.game import Seat
from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.playable import Playable
from ludotheque.core.texts import Prompt, Texts, texts
from ludotheque.games import load_for
from ludotheque.play.hints import Hint
from ludotheque.play.lessons import Answer, exercise
from ludotheque.play.problems import Daily
from ludotheque.render import to_text
from ludotheque.terminal.session import LEAVING, PERSON, Quit, Session, ask, offered

_COMMANDS = {
    "help": ("?", "help", "aide"),
    "actions": ("actions", "coups"),
    "board": ("board", "table"),
    "solution": ("solution",),
    "next": ("next", "suivante"),
    "quit": LEAVING,
}


class Taught(Protocol):
    """A lesson, a problem, or a decision of a finished game to be taken again."""

    game: Playable[Any, Any]
    seat: Seat
    words: Texts

    @property
    def task(self) -> Prompt:
        """What to do, and why."""
        ...

    def tried(self, actions: Sequence[str]) -> Answer:
        """What is answered to these actions in order."""
        ...

    def praise(self, answer: Answer) -> Prompt:
        """What is said once it is done."""
        ...

    def solution(self, reached: Answer) -> Hint:
        """How to do it."""
        ...

    def example(self, reached: Answer) -> str:
        """An action that is right there, in notation."""
        ...


class Tutor:
    """Asks for what a lesson wants until it is done, in one language."""

    def __init__(self, lang: str, help_key: str) -> None:
        """Says the text of that key when asked for help."""
        self.lang = lang
        self.say = texts("ludotheque.terminal", lang)
        self.help = self.say(help_key)

    def teach(self, played: Taught) -> None:
        """Asks until the lesson is done, or left out."""
        actions, reached = list[str](), played.tried([])
        self._show(played, reached, played.task)
        while reached.kind == "on":
            word = ask(self.say("ask_lesson"))
            command = next((name for name, words in _COMMANDS.items() if word in words), None)
            if command == "next":
                return
            if command is not None:
                self._obey(command, played, reached)
            elif word:
                answer = played.tried([*actions, word])
                if answer.kind in ("on", "done"):
                    actions.append(word)
                    reached = answer
                self._tell(played, answer)

    def _tell(self, played: Taught, answer: Answer) -> None:
        """What came of an attempt: the board after it and praise, or why not."""
        if answer.kind in ("refused", "other") or answer.rule:
            rule = played.words("rule", number=answer.rule) if answer.rule else ""
            print(f"{answer.text} {rule}".rstrip(), file=sys.stderr)
        if answer.kind == "done":
            self._show(played, answer, played.praise(answer))
        elif answer.kind == "on":
            self._show(played, answer, played.game.prompt(answer.state, played.seat, self.lang))

    def _obey(self, command: str, played: Taught, reached: Answer) -> None:
        if command == "quit":
            raise Quit
        if command == "help":
            print(self.help)
        elif command == "actions":
            print(offered(played.game, reached.state))
        elif command == "solution":
            hint = played.solution(reached)
            print(to_text(self._scene(played, reached).marked(hint.parts, "chosen")))
            print(f"  {hint.text}  →  {played.example(reached)}")
        else:
            self._show(played, reached, played.task)

    def _show(self, played: Taught, answer: Answer, prompt: Prompt) -> None:
        print(to_text(self._scene(played, answer)))
        print(f"  {prompt.do} {prompt.why}".rstrip())

    def _scene(self, played: Taught, answer: Answer) -> Any:
        return played.game.scene(answer.state, played.seat, self.lang, answer.after)


class Course:
    """The lessons of a box in one language, from one of them on."""

    def __init__(self, box: Box, lang: str, rng: Random, start: int = 1) -> None:
        """Begins with the lesson of that number."""
        self.box = box
        self.lang = lang
        self.rng = rng
        self.start = start
        self.total = len(box.lessons(lang))
        self.tutor = Tutor(lang, "lesson_help")
        self.say = self.tutor.say

    def run(self) -> int:
        """Goes through the lessons, then plays the easiest level; `Quit` if somebody leaves."""
        print(self.tutor.help)
        for number in range(self.start, self.total + 1):
            played = exercise(self.box.name, number, self.lang)
            print(self.say("lesson", n=number, of=self.total, title=played.title))
            self.tutor.teach(played)
        return self._real_game()

    def _real_game(self) -> int:
        kit = load_for(self.box.name, self.lang)
        easiest = next(iter(kit.bots))
        print(self.say("real_game", name=kit.level(easiest, self.lang).name))
        seats = [PERSON, *[easiest] * (kit.game.seats - 1)]
        return Session(kit, seats, self.rng, self.lang).run()


def ask_problem(played: Daily) -> None:
    """Asks for the answer to a problem; `Quit` if somebody leaves."""
    tutor = Tutor(played.lang, "problem_help")
    problem = played.lesson
    assert isinstance(problem, Problem)
    level = played.kit.level(problem.level, played.lang).name
    print(tutor.help)
    day = tutor.say.date(played.day)
    print(tutor.say("problem", day=day, level=level, title=played.title))
    tutor.teach(played)
