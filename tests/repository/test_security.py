"""The pages on security name tests that exist, and leave out no requirement of the standard."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = ("explanation/security.md", "evidence/asvs.md")
TEXT = "".join((ROOT / "docs" / page).read_text("utf-8") for page in PAGES)
# How many requirements of level 1 each section of the standard (version 5.0.0) begins with; those
# of higher levels come after them.
LEVEL_1 = {
    "1.2": 5, "1.3": 2, "1.5": 1, "2.1": 1, "2.2": 2, "2.3": 1, "3.2": 2, "3.3": 1, "3.4": 2,
    "3.5": 3, "4.1": 1, "4.4": 1, "5.2": 2, "5.3": 2, "6.1": 1, "6.2": 8, "6.3": 2, "6.4": 2,
    "7.2": 4, "7.4": 2, "8.1": 1, "8.2": 2, "8.3": 1, "9.1": 3, "9.2": 1, "10.4": 5, "11.3": 2,
    "11.4": 1, "12.1": 1, "12.2": 2, "13.4": 1, "14.2": 1, "14.3": 1, "15.1": 1, "15.2": 1,
    "15.3": 1,
}  # fmt: skip


def number(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_every_test_that_the_page_names_is_there() -> None:
    named = re.findall(r"`(tests/\S+\.py)::(\w+)`", TEXT)
    assert len(named) > 30
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file}::{test}"


def test_every_requirement_has_a_line_and_every_line_an_answer() -> None:
    rows = re.findall(r"^\| ([0-9.]+)(?: – ([0-9.]+))? \| .+? \| (.+) \|$", TEXT, re.MULTILINE)
    ranges = [(number(first), number(last or first)) for first, last, _ in rows]
    assert sum(LEVEL_1.values()) == 70
    for asked in (f"{part}.{n}" for part, most in LEVEL_1.items() for n in range(1, most + 1)):
        found = [low for low, high in ranges if low <= number(asked) <= high]
        assert len(found) == 1, asked
    assert all(answer.strip() for *_, answer in rows)
