"""A club of forty behind one address plays at full speed without reaching a limit."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.site.running import NO_TLS

CLUB, AT_A_TABLE = 40, 2
# The club is behind a proxy, as the site is told: the address is that of all of them.
BEHIND = {"x-forwarded-for": "203.0.113.40", "accept-language": "en"}
GAME = {"spec": "babylone(to_win=1)", "seats": ["me"] * AT_A_TABLE}


class Member:
    """A member of the club at a table, who moves at once and draws nothing."""

    def __init__(self, line: ClientConnection, seat: int) -> None:
        self.line, self.seat, self.rng, self.moves = line, seat, Random(seat), 0

    async def play(self) -> None:
        await self.line.send('{"type": "hello", "since": null}')
        view = await self.next_view(-1)
        while not view["over"]:
            if view["can"]["act"]:
                await self.move(view)
            view = await self.next_view(view["seq"])

    async def move(self, view: dict[str, Any]) -> None:
        action = self.rng.choice(view["gestures"])["action"]
        command = {"type": "act", "id": f"{self.seat}-{self.moves}", "expected": view["seq"]}
        self.moves += 1
        await self.line.send(json.dumps({**command, "action": action}))

    async def next_view(self, after: int) -> dict[str, Any]:
        while True:
            message = json.loads(await asyncio.wait_for(self.line.recv(), 60))
            assert message["type"] in ("view", "kept"), message
            if message["type"] == "view" and message["view"]["seq"] > after:
                return message["view"]  # type: ignore[no-any-return]


async def arrive(http: httpx.AsyncClient, address: str, stack: AsyncExitStack) -> list[Member]:
    """Two members set a table, open its page and sit down."""
    made = (await http.post("/api/tables", json=GAME)).json()
    members = []
    for place in made["seats"]:
        token = {"authorization": f"Bearer {place['token']}"}
        page = await http.get(f"/t/{made['table']}", headers=token)
        assert page.status_code == 200
        where = f"ws://{address}/api/tables/{made['table']}/live?bare=1"
        line = connect(where, additional_headers={**BEHIND, **token})
        members.append(Member(await stack.enter_async_context(line), place["seat"]))
    return members


def test_a_club_behind_one_address_plays_at_full_speed(address: str) -> None:
    async def evening() -> list[Member]:
        base = f"http://{address}"
        async with (
            httpx.AsyncClient(base_url=base, headers=BEHIND, timeout=60, verify=NO_TLS) as http,
            AsyncExitStack() as stack,
        ):
            tables = [arrive(http, address, stack) for _ in range(CLUB // AT_A_TABLE)]
            members = [member for table in await asyncio.gather(*tables) for member in table]
            await asyncio.gather(*(member.play() for member in members))
            return members

    members = asyncio.run(evening())
    assert len(members) == CLUB
    assert sum(member.moves for member in members) > CLUB, "they have played"
