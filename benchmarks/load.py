"""`make bench-load`: live tables, two players each, until the other has the move.

python -m benchmarks.load --database sqlite --tables 500 --every 5 --seconds 60
python -m benchmarks.load --database postgresql --workers 2 --highest
python -m benchmarks.load --database postgresql --workers 2 --seconds 3600 --every 25
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psycopg
import uvloop
from tests.server.postgres import Postgres
from tests.server.running import Running

from benchmarks.players import Pair, Tally, learn_words, play, seated

LIMIT = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")
_BEGUN = time.perf_counter()
HEADER = (
    "| database | processes | tables | moves/s wanted | moves/s | p50 ms | p99 ms | worst ms "
    "| kept p99 ms | site cores | clients cores | others cores "
    "| MiB | open files | connections | minute |\n" + "|---" * 16 + "|"
)


@dataclass(frozen=True)
class Usage:
    """What processes have used at one moment."""

    at: float
    site: float
    clients: float
    machine: float
    memory: tuple[int, ...]
    files: tuple[int, ...]
    connections: int


def main() -> None:
    """Measures what the options ask for and prints it as a table."""
    words = argparse.ArgumentParser()
    words.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--every", type=float, default=5.0, help="seconds between moves at a table")
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--highest", action="store_true", help="also the highest rate that holds")
    options = words.parse_args()
    _many_files()
    learn_words()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        database = ""
        if options.database == "postgresql":
            server = Postgres(fsync=True).start()
            stack.callback(server.stop)
            database = server.database()
        settings = {"LUDOTHEQUE_RATE": "1000", "LUDOTHEQUE_LOG_LEVEL": "warning"}
        site = Running(folder, database, options.workers, **settings).start()
        stack.callback(site.stop)
        uvloop.run(_measure(site, options))


def _many_files() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _measure(site: Running, options: argparse.Namespace) -> None:
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as http:
        warm = await seated(site.url, http, 30)
        await play(warm, 1, 5)
        for pair in warm:
            await pair.stand_up()
        await asyncio.sleep(1)
        before = usage(site)
        pairs = await seated(site.url, http, options.tables)
        await _steady(site, options, pairs, before)
        if options.highest:
            await _highest(site, options, pairs)


async def _steady(
    site: Running, options: argparse.Namespace, pairs: list[Pair], before: Usage
) -> None:
    """The rate asked for, a line a minute; what a table takes."""
    each = (sum(usage(site).memory) - sum(before.memory)) / options.tables
    print(f"{_mib(before.memory)} MiB without tables; {each / 1024:.0f} KiB a live table\n")
    print(HEADER, flush=True)
    spent = 0.0
    while spent < options.seconds:
        slice_ = min(60.0, options.seconds - spent)
        await _row(site, options, pairs, options.every, slice_)
        spent += slice_


async def _highest(site: Running, options: argparse.Namespace, pairs: list[Pair]) -> None:
    """Faster and faster, until the 99th percentile passes the limit or moves come too late."""
    rate = len(pairs) / options.every
    step = rate / 5
    while await _row(site, options, pairs, len(pairs) / (rate + step), 20):
        rate += step
    print(f"highest rate that held: {rate:.0f} moves a second")


async def _row(
    site: Running, options: argparse.Namespace, pairs: list[Pair], every: float, seconds: float
) -> bool:
    """Plays for so long and prints what it gave; whether it held."""
    start = usage(site)
    tally = await play(pairs, every, seconds)
    end = usage(site)
    span = end.at - start.at
    moves, wanted = len(tally.latencies) / seconds, len(pairs) / every
    used = [end.site - start.site, end.clients - start.clients, end.machine - start.machine]
    site_, clients, machine = (seconds_ / span for seconds_ in used)
    row = (
        options.database, options.workers, len(pairs), f"{wanted:.0f}", f"{moves:.1f}",
        *(f"{1000 * part(tally.latencies, p):.1f}" for p in (50, 99, 100)),
        f"{1000 * part(tally.answers, 99):.1f}",
        f"{site_:.2f}", f"{clients:.2f}", f"{max(0, machine - site_ - clients):.2f}",
        _mib(end.memory), _sum(end.files), end.connections, f"{(end.at - _BEGUN) / 60:.0f}",
    )  # fmt: skip
    print("|", " | ".join(map(str, row)), "|", flush=True)
    _complain(tally)
    return part(tally.latencies, 99) < LIMIT and moves > 0.95 * wanted and not tally.failures


def _mib(memory: Sequence[int]) -> str:
    return _sum([size >> 20 for size in memory])


def _sum(each: Sequence[int]) -> str:
    """One number a process."""
    return " + ".join(map(str, each))


def _complain(tally: Tally) -> None:
    if tally.failures or tally.late:
        print(f"failures: {len(tally.failures)} {tally.failures[:3]}, late: {tally.late}")


def part(values: list[float], percent: float) -> float:
    """A percentile, the worst for 100."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def usage(site: Running) -> Usage:
    """CPU seconds of the site (with its bots), of the clients and of the machine; memory, files."""
    assert site.process is not None
    family = _family(site.process.pid)
    serving = site.children() if site.workers > 1 else [site.process.pid]
    return Usage(
        at=time.perf_counter(),
        site=sum(map(_seconds, family)),
        clients=time.process_time(),
        machine=_machine(),
        memory=tuple(map(_memory, serving)),
        files=tuple(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in serving),
        connections=_connections(site.database),
    )


def _connections(database: str) -> int:
    """How many connections PostgreSQL holds for the site."""
    if not database.startswith("postgresql"):
        return 0
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(database) as connection:
        found = connection.execute(query).fetchone()
    assert found is not None
    return int(found[0]) - 1


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _machine() -> float:
    """The seconds that all cores together have been busy."""
    user, nice, system, _, _, irq, soft, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + soft) / _TICKS


if __name__ == "__main__":
    main()
