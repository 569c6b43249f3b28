"""The bounds on the messages and questions of one guest that wait at the same time."""

from __future__ import annotations

import asyncio

from orjson import dumps as encoded

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.site.metrics import PUSHES
from ludotheque.site.push.occasions import TURN, Occasion
from ludotheque.site.push.outcomes import DROPPED
from ludotheque.site.push.pushes import _MOST_OF_A_GUEST, Pushes
from ludotheque.site.settings import Settings
from ludotheque.table.seats import Sitter
from tests.site.push.conftest import Club
from tests.site.shared import make_known


def test_what_waits_for_one_guest_is_bounded(club: Club) -> None:
    make_known(club.parts.store, "ana", "bruno")
    sitters = [Sitter("person", "ana"), Sitter("person", "bruno")]
    table = asyncio.run(club.parts.tables.create(load("plus4"), sitters))
    dropped = PUSHES.labels(DROPPED)._value.get()

    async def tell() -> None:
        pushes = Pushes(club.parts.tables, Hub(encoded), Settings())
        await pushes.start()
        pushes.asked.update(["ana", "bruno"])
        pushes.tell([Occasion("ana", (TURN,), table)] * (_MOST_OF_A_GUEST + 3))
        pushes.tell([Occasion("bruno", (TURN,), table)])
        pushes.tell([Occasion("nobody who asked", (TURN,), table)])
        assert len(pushes._sending) == _MOST_OF_A_GUEST + 1
        await pushes.stop()

    asyncio.run(tell())
    assert PUSHES.labels(DROPPED)._value.get() == dropped + 3
