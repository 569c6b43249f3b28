"""What the page on bots shows of each step: a level is worth its name."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque import load
from ludotheque.core.spec import write_spec

PAGE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text("utf-8")
ROW = re.compile(r"^\| (\w+) against (\w+) \|(.*)\|$", re.MULTILINE)
SHARE = re.compile(r"([\d.]+) % \[([\d.]+) – ([\d.]+)\]")


def test_every_step_is_at_least_sixty_percent_and_surely_more_than_chance() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) >= 20
    for upper, lower, cells in rows:
        found = SHARE.findall(cells)
        assert found, (upper, lower)
        for share, low, _ in found:
            assert float(share) >= 60, (upper, lower, cells)
            assert float(low) > 52, (upper, lower, cells)


@pytest.mark.parametrize("game", ["plus4", "babylone", "croisements"])
def test_every_level_was_measured_under_its_name(game: str) -> None:
    kit = load(game)
    section = PAGE.split(f"## {kit.box.title('en')}\n")[1].split("\n## ")[0]
    steps = {(lower, upper) for upper, lower, _ in ROW.findall(section)}
    assert set(pairwise(kit.bots)) <= steps
    for preset in kit.box.variants.values():
        spec = write_spec(game, preset)
        assert f'ludotheque arena "{spec}" --ladder --games' in section
