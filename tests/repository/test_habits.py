"""The pages about working on the repository are true."""

from __future__ import annotations

import re
from pathlib import Path

import ludotheque

ROOT = Path(__file__).parent.parent.parent
READERS = ["Players", "Hosts", "Programs", "Game authors"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))


def test_every_target_that_pages_name_is_in_the_makefile() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        named = re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
        assert set(named) <= targets(), page.name
    assert "quick" in targets()


def test_programs_that_tests_start_are_installed_for_them() -> None:
    files = {*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")}
    texts = (file.read_text("utf-8") for file in files - {Path(__file__)})
    named = re.findall(r'"(/usr/bin/[\w-]+)"', "".join(texts))
    assert "/usr/bin/chromium" in named
    assert set(named) <= set(re.findall(r"/usr/bin/[\w-]+", read("Makefile")))


def test_a_commit_passes_the_same_checks_as_a_change() -> None:
    hooks = read(".pre-commit-config.yaml")
    assert re.findall(r"entry: (.*)", hooks) == ["make check"]
    assert re.findall(r"repo: (.*)", hooks) == ["local"]


def test_the_changelog_keeps_its_form() -> None:
    _, *versions = re.split(r"^## ", read("CHANGELOG.md"), flags=re.MULTILINE)
    names = [
        re.match(r"\[(\d+\.\d+\.\d+)\] - (?:\d{4}-\d{2}-\d{2}|Unreleased)\n", version)
        for version in versions
    ]
    assert ludotheque.__version__ in [name[1] for name in names if name]
    assert all(names)
    for version in versions:
        assert re.findall(r"^### (.*)$", version, re.MULTILINE) == READERS
