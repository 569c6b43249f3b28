"""The commands and programs that the pages show can be run as they stand there."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludotheque.cli import VERBS
from ludotheque.cli.parser import Parser
from tests.docs.test_links import PAGES, ROOT

HELP = sorted((ROOT / "src" / "ludotheque" / "house" / "help").glob("*.md"))
_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(r"^(?:\$ |time |[A-Z_]+=\S+ |/\S+/)*ludotheque (.*)$")
_OPTIONAL = re.compile(r"\[[^\]]*\]")
_MODULE = re.compile(r"python -m ([\w.]+)")
_OLD = {"CHANGELOG.md"}  # what it says of earlier versions was true then


def shown(page: Path) -> list[str]:
    """Every line of a block, and every piece of code within a sentence."""
    text = page.read_text("utf-8")
    lines = [line for _, block in _BLOCK.findall(text) for line in block.splitlines()]
    return lines + _INLINE.findall(_BLOCK.sub("", text))


@pytest.mark.parametrize("page", [*PAGES, *HELP], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_is_one(page: Path) -> None:
    if page.name in _OLD:
        return
    parser = Parser("en", VERBS)
    for line in shown(page):
        if (found := _COMMAND.match(line)) and "--help" not in line:
            words = shlex.split(_OPTIONAL.sub("", found[1]), comments=True)
            if words and words[0] in VERBS and len(words) == 1:
                continue  # names the command
            assert parser.read(words).verb, line
        for module in _MODULE.findall(line):
            assert find_spec(module), line


def test_the_bot_of_the_tutorial_wins_more_than_it_loses() -> None:
    page = (ROOT / "docs" / "tutorials" / "write-a-bot.md").read_text("utf-8")
    said: list[object] = []
    code = "".join(block for kind, block in _BLOCK.findall(page) if kind == "python")
    named: dict[str, object] = {"print": lambda *words: said.extend(words)}
    exec(code.replace("games=40", "games=10"), named)
    winners, record, *scores = said
    assert isinstance(winners, tuple)
    assert "plus4" in str(record)
    assert scores[::2] == ["random", "beginner", "casual"]
    assert isinstance(scores[1], float)
    assert scores[1] > 0.5
