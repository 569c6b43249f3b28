"""Hex and Quixo, which are packages of their own: found, checked and played like any other game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.acting import new_table, play_out, turn_by_finger, turn_by_mouse
from tests.browser.conftest import Opener
from tests.examples.conftest import GAMES, ROOT
from tests.inner import PYTEST

MOST_LINES = 300  # of Python, so that a game can be written in an evening
CONFORMANCE = ("--ludotheque", "{name}", "--ludotheque-defaults", "examples/{name}/tests")
# No matter who begins: one player fills a row or a column first, and later lines are not read.
TYPED = {
    "hex(size=3)": ["b1", "a1", "b2", "a2", "b3", "a3"],
    "quixo": ["a1>e1", "a5>e5"] * 4 + ["a1>e1"],
}
NAMED = re.compile(r'[Qq]uixo|ludotheque_hex|\bHex\b|"hex["(]')  # not `.hex()` of a number


def run(path: str, *words: str, typed: str = "") -> str:
    """The output of a process that finds the games."""
    done = subprocess.run(
        [sys.executable, *words], input=typed, capture_output=True, text=True, encoding="utf-8",
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_it_keeps_to_what_every_game_keeps_to_and_to_its_own_rules(
    path_with_games: str, name: str
) -> None:
    run(path_with_games, *PYTEST, *(word.format(name=name) for word in CONFORMANCE))


@pytest.mark.parametrize("name", GAMES)
def test_every_paragraph_of_its_rules_has_a_test(name: str) -> None:
    folder = ROOT / "examples" / name
    page = (folder / "src" / f"ludotheque_{name}" / "rules.fr.md").read_text("utf-8")
    tests = (folder / "tests" / f"test_{name}.py").read_text("utf-8")
    paragraphs = set(re.findall(r"^(\d+\.\d+) ", page, re.MULTILINE))
    assert paragraphs
    assert {n.replace("_", ".") for n in re.findall(r"def test_(\d+_\d+)_", tests)} == paragraphs


@pytest.mark.parametrize("name", GAMES)
def test_it_is_short(name: str) -> None:
    files = (ROOT / "examples" / name / "src").rglob("*.py")
    assert 0 < sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_nothing_outside_names_them() -> None:
    """Everything that a game needs is in its folder."""
    found = [*(ROOT / "src").rglob("*"), ROOT / "pyproject.toml"]
    texts = [file for file in found if file.suffix in {".py", ".toml", ".html", ".css", ".js"}]
    assert [str(file) for file in texts if NAMED.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize("spec", TYPED)
def test_a_whole_game_in_the_terminal(path_with_games: str, spec: str) -> None:
    words = ("-m", "ludotheque", "play", spec, "--seats", "me,me", "--lang", "en")
    shown = run(path_with_games, *words, typed="\n".join(TYPED[spec]) + "\n")
    assert " wins!" in shown


def test_a_whole_game_of_hex_against_a_bot_by_finger(person: Opener) -> None:
    page, rng = person("fr", 390, 844, has_touch=True), Random(3)
    new_table(page, "hex", "me", "random", size="3")
    assert play_out(page, lambda p: turn_by_finger(p, rng)) > 1
    expect(page.locator("#over h2")).to_contain_text("gagn")


def test_a_whole_game_of_quixo_against_a_bot_by_mouse(person: Opener) -> None:
    page, rng = person("en"), Random(3)
    new_table(page, "quixo", "me", "random")
    assert play_out(page, lambda p: turn_by_mouse(p, rng)) > 4
    expect(page.locator("#over h2")).to_contain_text(re.compile(r"\b(won|wins)\b"))
