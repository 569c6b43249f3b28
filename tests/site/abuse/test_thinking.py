"""Bots, hints and reviews: many requests of a guest delay only that guest, and none is wasted."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from weakref import ReferenceType, ref

import pytest
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.core.record import MAX_ACTIONS
from ludotheque.house.hub import Hub
from ludotheque.house.reader import NOBODY, Asker
from ludotheque.house.thinking import reviews
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.hints import Hints
from ludotheque.house.thinking.reviews import Reviews
from ludotheque.house.thinking.thinker import BOTS_ALONE, PEOPLE, Dropped, Failed, Turn
from ludotheque.play.match import Match
from ludotheque.site.limits import Turns
from ludotheque.site.storage import reading
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.workers import Workers
from ludotheque.table.messages import HintWish
from ludotheque.table.seats import Sitter
from tests.site.shared import make_known
from tests.table.tables import laid

BOT = Sitter("bot", bot="random")
GREEDY, WITNESS = Asker("1", "greedy"), Asker("2", "witness")
Ranked = tuple[Asker, int]


class Sent:
    """Records requests to processes, in order; never answers."""

    def __init__(self) -> None:
        self.asked: list[Ranked] = []
        self.dropped: list[Asker] = []

    async def ask(self, work: object, seconds: float, turn: Turn) -> Any:
        asker, rank, wanted = turn
        assert wanted()
        self.asked.append((asker, rank))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.dropped.append(asker)
            raise


async def settled() -> None:
    """Lets everything run that does not wait for another process."""
    for _ in range(20):
        await asyncio.sleep(0)


async def order(turns: Turns, asks: Sequence[Ranked]) -> list[Asker]:
    """The order of turns if all ask while other work is under way."""
    found: list[Asker] = []

    async def ask(asker: Asker, rank: int) -> None:
        async with turns.turn(asker, rank):
            found.append(asker)

    await turns.begin(NOBODY)
    tasks = [asyncio.create_task(ask(*asked)) for asked in asks]
    await settled()
    turns.end(NOBODY)
    await asyncio.gather(*tasks)
    assert not turns.busy
    return found


def test_who_asks_for_much_waits_behind_oneself() -> None:
    asks = [*[(GREEDY, PEOPLE)] * 50, (WITNESS, PEOPLE)]
    assert asyncio.run(order(Turns(1), asks)).index(WITNESS) == 1


def test_made_up_guests_of_one_address_have_one_share_of_it() -> None:
    many = [(Asker("1", f"made up {n}"), PEOPLE) for n in range(50)]
    asks = [*many, (WITNESS, PEOPLE), (WITNESS, PEOPLE)]
    found = asyncio.run(order(Turns(1), asks))
    assert [n for n, asker in enumerate(found) if asker == WITNESS] == [1, 3]
    neighbour = Asker("1", "made up 49")
    greedy = [*[(Asker("1", "made up 0"), PEOPLE)] * 50, (neighbour, PEOPLE)]
    assert asyncio.run(order(Turns(1), greedy)).index(neighbour) == 1, "and guests take turns"


def test_people_come_before_bots_among_themselves() -> None:
    asks = [*[(GREEDY, BOTS_ALONE)] * 5, (WITNESS, BOTS_ALONE), *[(WITNESS, PEOPLE)] * 3]
    assert asyncio.run(order(Turns(1), asks))[:3] == [WITNESS] * 3


def test_one_guest_does_not_take_every_process() -> None:
    async def crowd() -> None:
        turns = Turns(3, guest=2)
        for _ in range(2):
            await turns.begin(GREEDY)
        third = asyncio.create_task(turns.begin(GREEDY))
        await settled()
        assert not third.done()
        await turns.begin(WITNESS)
        turns.end(GREEDY)
        await third

    asyncio.run(crowd())


def test_work_for_nobody_known_takes_one_place() -> None:
    async def crowd() -> None:
        turns = Turns(2)
        await turns.begin(NOBODY)
        await asyncio.wait_for(turns.begin(NOBODY), timeout=10)

    asyncio.run(crowd())


def test_who_leaves_the_line_holds_nobody_up() -> None:
    async def crowd() -> None:
        turns = Turns(1)
        await turns.begin(NOBODY)
        waiting = [asyncio.create_task(turns.begin(GREEDY)) for _ in range(9)]
        last = asyncio.create_task(turns.begin(WITNESS))
        await settled()
        for task in waiting:
            task.cancel()
        await settled()
        turns.end(NOBODY)
        await last
        late = asyncio.create_task(turns.begin(GREEDY))
        await settled()
        turns.end(WITNESS)
        late.cancel()  # its turn has come, and it does not know yet
        await settled()
        assert not turns.busy

    asyncio.run(crowd())


@pytest.mark.parametrize("cancelled_first", [True, False])
@pytest.mark.parametrize("leaving", [[0], [1], [0, 1]], ids=str)
def test_who_is_cancelled_just_as_a_turn_comes_takes_none(
    leaving: list[int], *, cancelled_first: bool
) -> None:
    async def take(turns: Turns, asker: Asker) -> None:
        async with turns.turn(asker):
            await settled()

    async def crowd() -> None:
        turns = Turns(1)
        await turns.begin(NOBODY)
        asks = [asyncio.create_task(take(turns, asker)) for asker in (GREEDY, GREEDY, WITNESS)]
        await settled()
        if not cancelled_first:
            turns.end(NOBODY)
        for number in leaving:
            asks[number].cancel()
        if cancelled_first:
            turns.end(NOBODY)
        await asyncio.wait(asks, timeout=10)
        assert [number for number, task in enumerate(asks) if task.cancelled()] == leaving
        assert all(task.cancelled() or task.result() is None for task in asks)
        assert not turns.busy

    asyncio.run(crowd())


def test_work_that_nobody_wants_when_its_turn_comes_is_dropped() -> None:
    async def ask() -> None:
        workers = Workers(1)
        with pytest.raises(Dropped):
            await workers.ask(None, 1, Turn(GREEDY, wanted=lambda: False))  # type: ignore[arg-type]
        assert not workers._turns.busy
        workers.close()

    asyncio.run(ask())


def test_work_that_failed_is_not_held_in_a_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Failed("in vain")

    async def ask(workers: Workers) -> ReferenceType[Failed] | None:
        try:
            await workers.ask(None, 1, Turn(GREEDY))  # type: ignore[arg-type]
        except Failed as error:
            return ref(error)
        return None

    workers = Workers(1)
    monkeypatch.setattr(workers, "_ask", fail)
    gc.disable()
    try:
        error = asyncio.run(ask(workers))
        assert error is not None
        assert error() is None
    finally:
        gc.enable()
        workers.close()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with opened(f"sqlite:///{tmp_path / 'site.sqlite3'}") as store:
        yield Tables(store)


def thinking(tables: Tables) -> tuple[Bots, Sent]:
    """Bots that never answer, and the requests to them."""
    sent = Sent()
    return Bots(tables, Hub(encoded), sent, lambda _: None, 5), sent


def test_bots_alone_think_only_while_somebody_looks(tables: Tables) -> None:
    async def play() -> None:
        bots, sent = thinking(tables)
        table = await tables.create(load("babylone"), [BOT, BOT])
        bots.wake(table)
        assert not bots._busy
        with bots._hub.following(table, WITNESS):
            bots.watched(table)
            while not sent.asked:
                await asyncio.sleep(0.01)
        assert sent.asked == [(WITNESS, BOTS_ALONE)]
        assert not bots._wanted(table), "nobody looks any more"
        await bots.stop()

    asyncio.run(play())


def test_a_bot_thinks_for_whom_it_plays_with(tables: Tables) -> None:
    make_known(tables.store, WITNESS.guest)

    async def play() -> None:
        bots, sent = thinking(tables)
        bots.asker_of = {WITNESS.guest: WITNESS}.__getitem__
        seats = [BOT, Sitter("person", WITNESS.guest), BOT]
        table = await tables.create(load("redline(players=3)"), seats)
        while table.turn == 1:
            table = await tables.create(load("redline(players=3)"), seats)
        bots.wake(table)
        while not sent.asked:
            await asyncio.sleep(0.01)
        assert sent.asked == [(WITNESS, PEOPLE)]
        await bots.stop()

    asyncio.run(play())


def test_a_restart_takes_up_tables_of_people_alone(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_ABANDONED_AFTER_S", -60)
    make_known(tables.store, "ana")

    async def play() -> None:
        ana = Sitter("person", "ana", "Ana")
        spec = load("redline(players=6)")
        made = [await tables.create(spec, [BOT] * 5 + [last]) for last in [ana] * 8 + [BOT] * 8]
        waiting = {table.id for table in made if table.waits_for_bot and table.guests()}
        assert waiting
        assert set(await tables.waiting_for_bots()) == waiting

    asyncio.run(play())


def test_a_hint_is_dropped_when_who_asked_has_left(tables: Tables) -> None:
    make_known(tables.store, "ana")

    async def ask() -> None:
        bots, sent = thinking(tables)
        hints = Hints(bots)
        table = await tables.create(load("plus4"), [Sitter("person", "ana")] * 2)
        one, other = (
            asyncio.create_task(hints.step(table, "ana", HintWish(1), "en")) for _ in range(2)
        )
        await settled()
        one.cancel()
        await settled()
        assert not sent.dropped, "another page still waits for it"
        other.cancel()
        await settled()
        assert len(sent.dropped) == 1
        await bots.stop()

    asyncio.run(ask())


def game(seed: int) -> Match:
    """A game of three decisions and the lot, each another."""
    match, rng = Match(load("babylone")), Random(seed)
    while len(match.moves) < 4:
        match.settle(rng)
        match.play(rng.choice(match.kit.game.actions(match.state)))
    return match


def test_many_reviews_of_one_address_do_not_push_out_anothers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "_DECISIONS_REMEMBERED", 20)

    async def ask() -> None:
        found = Reviews(Sent(), 10)
        witness = found.of(laid(game(0)), WITNESS)
        for seed in range(1, 40):
            last = found.of(laid(game(seed)), Asker("1", f"made up {seed}"))
            assert last in found._remembered.values()
        assert witness in found._remembered.values()
        assert len(found._remembered) <= 5
        await settled()
        assert witness.task is not None
        assert not witness.task.done()
        await found.stop()

    asyncio.run(ask())


def test_a_review_is_bounded_and_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reviews._DECISIONS_REVIEWED < MAX_ACTIONS
    monkeypatch.setattr(reviews, "_DECISIONS_REVIEWED", 2)
    table = laid(game(0))

    async def answered(table: object, work: Any, asker: Asker) -> None:
        numbers.append(work.number)
        if len(numbers) == 1:
            raise asyncio.CancelledError

    async def ask() -> None:
        found, remembered = Reviews(Sent(), 10), list[int]()
        found.on_remembered = remembered.append
        monkeypatch.setattr(found, "_asked", answered)
        while not (review := found.of(table, WITNESS)).done:
            assert review.task is not None
            await asyncio.wait([review.task])
        assert review.total == 2
        found.of(table, WITNESS)
        assert remembered[-1] == 2
        await found.stop()

    numbers: list[int] = []
    asyncio.run(ask())
    assert numbers == [1, 1, 2], "no decision is left out, and none is looked for from the start"
