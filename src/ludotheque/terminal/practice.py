"""The guided first game, the problem of the day, and mistakes to try again, at a terminal."""

from __future__ import annotations

import sys
from random import Random

from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import Prompt, texts
from ludotheque.games import load_for
from ludotheque.practice.exercise import Answer, Attempt, Exercise
from ludotheque.practice.lessons import exercise
from ludotheque.practice.mistakes import Mistake
from ludotheque.practice.problems import Daily
from ludotheque.render import to_text
from ludotheque.terminal.session import COMMANDS, ME, Quit, Session, ask, offered

_COMMANDS = {
    **{name: COMMANDS[name] for name in ("help", "actions", "board", "quit")},
    "solution": ("solution",),
    "next": ("next", "suivante"),
}


class Tutor:
    """Guides a person through exercises, in one language."""

    def __init__(self, lang: str, help_key: str) -> None:
        """`help_key` is the key of the text that is printed if the person asks for help."""
        self.say = texts("ludotheque.terminal", lang)
        self.help = self.say(help_key)

    def teach(self, played: Exercise) -> None:
        """Asks until the exercise is done or skipped; raises Quit if the person leaves."""
        actions, reached = tuple[str, ...](), played.tried([])
        self._show(played, reached, played.task)
        while reached.kind == "on":
            word = ask(self.say("ask_lesson"))
            command = next((name for name, words in _COMMANDS.items() if word in words), None)
            if command == "next":
                return
            if command is not None:
                self._obey(command, played, reached)
            elif word:
                attempt = Attempt((*actions, word))
                answer = _knowing(played, attempt).tried(attempt.actions)
                if answer.kind in ("on", "done"):
                    actions, reached = attempt.actions, answer
                self._tell(played, answer)

    def _tell(self, played: Exercise, answer: Answer) -> None:
        """Prints the answer to an attempt: the new board and praise, or what is wrong."""
        if answer.kind in ("refused", "other") or answer.rule:
            rule = played.words("rule", number=answer.rule) if answer.rule else ""
            print(f"{answer.text} {rule}".rstrip(), file=sys.stderr)
        if answer.kind in ("on", "done"):
            self._show(played, answer, played.prompt(answer))

    def _obey(self, command: str, played: Exercise, reached: Answer) -> None:
        if command == "quit":
            raise Quit
        if command == "help":
            print(self.help)
        elif command == "actions":
            print(offered(played.game, reached.state))
        elif command == "solution":
            knowing = _knowing(played, Attempt(solution=True))
            hint = knowing.solution(reached)
            print(to_text(played.scene(reached).marked(hint.parts, "chosen")))
            print(f"  {hint.text}  →  {knowing.example(reached)}")
        else:
            self._show(played, reached, played.task)

    def _show(self, played: Exercise, answer: Answer, prompt: Prompt) -> None:
        print(to_text(played.scene(answer)))
        print(f"  {prompt.do} {prompt.why}".rstrip())


def _knowing(played: Exercise, attempt: Attempt) -> Exercise:
    """The exercise with the result of the teacher's work for the attempt, in this process."""
    work = played.work(attempt)
    return played if work is None else played.knowing(work.run(lambda: None))


def teach_lessons(box: Box, lang: str, rng: Random, start: int = 1) -> None:
    """Teaches the lessons from that number on, then plays the easiest level.

    Raises Quit if the person leaves.
    """
    tutor, total = Tutor(lang, "lesson_help"), len(box.lessons(lang))
    print(tutor.help)
    for number in range(start, total + 1):
        played = exercise(box.name, number, lang)
        print(tutor.say("lesson", n=number, of=total, title=played.title))
        tutor.teach(played)
    kit = load_for(box.name, lang)
    easiest = next(iter(kit.bots))
    print(tutor.say("real_game", name=kit.level(easiest, lang).name))
    Session(kit, [ME, *[easiest] * (kit.game.seats - 1)], rng, lang).run()


def ask_problem(played: Daily) -> None:
    """Asks for the solution of a problem; raises Quit if the person leaves."""
    tutor = Tutor(played.lang, "problem_help")
    problem = played.lesson
    assert isinstance(problem, Problem)
    level = played.kit.level(problem.level, played.lang).name
    print(tutor.help)
    day = tutor.say.date(played.day)
    print(tutor.say("problem", day=day, level=level, title=played.title))
    tutor.teach(played)


def ask_mistake(mistake: Mistake) -> None:
    """Asks for a better action until none is better; raises Quit if the person leaves."""
    tutor = Tutor(mistake.words.lang, "problem_help")
    print(tutor.help)
    tutor.teach(mistake)
