"""The time of the event loop is shared among addresses, whatever each of them sends."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.site import limits
from ludotheque.site.limits import Rounds


class Clock:
    """Steps take as long as they say."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def in_rounds(act: Callable[[Rounds], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        return await act(Rounds())

    return asyncio.run(main())


def test_an_address_has_one_step_between_two_rounds_of_the_loop() -> None:
    async def act(rounds: Rounds) -> list[int]:
        done, in_round = 0, list[int]()

        async def ask() -> None:
            nonlocal done
            done += 1

        tasks = [asyncio.create_task(rounds.run("greedy", ask())) for _ in range(50)]
        while done < 50:
            before = done
            await asyncio.sleep(0)
            in_round.append(done - before)
        await asyncio.gather(*tasks)
        return in_round

    assert max(in_rounds(act)) == 1


def test_many_addresses_have_a_few_steps_in_each_round() -> None:
    async def act(rounds: Rounds) -> int:
        done, most = 0, 0

        async def ask() -> None:
            nonlocal done
            done += 1

        async def hold() -> None:
            await asyncio.gather(*(rounds.run("0", ask()) for _ in range(3)))

        tasks = [asyncio.create_task(hold())]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(rounds.run(str(n), ask())) for n in range(1, 101)]
        while done < 103:
            before = done
            await asyncio.sleep(0)
            most = max(most, done - before)
        await asyncio.gather(*tasks)
        return most

    assert 1 < in_rounds(act) <= 5


def test_the_address_that_has_used_less_time_goes_first(clock: Clock) -> None:
    async def act(rounds: Rounds) -> list[str]:
        order: list[str] = []

        async def ask(name: str, seconds: float) -> None:
            clock.now += seconds
            order.append(name)

        slow = [rounds.run("slow", ask("slow", 1.0)) for _ in range(4)]
        quick = [rounds.run("quick", ask("quick", 0.25)) for _ in range(4)]
        late = [rounds.run("late", ask("late", 0.0))]
        await asyncio.gather(*slow, *quick, *late)
        return order

    order = in_rounds(act)
    assert order.index("late") < 4
    assert order.count("quick") == order.count("slow") == 4
    last_quick = max(n for n, name in enumerate(order) if name == "quick")
    assert order[:last_quick].count("slow") <= 2, "a second of one is worth four steps of the other"


def test_an_address_that_was_idle_saves_up_nothing(clock: Clock) -> None:
    async def act(rounds: Rounds) -> list[str]:
        order: list[str] = []

        async def ask(name: str) -> None:
            clock.now += 1.0
            order.append(name)

        for _ in range(20):
            await rounds.run("busy", ask("busy"))
        order.clear()
        busy = [rounds.run("busy", ask("busy")) for _ in range(5)]
        idle = [rounds.run("idle", ask("idle")) for _ in range(5)]
        await asyncio.gather(*busy, *idle)
        return order

    assert in_rounds(act)[:6].count("busy") >= 2


@pytest.mark.parametrize("address", ["crowd", "elsewhere"])
def test_messages_of_players_go_before_everything_else(clock: Clock, address: str) -> None:
    async def act(rounds: Rounds) -> list[str]:
        order: list[str] = []

        async def ask(name: str) -> None:
            clock.now += 0.01
            order.append(name)

        pages = [rounds.run("crowd", ask("page")) for _ in range(20)]
        move = rounds.run(address, ask("move"), plays=True)
        await asyncio.gather(*pages, move)
        return order

    assert in_rounds(act).index("move") <= 1


def test_a_player_who_sends_without_end_goes_before_others_no_longer(clock: Clock) -> None:
    async def act(rounds: Rounds) -> list[str]:
        order: list[str] = []

        async def ask(name: str) -> None:
            clock.now += 0.1
            order.append(name)

        flood = [rounds.run("flood", ask("flood"), plays=True) for _ in range(100)]
        page = rounds.run("reader", ask("page"))
        await asyncio.gather(*flood, page)
        return order

    assert in_rounds(act).index("page") < 10


class _OwnError(Exception):
    pass


def test_results_and_errors_come_through_and_leave_no_cycle() -> None:
    kept: list[ref[Any]] = []

    async def act(rounds: Rounds) -> None:
        class Thing:
            pass

        async def ask(fail: str) -> str:
            thing = Thing()
            kept.append(ref(thing))
            for _ in range(3):
                await asyncio.sleep(0)
            if fail == "own":
                raise _OwnError
            if fail == "time":
                async with asyncio.timeout(0):
                    await asyncio.Event().wait()
            return "done"

        assert await rounds.run("1", ask("")) == "done"
        for kind, error in (("own", _OwnError), ("time", TimeoutError)):
            with pytest.raises(error):
                await rounds.run("1", ask(kind))

    gc.collect()
    gc.disable()
    try:
        in_rounds(act)
        assert [one() for one in kept] == [None] * 3
    finally:
        gc.enable()


@given(
    steps=st.lists(
        st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(0, 4), st.booleans()),
        max_size=30,
    ),
    cancelled_after=st.integers(0, 20),
)
def test_all_work_ends_whatever_is_cancelled(
    steps: list[tuple[str, bool, int, bool]], cancelled_after: int
) -> None:
    async def act(rounds: Rounds) -> None:
        begun = ended = 0

        async def ask(waits: int) -> None:
            nonlocal begun, ended
            begun += 1
            try:
                for _ in range(waits):
                    await asyncio.sleep(0)
            finally:
                ended += 1

        async def work(address: str, waits: int, *, plays: bool) -> None:
            await rounds.run(address, ask(waits), plays=plays)

        tasks = [
            (asyncio.create_task(work(address, waits, plays=plays)), cancel)
            for address, plays, waits, cancel in steps
        ]
        for _ in range(cancelled_after):
            await asyncio.sleep(0)
        for task, cancel in tasks:
            if cancel:
                task.cancel()
        results = await asyncio.gather(*(task for task, _ in tasks), return_exceptions=True)
        assert begun == ended
        for (_, cancel), result in zip(tasks, results, strict=True):
            assert result is None or (cancel and isinstance(result, asyncio.CancelledError))
        for _ in range(len(steps)):
            await asyncio.sleep(0)
        assert not rounds._waiting

    in_rounds(act)
