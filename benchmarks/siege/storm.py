"""The storm: a million hostile messages on each database, with honest players and kills."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from tests.site.postgres import Postgres
from tests.site.running import Running

from benchmarks.siege.attackers import COUNTED, Plan, attack, counted
from benchmarks.siege.bad_requests import Known
from benchmarks.siege.honest import HonestPlayer, Sent, lost, seat_players
from benchmarks.usage import CachedMemory, memory_bytes
from ludotheque import load
from ludotheque.core.player import draw

DATABASES = ("sqlite", "postgresql")
_WORST_S = 1.0  # no move of an honest player may take longer
_STARTING_S = 2.0  # after a restart, while players connect again and games are loaded
# Shares of what is sent: up to the first, the site is killed; at the second, memory is measured to
# be compared with the end.
_LAST_KILL, _WARM = 0.5, 0.65
_GROWN_MIB = 25.0  # what other caches may still take after that, mainly of drawings
# The words of a language take 3 to 14 MiB once a word is checked: here, a correct answer to the
# second lesson of Croisements.
_FIRST_WORDS = {"fr": "PRIS", "en": "STAND"}
_LOOK_EVERY_S = 0.1
_TELL_EVERY = 0.1  # the share of the storm after which its progress is printed
_ERROR = re.compile(r"^Traceback .*\n(?: .*\n)*.*|^ERROR.*|.*RuntimeWarning.*", re.MULTILINE)
_FAILURES_TOLD = 20  # at most
_GAMES = ("plus4(mode=endless)", "redline", "babylone", "croisements")
_ACTIONS_OF_GAME = 60


class Memory(NamedTuple):
    """The memory of the site, and the cached items that it reports."""

    mib: float
    known: CachedMemory

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {kind}" for kind, count in self.known.counts.items())
        return f"{self.mib:,.0f} MiB ({counts})"


@dataclass
class Seen:
    """What happened in one storm."""

    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    down: list[tuple[float, float]] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    warm: Memory = field(default_factory=lambda: Memory(0, CachedMemory({}, {})))
    end: Memory = field(default_factory=lambda: Memory(0, CachedMemory({}, {})))
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def undisturbed(self) -> list[Sent]:
        """The moves that were not under way while the site was down or starting."""
        return [
            one
            for one in self.sent
            if all(one.at > end or one.at + one.kept_s < start for start, end in self.down)
        ]

    @property
    def grown_mib(self) -> float:
        """How much memory grew in the last third, without that of additional cached items.

        Fewer cached items do not count, because the allocator seldom gives memory back.
        """
        return (
            self.end.mib
            - self.warm.mib
            - max(0.0, self.end.known.total_mib - self.warm.known.total_mib)
        )

    def failures(self) -> list[str]:
        """Returns a line for each thing that must not happen, but did."""
        worst = max(one.kept_s for one in self.undisturbed)
        found = {
            f"{self.counts['broken']} answers of 500 and more": self.counts["broken"],
            f"{self.counts['stuck']} without an answer": self.counts["stuck"],
            f"a move took {worst:.1f} s": worst > _WORST_S,
            f"memory grew to {self.end.mib:.0f} MiB": self.grown_mib > _GROWN_MIB,
        }
        logged = [f"{times} times in the log:\n{error}" for error, times in self.errors.items()]
        return [*(what for what, so in found.items() if so), *self.lost, *logged]


def storm(kind: str, plan: Plan, kills: int) -> list[str]:
    """Runs a storm on a database, and prints its results; returns the failures."""
    with _site(kind) as site:
        seen = asyncio.run(_Storm(site, plan, kills).run())
    failures = seen.failures()
    told = [f"FAILED: {what}" for what in failures[:_FAILURES_TOLD]]
    print(_written(kind, seen), *told, sep="\n", flush=True)
    return failures


@contextmanager
def _site(kind: str) -> Iterator[Running]:
    postgres = Postgres(fsync=True).start() if kind == "postgresql" else None
    with TemporaryDirectory() as folder:
        site = Running(Path(folder), postgres.database() if postgres else "")
        try:
            yield site.start()
        finally:
            site.stop()
            if postgres is not None:
                postgres.stop()


class _Storm:
    """A site with its players and attackers, which is killed now and then."""

    def __init__(self, site: Running, plan: Plan, kills: int) -> None:
        self.site, self.plan = site, plan
        chance = Random(plan.seed)
        self.kills = sorted(chance.uniform(0.02, _LAST_KILL) for _ in range(kills))
        self.counts = get_context("spawn").Array("q", len(COUNTED))
        self.seen = Seen()

    async def run(self) -> Seen:
        """Runs everything, from the first move to the last check of the log."""
        players = await seat_players(self.site, self.plan.seed)
        known = await _known(self.site, [player.table for player in players])
        start = time.monotonic()
        async with _playing(players):
            await self._attacked(known, players)
        self.seen.seconds = time.monotonic() - start
        self.seen.counts = counted(self.counts)
        self.seen.sent = [one for player in players for one in player.sent]
        self.seen.lost += lost(self.site, players)
        self.seen.errors = Counter(_ERROR.findall(self.site.log.read_text()))
        return self.seen

    async def _attacked(self, known: Known, players: Sequence[HonestPlayer]) -> None:
        arguments = self.site.port, known, self.counts, self.plan
        process = get_context("spawn").Process(target=attack, args=arguments, daemon=True)
        process.start()
        told = 0.0
        while process.is_alive():
            await asyncio.sleep(_LOOK_EVERY_S)
            share = self._share_done()
            if self.kills and share >= self.kills[0]:
                self.kills.pop(0)
                await self._killed(players)
            if share >= told + _TELL_EVERY:
                told = share
                print(f"  {share:.0%}, {self._memory_mib():.0f} MiB", flush=True)
            if not self.seen.warm.mib and share >= _WARM:
                self.seen.warm = await self._memory()
        print(f"  all of it, {self._memory_mib():.0f} MiB", flush=True)
        self.seen.end = await self._memory()
        if process.exitcode:
            self.seen.lost.append("the attackers gave up")

    def _share_done(self) -> float:
        counts = counted(self.counts)
        done = counts["messages"] / self.plan.messages, counts["requests"] / self.plan.requests
        return min(1.0, sum(done) / len(done))

    async def _killed(self, players: Sequence[HonestPlayer]) -> None:
        """Kills the site, checks its log, and starts it again."""
        start = time.monotonic()
        await asyncio.to_thread(self.site.kill)
        self.seen.lost += await asyncio.to_thread(lost, self.site, players)
        await asyncio.to_thread(self.site.start)
        self.seen.down.append((start, time.monotonic() + _STARTING_S))

    async def _memory(self) -> Memory:
        async with httpx.AsyncClient(base_url=self.site.url, timeout=60) as http:
            await _load_words(http)
            told = (await http.get("/metrics")).text
        return Memory(self._memory_mib(), CachedMemory.told(told))

    def _memory_mib(self) -> float:
        assert self.site.process is not None
        return memory_bytes(self.site.process.pid) / 2**20


@asynccontextmanager
async def _playing(players: Sequence[HonestPlayer]) -> AsyncIterator[None]:
    """Lets players play during the block; raises the error if one of them fails."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        yield
        for task in tasks:
            task.cancel()


async def _known(site: Running, tables: Sequence[str]) -> Known:
    """Returns the attackers' knowledge: others' tables, and tables and secrets of their own."""
    own, secrets, invites = list(tables), list[str](), list[str]()
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as http:
        for spec in _GAMES:
            wanted = {"spec": spec, "seats": ["me", "open"]}
            made = (await http.post("/api/tables", json=wanted)).json()
            own.append(made["table"])
            secrets.append(made["seats"][0]["token"])
            invites += [made["invite"], made["seats"][1]["invite"]]
    return Known(tuple(own), tuple(secrets), tuple(invites), _actions())


async def _load_words(http: httpx.AsyncClient) -> None:
    """Makes the site load the words of both languages, so that memory can be compared."""
    for lang, word in _FIRST_WORDS.items():
        tried, asked = {"actions": [f"d1-c2/b1 {word}"]}, {"accept-language": lang}
        answer = await http.post("/learn/croisements/2", json=tried, headers=asked)
        assert answer.json()["kind"] == "done", answer.text


def _actions() -> tuple[str, ...]:
    """Returns actions of all games, from seeded random games."""
    rng, found = Random(1), list[str]()
    for spec in _GAMES:
        game = load(spec).game
        state = game.initial()
        for _ in range(_ACTIONS_OF_GAME):
            if game.outcome(state) is not None:
                state = game.initial()
            turn = game.turn(state)
            action = draw(game, state, rng) if turn is None else rng.choice(game.actions(state))
            found.append(game.notation.write_action(action))
            state = game.apply(state, action)
    return tuple(found)


def _written(kind: str, seen: Seen) -> str:
    """Returns the results in a few lines."""
    counts, moves = seen.counts, [1000 * one.kept_s for one in seen.undisturbed]
    return "\n".join(
        (
            f"{kind}: {seen.seconds:,.0f} s, {len(seen.down)} kills",
            f"  messages   {counts['messages']:>9,}: {counts['answered']:,} answered,"
            f" {counts['put_off']:,} refused by a limit, {counts['closed']:,} lost with a socket",
            f"  requests   {counts['requests']:>9,}: {counts['replied']:,} answered,"
            f" {counts['too_many']:,} refused by a limit, {counts['cut']:,} cut off",
            f"  moves      {len(seen.sent):>9,}: median {median(moves):.1f} ms,"
            f" worst {max(moves):,.0f} ms (of {len(moves):,} while the site was up),"
            f" {len(seen.lost)} lost",
            f"  memory     {seen.warm} when warm, {seen.end} at the end:"
            f" {seen.grown_mib:.0f} MiB more beside that",
            f"  errors     {counts['broken']} answers of 500 or more, {seen.errors.total()} logged,"
            f" {counts['stuck']} without an answer",
        )
    )
