"""Hints at a table: three steps, only for guests who play alone or on one screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.hints import Hints
from ludotheque.play.work import Work
from ludotheque.table.commands import check_hint
from ludotheque.table.messages import HintWish
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Event, Table, begun, fold_all
from tests.house.doors import House
from tests.house.test_conversation import shared
from tests.house.thinking.asking import hint
from tests.site.wire import Wire
from tests.table.tables import made


def test_three_steps_of_a_hint_on_one_screen(house: House) -> None:
    with house.guest() as guest:
        table, line = shared(house, guest, name0="Ana")
        other, seq = house.line(guest, table), line.view["seq"]
        other.hello()
        assert line.view["can"]["hint"]
        where, why, move = (hint(line, step) for step in (1, 2, 3))
        assert where["parts"] == ["button-first", "button-second"]
        assert [h["next"] for h in (where, why, move)] == ["why", "move", ""]
        assert (move["text"], move["parts"]) == ("Go second.", ["button-second"])
        again = hint(line, 1)
        assert {**again, "id": where["id"]} == where, "the same hint again"
        assert line.act("second")["type"] == "kept"
        assert "has moved on" in hint(line, 1, seq)["text"]
        assert hint(line, 2, line.view["seq"])["text"].startswith("Start here: pile ")
        assert "hint" not in [message["type"] for message in heard(other, line.view["seq"])]
        kinds = [kind for _, kind, *_ in house.events(table)]
        assert kinds == ["created", "action", "action"], "a hint is no event"
        line.close()
        other.close()


def heard(line: Wire, seq: int) -> list[dict[str, Any]]:
    """The messages received up to a view of that number."""
    found: list[dict[str, Any]] = []
    while line.view["seq"] < seq:
        found.append(line.hear())
    return found


def test_bad_steps_are_refused_and_so_is_a_game_that_is_over(house: House) -> None:
    with house.guest() as guest:
        _, line = shared(house, guest)
        for step in (0, 4, "1", None, 1.5):
            assert "could not be understood" in hint(line, step)["text"]
        line.newer(line.ask({"type": "resign"})["seq"] - 1)
        assert not line.view["can"]["hint"]
        assert "over" in hint(line, 1)["text"]
        line.close()


def a_table(*actions: str) -> Table:
    """Ana against a bot, after these actions."""
    kit = load("babylone")
    sitters = [Sitter("person", "ana", "Ana"), Sitter("bot", bot="random")]
    table = begun(made("babylone", *sitters).events[0], "t")
    for seq, text in enumerate(actions, start=1):
        seat = kit.game.turn(table.state)
        table = fold_all(table, [Event(seq, "action", {"seat": seat, "text": text})])
    return table


def refusal_of(table: Table, seats: tuple[int, ...]) -> str:
    with pytest.raises(Refusal) as refused:
        check_hint(table, seats)
    return refused.value.reason.key


def test_out_of_turn_there_is_no_hint() -> None:
    check_hint(a_table("chooser 0"), (0,))
    assert refusal_of(a_table("chooser 1"), (0,)) == "table.not_you"
    assert refusal_of(a_table("chooser 0"), ()) == "table.onlooker"


class Counted:
    """Thinks in this process, and counts how often."""

    def __init__(self, *fails: type[Exception]) -> None:
        self.fails, self.times = fails, 0

    async def consult(self, work: Work[Any], guest: str) -> Any:
        self.times += 1
        await asyncio.sleep(0)
        if self.times <= len(self.fails):
            raise self.fails[self.times - 1]
        return work.run(lambda: None)


def step(hinting: Hints, table: Table, number: int, lang: str) -> Any:
    return hinting.step(table, "ana", HintWish(number), lang)


def test_a_position_is_thought_of_once_for_every_step_and_language() -> None:
    thinkers = Counted()

    async def asked() -> list[Any]:
        hinting, table = Hints(cast(Bots, thinkers)), a_table("chooser 0")
        wishes = [step(hinting, table, n, lang) for n in (1, 2, 3) for lang in ("fr", "en")]
        return await asyncio.gather(*wishes)

    found = asyncio.run(asked())
    assert thinkers.times == 1
    assert [hint["kind"] for hint in found[::2]] == ["where", "why", "move"]
    assert found[4]["text"] == "Jouez en second."


def test_a_hint_that_fails_is_refused_and_tried_again_when_asked_again() -> None:
    async def asked() -> Any:
        hinting = Hints(cast(Bots, Counted(TimeoutError, ValueError)))
        table = a_table("chooser 0")
        for key in ("slow_hint", "no_hint"):
            with pytest.raises(Refusal) as refused:
                await step(hinting, table, 1, "en")
            assert refused.value.reason.key == f"table.{key}"
        return await step(hinting, table, 3, "en")

    assert asyncio.run(asked())["text"] == "Go second."


class Slow:
    """Never comes to an end by itself."""

    async def consult(self, work: Work[Any], guest: str) -> Any:
        del work
        await asyncio.Event().wait()


def test_a_position_that_was_left_is_thought_of_no_longer() -> None:
    async def asked() -> str:
        hinting = Hints(cast(Bots, Slow()))
        first = asyncio.create_task(step(hinting, a_table("chooser 0"), 1, "en"))
        await asyncio.sleep(0)
        later = asyncio.create_task(step(hinting, replace(a_table("chooser 0"), seq=5), 1, "en"))
        with pytest.raises(Refusal) as refused:
            await first
        assert len(hinting._asked) == 1
        later.cancel()
        return refused.value.reason.key

    assert asyncio.run(asked()) == "table.stale"
