"""Bots that hang, crash, die or cheat: a lower level moves, and the host is told."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.site.running import Running, until
from tests.site.wire import Wire


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    site = Running(tmp_path_factory.mktemp("planted"), module="tests.house.thinking.planted")
    site.settings = {"LUDOTHEQUE_LOG": "json", "LUDOTHEQUE_BOT_SECONDS": "2"}
    site.start()
    yield site
    site.stop()


def game_of(site: Running, game: str, *bots: str, **options: str) -> str:
    """A whole game of these bots, which play while a guest looks; its table."""
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0=bots[0], seat1=bots[1], **options)
        wire, finished = Wire(site, table), '[Termination "finished"]'
        until(lambda: finished in guest.get(f"/t/{table}/record").text)
        wire.close()
    return table


def failures(site: Running, known: int) -> list[tuple[str, str]]:
    """Which bots failed, and how, as the lines of the log after the `known` ones say."""
    found = [line for line in site.lines()[known:] if "asked" in line]
    assert all(line["level"] == "warning" and line["game"] and line["bot"] for line in found)
    return [(line["asked"], line["error"]) for line in found]


def counted(site: Running) -> dict[tuple[str, str], float]:
    text = httpx.get(f"{site.url}/metrics", timeout=10).text
    return {
        (sample.labels["bot"], sample.labels["outcome"]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "ludotheque_bot_moves_total"
    }


def test_who_crashes_cheats_or_dies_is_replaced_by_the_next_lower_level(planted: Running) -> None:
    known = len(planted.lines())
    game_of(planted, "babylone", "dying", "random", start="3,2")
    told = failures(planted, known)
    each = [("dying", "EOFError"), ("cheating", "IllegalAction"), ("crashing", "ZeroDivisionError")]
    turns = len(told) // len(each)
    assert turns >= 1
    assert told == each * turns
    count = counted(planted)
    assert count["beginner", "stood_in"] == turns
    assert all(count[level, "failed"] == turns for level, _ in each)
    assert "a secret" not in planted.log.read_text()


def test_where_every_level_fails_any_legal_move_is_made(planted: Running) -> None:
    known = len(planted.lines())
    game_of(planted, "redline", "cheating", "crashing")
    assert {level for level, _ in failures(planted, known)} == {"cheating", "crashing"}
    count = counted(planted)
    assert count["cheating", "any"] >= 1
    assert count["crashing", "any"] >= 1


def test_who_hangs_is_replaced_but_who_compiles_does_not_hang(planted: Running) -> None:
    """The stand-in compiles for longer than it may think."""
    known = len(planted.lines())
    with planted.guest() as guest:
        table = planted.new_table(guest, "plus4", seat0="hanging", seat1="random")
        wire = Wire(planted, table)
        until(lambda: counted(planted).get(("compiling", "stood_in"), 0) >= 1)
        until(lambda: 0 in [json.loads(body).get("seat") for *_, body, _ in planted.events(table)])
        wire.close()
    assert failures(planted, known)[0] == ("hanging", "TimeoutError")
    assert ("compiling", "failed") not in counted(planted)
