"""Pairs of players at live tables, as light as the page allows: sockets, views, moves in time."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from string import ascii_uppercase
from typing import Any

import httpx
from tests.server.wire import any_action
from websockets.asyncio.client import ClientConnection, connect

from ludotheque.words import lexicon

SPECS = ("plus4(mode=endless)", "redline", "babylone(to_win=3)", "croisements")
_PATIENCE = 30.0
_PING = 2.5


@dataclass
class Tally:
    """What the players measured."""

    latencies: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    late: int = 0


class Player:
    """One socket with the newest view, kept by a task of its own."""

    def __init__(self, line: ClientConnection) -> None:
        """Begins to listen."""
        self.line = line
        self.view: dict[str, Any] = {"seq": -1}
        self.kept: dict[str, float] = {}
        self.heard = asyncio.Event()
        self.tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._ping())]
        self.at = self.last = 0.0

    async def _read(self) -> None:
        async for text in self.line:
            message, self.last = json.loads(text), time.perf_counter()
            if message.get("view"):
                self.view, self.at = message["view"], self.last
            if message["type"] == "kept":
                self.kept[message["id"]] = self.last
            self.heard.set()

    async def _ping(self) -> None:
        """Asks whether the site is there after some silence, as the page does."""
        while True:
            silence = time.perf_counter() - self.last
            if silence >= _PING:
                await self.say(type="ping")
            await asyncio.sleep(_PING if silence >= _PING else _PING - silence)

    async def seen(self, seq: int) -> float:
        """The moment at which a view of that event, or a later one, was there."""
        while self.view["seq"] < seq:
            self.heard.clear()
            await asyncio.wait_for(self.heard.wait(), _PATIENCE)
        return self.at

    async def answered(self, name: str) -> float:
        """The moment at which a move was known to be kept."""
        while name not in self.kept:
            self.heard.clear()
            await asyncio.wait_for(self.heard.wait(), _PATIENCE)
        return self.kept.pop(name)

    async def say(self, **message: Any) -> None:
        """Sends one message."""
        await self.line.send(json.dumps(message))

    async def leave(self) -> None:
        """Hangs up."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.line.close()


class Pair:
    """Two players at one table, who set a new one when a game is over."""

    def __init__(self, site: str, http: httpx.AsyncClient, seed: int) -> None:
        """Nobody sits yet."""
        self.site, self.http, self.rng = site, http, Random(seed)
        self.spec = SPECS[seed % len(SPECS)]
        self.players: list[Player] = []

    async def sit(self) -> None:
        """Sets a table and connects both."""
        answer = await self.http.post(
            "/api/tables", json={"spec": self.spec, "seats": ["me", "me"]}
        )
        answer.raise_for_status()
        made = answer.json()
        url = f"{self.site.replace('http', 'ws', 1)}/api/tables/{made['table']}/live"
        for seat in made["seats"]:
            token = {"authorization": f"Bearer {seat['token']}", "accept-language": "fr"}
            line = connect(
                url, additional_headers=token, max_queue=64, open_timeout=60, ping_interval=None
            )
            self.players.append(Player(await line))
        for player in self.players:
            await player.say(type="hello", since=None)
        for player in self.players:
            await player.seen(0)

    async def stand_up(self) -> None:
        """Leaves the table."""
        players, self.players = self.players, []
        for player in players:
            await player.leave()

    async def move(self, tally: Tally) -> None:
        """One move, timed until the other has it."""
        if self.players[0].view["over"]:
            await self.stand_up()
            await self.sit()
        mover, other = self.players
        if not mover.view["can"]["act"]:
            mover, other = other, mover
        name, seq = uuid.uuid4().hex, mover.view["seq"]
        action = any_action(mover.view["gestures"], self.rng)
        start = time.perf_counter()
        await mover.say(type="act", id=name, expected=seq, action=action)
        there = await other.seen(seq + 1)
        answered = await mover.answered(name)
        await mover.seen(seq + 1)
        tally.latencies.append(there - start)
        tally.answers.append(answered - start)


def learn_words() -> None:
    """Looks every letter up beforehand, since the players' own thinking is not what is measured."""
    for initial in ascii_uppercase:
        for letter in ascii_uppercase:
            for count in (1, 2, 3, 4):
                lexicon("fr").example(initial, letter * count)


async def seated(site: str, http: httpx.AsyncClient, tables: int) -> list[Pair]:
    """So many tables with two players each, set a few at a time."""
    pairs = [Pair(site, http, seed) for seed in range(tables)]
    for start in range(0, tables, 20):
        await asyncio.gather(*(pair.sit() for pair in pairs[start : start + 20]))
    return pairs


async def play(pairs: Sequence[Pair], every: float, seconds: float) -> Tally:
    """A move at each table every so many seconds, spread evenly over them."""
    tally = Tally()
    begin = time.perf_counter() + 0.5
    await asyncio.gather(
        *(
            _keep_moving(pair, begin + every * n / len(pairs), every, begin + seconds, tally)
            for n, pair in enumerate(pairs)
        )
    )
    return tally


async def _keep_moving(pair: Pair, due: float, every: float, end: float, tally: Tally) -> None:
    while due < end:
        wait = due - time.perf_counter()
        tally.late += wait < -every / 2
        await asyncio.sleep(max(0, wait))
        try:
            await (pair.move(tally) if pair.players else pair.sit())
        except Exception as error:  # what fails is counted, and the pair sits down again
            tally.failures.append(repr(error))
            await pair.stand_up()
        due += every
