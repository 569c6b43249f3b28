"""Games that never end: their logs are bounded, and some commands still work at the bound."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.core.record import MAX_ACTIONS
from ludotheque.core.texts import LANGUAGES
from ludotheque.house.reader import NOBODY
from ludotheque.site.limits import Threads
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site, build
from ludotheque.site.storage import reading
from ludotheque.table import commands, table
from ludotheque.table.messages import Resign
from ludotheque.table.seats import Sitter
from ludotheque.table.views.page import view
from tests.site.shared import make_known
from tests.table.tables import ANA, BRUNO, made, moment


@pytest.fixture(params=["events", "moves"])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> table.Table:
    """A table of two people whose log has just reached one of its bounds."""
    begun = made("plus4", ANA, BRUNO).after
    played = commands.act(begun, (0, 1), "1", moment(Random(1))).after
    bounds = {"events": ("MOST_EVENTS", played.seq), "moves": ("MAX_ACTIONS", len(played.moves))}
    assert not played.full
    monkeypatch.setattr(table, *bounds[request.param])
    return played


def test_at_the_bound_only_resigning_and_looking_back_remain(full: table.Table) -> None:
    now = moment(Random(1))
    wishes: list[Callable[[], object]] = [
        partial(commands.act, full, (0, 1), "1", now),
        partial(commands.undo, full, (0, 1), now),
        partial(commands.check_hint, full, (0, 1)),
    ]
    for wish in wishes:
        with pytest.raises(Refusal) as refused:
            wish()
        assert refused.value.reason.key == "table.full"
    assert commands.resign(full, 0, now).after.outcome is not None
    back = commands.resign(full, 0, now).after
    assert len(commands.variation(back, 1).moves) == 1


def test_a_request_that_waits_at_the_bound_is_not_answered_any_more(full: table.Table) -> None:
    asked = replace(full, undo_asked=0)
    with pytest.raises(Refusal) as refused:
        commands.answer_undo(asked, (1,), "refused", moment(Random(1)))
    assert refused.value.reason.key == "table.full"


def test_the_page_says_so_and_offers_no_move(full: table.Table) -> None:
    for lang in LANGUAGES:
        shown = view(full, "ana" if full.turn == 0 else "bruno", lang)
        assert not shown["gestures"]
        assert {name for name, may in shown["can"].items() if may} == {"resign"}
        assert shown["prompt"]["why"]


def test_no_bot_thinks_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = made("plus4", ANA, Sitter("bot", bot="beginner"), rng=Random(2)).after
    if not waits.waits_for_bot:
        waits = commands.act(waits, (0,), "1", moment(Random(1))).after
    assert waits.waits_for_bot
    monkeypatch.setattr(table, "MOST_EVENTS", 1)
    assert not replace(waits, seq=waits.seq).waits_for_bot


def test_a_table_may_hold_the_longest_record_and_as_much_again() -> None:
    assert table.MOST_EVENTS >= 2 * MAX_ACTIONS


def test_whoever_looks_back_does_not_stop_the_loop() -> None:
    async def where() -> str:
        replays = Threads("replay", 1)
        try:
            return await replays.run(NOBODY, lambda: threading.current_thread().name)
        finally:
            replays.stop()

    assert asyncio.run(where()).startswith("replay_")


def test_a_long_log_is_replayed_in_turn_and_not_by_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[tuple[str, int]] = []
    fold_all = table.fold_all

    def noting(before: table.Table, events: Sequence[table.Event]) -> table.Table:
        folded.append((threading.current_thread().name.partition("_")[0], len(events)))
        return fold_all(before, events)

    async def play(site: Site) -> None:
        make_known(site.store, ANA.guest, BRUNO.guest)
        long = await site.create(load("babylone"), [ANA, BRUNO])
        site.tables.cache.drop(long.id)
        assert await site.tables.get(long.id) == long
        assert folded == [("replay", long.seq)]
        del folded[:]
        site.tables.cache.drop(long.id)
        kept = await site.command(long.id, Resign("a", long.seq), ANA.guest)
        assert kept.table.outcome
        assert [events for thread, events in folded if thread == "writer" and events] == []

    monkeypatch.setattr(reading, "fold_all", noting)
    monkeypatch.setattr(reading, "LONG_LOG_EVENTS", 1)
    site = build(Settings(database=f"sqlite:///{tmp_path / 'long.sqlite3'}"))
    asyncio.run(play(site))
    site.replays.stop()
    site.store.close()
