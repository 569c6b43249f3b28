"""Hints at a table: three steps for who plays alone or on one screen, and for nobody else."""

from __future__ import annotations

import asyncio
import uuid
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
from tests.site.http.routes.test_api import Program, set_table
from tests.site.http.test_sockets import two_people
from tests.site.running import Running, cookie
from tests.site.wire import Wire
from tests.table.tables import made


def hint(line: Wire, step: Any, expected: int | None = None) -> dict[str, Any]:
    """Asks for a step of a hint; the answer."""
    name = uuid.uuid4().hex
    seen = line.view["seq"] if expected is None else expected
    line.say({"type": "hint", "id": name, "step": step, "expected": seen})
    while (answer := line.until("hint", "refused")).get("id") != name:
        pass
    return answer


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
    """What came over the line up to a view of that number."""
    found: list[dict[str, Any]] = []
    while line.view["seq"] < seq:
        found.append(line.hear())
    return found


def test_bad_steps_are_refused_and_so_is_a_game_that_is_over(house: House) -> None:
    with house.guest() as guest:
        _, line = shared(house, guest)
        for step in (0, 4, "1", None, 1.5):
            assert "not understood" in hint(line, step)["text"]
        line.newer(line.ask({"type": "resign"})["seq"] - 1)
        assert not line.view["can"]["hint"]
        assert "over" in hint(line, 1)["text"]
        line.close()


def test_the_line_goes_on_while_a_hint_is_thought_of(site: Running) -> None:
    """Words take a moment to be found; then people are called by their names."""
    with site.guest() as guest:
        names = {"name0": "Ana", "name1": "Bruno"}
        table = site.new_table(guest, "croisements", seat0="me", seat1="here", **names)
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        for square in ("b1", "b14", "d1", "d14", "f1", "f14"):
            wire.newer(wire.act(square)["seq"] - 1)
        wire.say({"type": "hint", "id": "slow", "step": 2, "expected": wire.view["seq"]})
        wire.say({"type": "ping"})
        assert wire.hear()["type"] == "pong"
        told = wire.until("hint")
        assert told["id"] == "slow"
        assert "red pawn of Ana" in told["text"] or "red pawn of Bruno" in told["text"]
        wire.close()


def test_among_people_there_are_no_hints(site: Running) -> None:
    mover, other, table = two_people(site)
    watcher = Wire(site, table)
    watcher.hello()
    for wire in (mover, other, watcher):
        assert not wire.view["can"]["hint"]
    for wire in (mover, other):
        refused = hint(wire, 1)
        assert refused["text"] == "Hints are given only against bots or among people on one screen."
        assert refused["view"]["seq"] == wire.view["seq"]
    assert "You are watching" in hint(watcher, 1)["text"]
    for wire in (mover, other, watcher):
        wire.close()


def test_programs_read_hints_too(site: Running) -> None:
    table, seats = set_table(site, "me", "random", spec="babylone")
    program = Program(site, seats[0]["token"])
    now = program.get(f"/tables/{table}")
    while not now["can"]["act"]:
        now = program.get(f"/tables/{table}", since=now["seq"], wait=8)
    steps = [program.get(f"/tables/{table}/hint", step=n) for n in (1, 2, 3)]
    assert [step["next"] for step in steps] == [steps[1]["kind"], steps[2]["kind"], ""]
    assert (steps[0]["kind"], steps[2]["kind"]) == ("where", "move")
    assert steps[2]["parts"] in [gesture["presses"] for gesture in now["gestures"]]
    french = Program(site, seats[0]["token"], "fr").get(f"/tables/{table}/hint", step=3)
    assert french["parts"] == steps[2]["parts"]
    assert french["text"] != steps[2]["text"]
    assert program.http.get(f"/tables/{table}/hint", params={"step": 4}).status_code == 400
    assert Program(site).http.get(f"/tables/{table}/hint").status_code == 403
    shared, mine = set_table(site, "me", "me")
    refused = Program(site, mine[0]["token"]).http.get(f"/tables/{shared}/hint")
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:ludotheque:hint_alone")


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
