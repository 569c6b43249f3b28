"""docs/tutorials/write-a-game.md, done step by step: its files are written, its commands run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from hatchling import build

from tests.inner import OPTIONS
from tests.needs import needs

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorials" / "write-a-game.md").read_text("utf-8")
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_DOCTEST = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False)[0])"
_PROGRAMS = {"ludotheque": ["-m", "ludotheque"], "pytest": ["-m", "pytest"]}


class Block(NamedTuple):
    """A block of the page: a file to write, an example or commands to run."""

    kind: str
    file: str
    text: str


class Reader:
    """A reader who follows the page in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.installed = folder, folder / "installed"
        self.installed.mkdir()
        paths = (ROOT / "src", folder / "four" / "src", self.installed, os.getenv("PYTHONPATH"))
        self.env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(p) for p in paths if p)}
        self.env |= {"LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}
        self.env |= {"PYTEST_ADDOPTS": " ".join(OPTIONS)}

    def follow(self, block: Block) -> None:
        """Writes the file of a block, or runs its commands."""
        if block.file:
            (self.folder / "four" / block.file).write_text(block.text, "utf-8")
        elif block.kind == "pycon":
            example = self.folder / "example.txt"
            example.write_text(block.text, "utf-8")
            self.run(["-c", _DOCTEST, str(example)])
        else:
            for command, wanted in commands(block.text):
                told = self.command(shlex.split(command))
                assert not [line for line in wanted if line not in told], told

    def command(self, words: list[str]) -> str:
        if words[0] == "pip":
            assert words[1:] == ["install", "--editable", "four"]
            return self.install()
        return self.run([*_PROGRAMS[words[0]], *words[1:]])

    def install(self) -> str:
        """Installs the metadata of the package as pip does, where Python looks for them."""
        with chdir(self.folder / "four"):
            wheel = build.build_wheel(str(self.installed))
        with ZipFile(self.installed / wheel) as packed:
            said = [name for name in packed.namelist() if ".dist-info/" in name]
            packed.extractall(self.installed, said)
        return ""

    def run(self, words: list[str]) -> str:
        inside = self.folder / "four" if words[:2] == ["-m", "pytest"] else self.folder
        done = subprocess.run(
            [sys.executable, *words], cwd=inside, env=self.env, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every command of a block, with the lines that its output has among others."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *wanted = part.splitlines()
        yield command, wanted


BLOCKS = [Block(*found) for found in _BLOCK.findall(PAGE)]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    needs("a package of its own")
    return Reader(tmp_path_factory.mktemp("tutorial"))


@pytest.mark.parametrize("place", range(len(BLOCKS)))
def test_every_step_does_what_the_page_says(reader: Reader, place: int) -> None:
    reader.follow(BLOCKS[place])
