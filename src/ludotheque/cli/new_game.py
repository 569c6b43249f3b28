"""`ludotheque new-game`: writes a folder with a small complete game, to turn it into a new one."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ludotheque import starter
from ludotheque.cli.arguments import Bad, given
from ludotheque.core.texts import Texts, read_resource
from ludotheque.games import names

EXAMPLE = "ludotheque new-game atoll"
ARGUMENTS = "name --folder=FOLDER"
_NAME = re.compile("[a-z][a-z0-9]{1,19}")  # used in addresses, in specs and as a Python package
_MODULES = ("__init__.py", "rules.py", "notation.py", "scene.py")
_PAGES = ("texts.fr.toml", "texts.en.toml", "rules.fr.md", "rules.en.md")


def run(options: Namespace, say: Texts) -> None:
    """Writes the folder, and prints what to do next."""
    name = given(options, "name", say)
    if not _NAME.fullmatch(name) or name in names():
        raise Bad(say("bad.game_name" if name not in names() else "bad.name_taken", name=name[:30]))
    folder = Path(options.folder or name)
    if folder.exists():
        raise Bad(say("bad.folder_exists", folder=str(folder)))
    for path, text in _files(name):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    print(say("new_game", folder=str(folder), name=name))


def _files(name: str) -> Iterator[tuple[str, str]]:
    """Every file of the new game, with its text."""
    home = f"src/ludotheque_{name}"
    places = {"pyproject.toml": "pyproject.toml", "tests.py": "tests/test_rules.py"}
    places |= {file: f"{home}/{file}" for file in (*_MODULES, *_PAGES)}
    for file, place in places.items():
        yield place, _renamed(read_resource(starter.__name__, file), name)
    yield f"{home}/py.typed", ""


def _renamed(text: str, name: str) -> str:
    """The text with the name of the starter game replaced by that of the new one."""
    text = text.replace(starter.__name__, f"ludotheque_{name}")
    return text.replace("Starter", name.capitalize()).replace("starter", name)
