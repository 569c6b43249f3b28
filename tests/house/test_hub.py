"""After any changes over any connection, pages hold the same as a page freshly loaded."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orjson import dumps as encoded

from ludotheque.core.reason import Refusal
from ludotheque.house.hub import Form, Hub, whole
from ludotheque.table.commands import act
from ludotheque.table.shapes import View
from ludotheque.table.table import Table
from ludotheque.table.views.page import MOST_STEPS, eyes_of, steps_through, view
from tests.needs import needs
from tests.specs import specs
from tests.table.tables import Choosing, Drawn, chance_of, made, moment
from tests.table.test_fold import any_change, some_table

_IMMUTABLE = ("symbols", "drawings", "looks", "prompts")


class Page:
    """The page's own code in Node, at the far end of a connection that may fail."""

    def __init__(self, node: subprocess.Popen[str], guest: str, lang: str = "fr") -> None:
        self.node, self.guest, self.lang, self.form = node, guest, lang, Form.STEPS
        self.sent: list[bytes] = []

    def push(self, text: bytes) -> None:
        self.sent.append(text)

    def do(self, name: str, given: Any = None) -> Any:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(encoded({"": [name, given]})[4:-1].decode() + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())

    def receive(self, rng: Drawn, trouble: bool) -> None:
        """Receives messages; with trouble, some are lost, repeated or in another order."""
        sent, self.sent = self.sent, []
        if trouble:
            sent = [text for text in sent for _ in range(rng.choice((1, 1, 1, 0, 2)))]
            sent = rng.shuffled(sent)
        for text in sent:
            self.do("hear", json.loads(text))

    def come_back(self, states: list[Table]) -> None:
        """Says hello on a new connection, and receives the answer."""
        since, now = self.do("since"), states[-1]
        behind = [state for state in states if since is not None and state.seq >= since]
        same = {eyes_of(state, self.guest, self.lang) for state in behind}
        if 1 < len(behind) <= MOST_STEPS + 1 and behind[0].seq == since and len(same) == 1:
            self.push(encoded(steps_through(same.pop(), behind)))
        elif since != now.seq:
            self.push(encoded(whole(now, self)))


@pytest.fixture(scope="module")
def node() -> Iterator[subprocess.Popen[str]]:
    needs("Node")
    script = Path(__file__).parent / "page.mjs"
    with subprocess.Popen(
        ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def assert_same_page(held: dict[str, Any], newest: View) -> None:
    """A page holds a view; of drawings it may have more, and gestures have no order."""
    fresh = json.loads(encoded(newest))
    for kind in _IMMUTABLE:
        more, wanted = held.pop(kind), fresh.pop(kind)
        assert more | wanted == more, kind
    for shown in (held, fresh):
        shown["gestures"] = sorted(map(json.dumps, shown["gestures"]))
    assert held == fresh


async def evening(node: subprocess.Popen[str], spec: str, rng: Drawn, trouble: bool) -> None:
    """A table that many things happen to, followed by a page all along."""
    hub, table = Hub(encoded), some_table(spec, rng).after
    page = Page(node, rng.choice(("ana", "bruno", "nobody")), rng.choice(("fr", "en")))
    with hub.following(table):
        page.do("load", view(table, page.guest, page.lang))
        hub.join(table.id, page)
        states = [table]
        for number in range(25):
            for _ in range(rng.choice((1, 1, 3))):
                table = changed(table, rng, 1000 + number)
                hub.tell(table)
                states += [table] if table is not states[-1] else []
            await shown()
            lost = trouble and rng.randrange(3) == 2
            page.receive(rng, lost)
            if lost or page.do("since") is None:
                hub.part(table.id, page)
                page.come_back(states)
                hub.join(table.id, page)
                page.receive(rng, trouble=False)
            assert_same_page(page.do("view"), view(table, page.guest, page.lang))


async def shown() -> None:
    """Lets waiting callers be answered, and then the changes be shown."""
    for _ in range(2):
        await asyncio.sleep(0)


def changed(table: Table, rng: Choosing, at: int) -> Table:
    try:
        return any_change(table, rng, moment(chance_of(rng), at=at)).after
    except Refusal:
        return table


@pytest.mark.parametrize("spec", specs())
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_a_page_that_takes_steps_holds_what_a_fresh_one_holds(
    node: subprocess.Popen[str], spec: str, data: st.DataObject
) -> None:
    asyncio.run(evening(node, spec, Drawn(data), trouble=False))


@pytest.mark.parametrize("spec", specs())
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_no_trouble_of_the_connection_shows_in_the_end(
    node: subprocess.Popen[str], spec: str, data: st.DataObject
) -> None:
    asyncio.run(evening(node, spec, Drawn(data), trouble=True))


class Reader:
    """Reads the messages sent to the guest of a seat."""

    lang, form = "fr", Form.STEPS

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.heard: list[dict[str, Any]] = []

    def push(self, text: bytes) -> None:
        self.heard.append(json.loads(text))


def test_a_state_is_drawn_once_for_all_who_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int | None]] = []
    table = made("redline").after
    scene = type(table.kit.game.painter).scene

    def noted(painter: Any, state: Any, viewpoint: Any) -> Any:
        drawn.append((id(state), viewpoint.seat))
        return scene(painter, state, viewpoint)

    async def look() -> None:
        hub = Hub(encoded)
        monkeypatch.setattr(type(table.kit.game.painter), "scene", noted)
        with hub.following(table):
            readers = [Reader("ana"), Reader("ana"), Reader("bruno")]
            views = [json.loads(hub.welcome(table.id, reader)) for reader in readers]
            after = acted(table)
            hub.tell(after)
            await shown()
            once = {(id(state.state), seat) for state in (table, after) for seat in (0, 1)}
            assert sorted(drawn) == sorted(once)
            for reader, said in zip(readers, views, strict=True):
                fresh = json.loads(encoded(view(table, reader.guest, "fr")))
                assert said == {"type": "view", "view": fresh}
                assert [step["seq"] for step in reader.heard[0]["steps"]] == [after.seq]

    asyncio.run(look())


def acted(table: Table) -> Table:
    game, seat = table.kit.game, table.turn
    assert seat is not None
    text = game.notation.write_action(game.actions(table.state)[0])
    return act(table, [seat], text, moment()).after


class Onlooker:
    """Notes in which turn of the event loop something was shown."""

    guest, lang, form = "nobody", "en", Form.STEPS

    def __init__(self, turns: Turns) -> None:
        self.turns = turns

    def push(self, text: bytes) -> None:
        for step in json.loads(text)["steps"]:
            self.turns.note(("shown", step["seq"]))


class Turns:
    """The events of each turn of the event loop."""

    def __init__(self) -> None:
        self.now = 0
        self.seen: dict[tuple[str, int], int] = {}
        self._next()

    def _next(self) -> None:
        self.now += 1
        asyncio.get_running_loop().call_soon(self._next)

    def note(self, what: tuple[str, int]) -> None:
        self.seen[what] = self.now

    async def mover(self, stored: asyncio.Future[Table]) -> None:
        self.note(("answered", (await stored).seq))


async def moves_in_turns(gap: int) -> dict[tuple[str, int], int]:
    """Two moves, stored that many turns of the loop apart, as the store settles them."""
    rng = Random(1)
    hub, turns, tables = Hub(encoded), Turns(), [some_table("plus4", rng).after]
    while len(tables) < 3:
        after = changed(tables[-1], rng, 1000)
        tables += [after] if after.seq == tables[-1].seq + 1 else []
    with hub.following(tables[0]):
        hub.join(tables[0].id, Onlooker(turns))
        stored = [asyncio.get_running_loop().create_future() for _ in tables[1:]]
        movers = [asyncio.create_task(turns.mover(future)) for future in stored]
        await asyncio.sleep(0)
        for future, table in zip(stored, tables[1:], strict=True):
            future.set_result(table)
            hub.tell(table)
            for _ in range(gap):
                await asyncio.sleep(0)
        await asyncio.gather(*movers)
        for _ in range(2):
            await shown()
    return turns.seen


@pytest.mark.parametrize("gap", range(4))
def test_the_answer_to_a_mover_has_left_before_anything_is_drawn(gap: int) -> None:
    seen = asyncio.run(moves_in_turns(gap))
    answered = {seq: turn for (what, seq), turn in seen.items() if what == "answered"}
    assert len(answered) == 2
    for seq, turn in answered.items():
        assert seen["shown", seq] > turn, "written out at the end of a turn, drawn in a later one"
