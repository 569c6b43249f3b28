"""The presses of a newcomer who takes every sentence literally, read from `first-presses.md`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.texts import typeset
from tests.browser.conftest import Opener

DOCUMENT = Path(__file__).with_name("first-presses.md")
GAMES = ["redline", "babylone", "plus4", "croisements"]
BEFORE_THE_BOARD = 3  # presses: on the shelf, on the box's page, and on the aim
BETWEEN_PRESSES_MS = 500  # longer than what counts as one press


class Row(NamedTuple):
    """A line of a table: the text on the screen, and the press or its effect."""

    number: str
    says: str
    pressed: str


def written(game: str) -> list[Row]:
    """The rows of a game's table; the last one is how things stand then."""
    chapter = DOCUMENT.read_text().split(f"## {game}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+|then) \| (.+) \| (.+) \|$", chapter, re.M)
    return [Row(*(typeset(cell, "fr") for cell in row)) for row in rows]


def press(page: Page, game: str, row: Row) -> None:
    """Presses the button, or the part, which is lit if a gesture begins with it."""
    label, part = (re.search(kind, row.pressed) for kind in ("«\u00a0(.+)\u00a0»", "`(.+)`"))
    if label:
        within = f".box-{game} " if row.number == "1" else ""
        buttons = page.locator(f"{within}a:visible, {within}button:visible")
        buttons.filter(has_text=re.compile(f"^{label[1]}$")).tap()
    elif row.pressed.startswith("types"):
        assert part
        page.locator("#word").fill(part[1])
    else:
        assert part
        chosen = page.locator(".areas.begun").count()
        page.locator(f'[data-id="{part[1]}"]{"" if chosen else ".lit"}').tap()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_presses_of_a_literal_reader_get_somewhere(person: Opener, game: str) -> None:
    page = person("fr", 360, 740, has_touch=True)
    page.clock.install()
    page.goto("/")
    *presses, then = written(game)
    assert [row.number for row in presses] == [str(n + 1) for n in range(len(presses))]
    assert len(presses) >= 10
    for number, row in enumerate(presses):
        screen = page.locator("main" if number < BEFORE_THE_BOARD else "#do")
        expect(screen).to_contain_text(row.says)
        page.clock.fast_forward(BETWEEN_PRESSES_MS)
        press(page, game, row)
    expect(page.locator("#do")).to_have_text(then.says)
    expect(page.locator("#moves li")).to_have_count(int(then.pressed.split()[0]))
