"""The guided first game in the terminal: every box to its end, then a real game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludotheque import catalogue
from ludotheque.core.texts import texts
from ludotheque.play.lessons import Exercise, exercise
from tests.cli.command import run


def lessons(game: str, lang: str) -> list[Exercise]:
    (box,) = (box for box in catalogue() if box.name == game)
    return [exercise(game, number, lang) for number in range(1, len(box.lessons(lang)) + 1)]


def right(played: Exercise) -> Iterator[str]:
    """What is typed to do what the lesson asks for."""
    actions, answer = list[str](), played.tried([])
    while answer.kind == "on":
        actions.append(played.example(answer.state))
        answer = played.tried(actions)
    yield from actions


@pytest.mark.parametrize(
    ("game", "lang"),
    [("redline", "fr"), ("babylone", "en"), ("plus4", "fr"), ("croisements", "en")],
)
def test_a_guided_game_is_played_to_its_end_and_into_a_real_one(game: str, lang: str) -> None:
    played = lessons(game, lang)
    typed = [action for each in played for action in right(each)]
    shown = run("learn", game, "--lang", lang, "--seed", "1", typed="\n".join([*typed, "quit"]))
    assert shown.returncode == 0, shown.stderr
    say = texts("ludotheque.terminal", lang)
    for number, each in enumerate(played, start=1):
        assert say("lesson", n=number, of=len(played), title=each.title) in shown.stdout
        assert each.words(f"lesson.{each.lesson.name}.done") in shown.stdout
    asked = [each for each in played if each.lesson.refused]
    assert len(shown.stderr.splitlines()) == len(asked), "only what was to be refused"
    easiest = played[0].kit.level(next(iter(played[0].kit.bots)), lang).name
    assert say("real_game", name=easiest) in shown.stdout


def test_whoever_is_stuck_is_shown_how_or_goes_on() -> None:
    typed = "c>a\na>d\nsolution\nactions\nboard\n?\n\nnext\nquit\n"
    shown = run("learn", "babylone", "--lesson", "5", "--lang", "en", typed=typed)
    assert shown.returncode == 0
    near, refused = shown.stderr.splitlines()
    assert near == lessons("babylone", "en")[4].words("lesson.block.top")
    assert refused == "Heights 2 and 5, tops beige and black: nothing in common. (rule 2.2)"
    assert "Put pile a on pile c.  →  a>c" in shown.stdout
    assert "a>c c>a c>j j>c" in shown.stdout
    assert shown.stdout.count("Block your opponent.") == 2
    assert shown.stdout.count("go on to the next lesson") == 2
    assert "Lesson 6 of 6" in shown.stdout
    assert "real game" not in shown.stdout
