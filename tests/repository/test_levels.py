"""The page on bots shows for each level that it is stronger than the one below."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque import load
from ludotheque.core.spec import write_spec
from ludotheque.games import names

PAGE = (Path(__file__).parent.parent.parent / "docs" / "evidence" / "ladders.md").read_text("utf-8")
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


@pytest.mark.parametrize("game", names())
def test_every_level_was_measured_under_its_name(game: str) -> None:
    kit = load(game)
    section = PAGE.split(f"## {kit.box.title('en')}\n")[1].split("\n## ")[0]
    steps = {(lower, upper) for upper, lower, _ in ROW.findall(section)}
    assert set(pairwise(kit.bots)) <= steps
    for preset in kit.box.variants.values():
        spec = write_spec(game, preset)
        ladder = f'ludotheque arena "{spec}" --ladder --games' in section
        pairs = [f'arena "{spec}" {up} {low} ' for low, up in pairwise(load(spec).bots)]
        assert ladder or all(pair in section for pair in pairs), spec


MANY = re.compile(r"^\| (\w+) to (\w+) \|(.*)\|$", re.MULTILINE)


def test_among_many_every_step_amounts_to_sixty_percent_between_two() -> None:
    rows = MANY.findall(PAGE)
    assert {(low, up) for up, low, _ in rows} == set(pairwise(load("redline(players=6)").bots))
    for upper, lower, cells in rows:
        for players, (share, low, _) in enumerate(SHARE.findall(cells), start=3):
            odds = [p / (100 - p) * (players - 1) for p in (float(share), float(low))]
            assert odds[0] >= 60 / 40, (upper, lower, players)
            assert odds[1] > 52 / 48, (upper, lower, players)
