"""Devices on a database that two processes share: each sees the changes of the other."""

from __future__ import annotations

import asyncio

from ludotheque.site.push.subscriptions import PushDevice, Subscriptions
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.store import opened
from tests.site.postgres import shared

DEVICE = PushDevice("https://evil.example/x", "key", "auth")


def test_two_processes_keep_one_device_and_send_one_daily_message() -> None:
    url = shared().database()

    async def both(one: Subscriptions, other: Subscriptions, guests: Guests) -> list[list[str]]:
        guest, _ = await guests.add("Ana")
        for kinds in (["daily"], ["daily", "turn"]):
            await asyncio.gather(*(s.put(guest, DEVICE, "fr", kinds) for s in (one, other)))
        await one.note_daily(guest)
        claimed = await asyncio.gather(*(s.due_today() for s in (one, other, one, other)))
        kinds_of = [to.kinds for to in await one.of_guest(guest)]
        return [[to.guest for found in claimed for to in found], [guest], *map(list, kinds_of)]

    with opened(url) as store, opened(url) as second:
        found = asyncio.run(both(Subscriptions(store), Subscriptions(second), Guests(store)))
    claimed, guest, *kinds = found
    assert claimed == guest
    assert kinds == [["turn", "daily"]]
