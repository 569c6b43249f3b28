"""Runs one abuse after the other against a site, then the storm; prints how players were affected.

python -m benchmarks.siege                 # what make siege runs
python -m benchmarks.siege reading heads --seconds 20 --server nginx
python -m benchmarks.siege storm --database sqlite --messages 50000 --requests 10000 --kills 2
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from multiprocessing import get_context
from typing import TypeVar

from tests.site.running import Running

from benchmarks.siege.abuses import ABUSES, BESIDE, HOSTILE, run_abuse
from benchmarks.siege.attackers import Plan
from benchmarks.siege.storm import DATABASES, storm
from benchmarks.siege.town import KINDS, Server, servers
from benchmarks.siege.witness import APART, Figures, Page, Timed, Witness, figures
from benchmarks.sockets import many_files
from benchmarks.usage import memory_bytes

T = TypeVar("T", Timed, Page)
_STORM = "storm"
_QUIET_S, _ABUSE_S = 8.0, 15.0
# The time to recover after an abuse, and the time to measure after that.
_RECOVERY_S, _AFTER_S = 5.0, 5.0
_WORST_MS, _WORST_PAGE_MS = 250.0, 1000.0  # at most, beyond the quiet figures of the same run
_SAMPLE_EVERY_S = 0.2
_FIRST_MOVES = 3  # not measured, because the bot's process starts
_ROW = (
    "| {:<12} | {:>6} | {:>6} | {:>6} | {:>6} | {:>6} | {:>6} | {:>6} | {:>6} | {:>6} | {:>5} "
    "| {:>5} | {:<4} |"
)
_HEADING = (
    "abuse", "quiet", "worst", "after", "bot", "worst", "after", "page", "worst", "after", "MiB",
    "peak", "",
)  # fmt: skip


def main() -> None:
    """Runs what the options select; exits with status 1 if the storm has failed."""
    options, names = _options(), [abuse.__name__ for abuse in ABUSES]
    many_files()
    chosen = options.abuses or [*names, _STORM]
    if timed := [name for name in names if name in chosen]:
        for kind in options.server or KINDS:
            _print_rows(kind, timed, options.seconds)
    if _STORM in chosen:
        plan = Plan(options.seed, options.messages, options.requests)
        print(f"\nSeed {plan.seed}.", flush=True)
        found = [storm(kind, plan, options.kills) for kind in options.database or DATABASES]
        sys.exit(any(found))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*(abuse.__name__ for abuse in ABUSES), _STORM]
    parser.add_argument("abuses", nargs="*", metavar="ABUSE", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=_ABUSE_S, help="for each abuse")
    parser.add_argument("--server", action="append", choices=KINDS, help="for the abuses")
    parser.add_argument("--database", action="append", choices=DATABASES, help="for the storm")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=2026)
    return parser.parse_args()


def _print_rows(kind: str, names: Sequence[str], seconds: float) -> None:
    """Prints a row for each abuse, in milliseconds, with memory in MiB."""
    print(f"\n{kind}: moves until they are kept, bots until they answer, pages; in ms.\n")
    print(_ROW.format(*_HEADING), flush=True)
    with servers(kind) as started, closing(started):
        for name, server in zip(names, started, strict=False):
            print(asyncio.run(_besieged(server, name, seconds)), flush=True)


async def _besieged(server: Server, name: str, seconds: float) -> str:
    """Times the witness before, during and after the abuse."""
    site = server.site
    witness = Witness(server.port, HOSTILE if name in BESIDE else APART)
    playing = asyncio.create_task(witness.play())
    while len(witness.timed) < _FIRST_MOVES and not playing.done():
        await asyncio.sleep(_SAMPLE_EVERY_S)
    begun = time.monotonic()
    await asyncio.sleep(_QUIET_S)
    before, abused = _memory_mib(site), time.monotonic()
    peak = await _abused(server, name, seconds)
    over = time.monotonic()
    await asyncio.sleep(_RECOVERY_S + _AFTER_S)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing  # raises the error that has stopped the witness, if any
    quiet = _figures(witness, begun, abused)
    during = _figures(witness, abused, over)
    after = _figures(witness, over + _RECOVERY_S, time.monotonic())
    return _written(name, quiet, during, after, before, peak)


def _written(
    name: str, quiet: Figures, during: Figures, after: Figures, before: float, peak: float
) -> str:
    kept = quiet.median_ms, during.worst_ms, after.median_ms
    bot = quiet.bot_median_ms, during.bot_worst_ms, after.bot_median_ms
    page = quiet.page_median_ms, during.page_worst_ms, after.page_median_ms
    held = (
        during.worst_ms <= quiet.median_ms + _WORST_MS
        and during.page_worst_ms <= quiet.page_median_ms + _WORST_PAGE_MS
    )
    memory = round(before), round(peak)
    return _ROW.format(name, *kept, *bot, *page, *memory, "" if held else "slow")


async def _abused(server: Server, name: str, seconds: float) -> float:
    """Lets another process abuse the site; returns the peak memory of the site."""
    given = (name, server.port, server.town, seconds)
    process = get_context("spawn").Process(target=run_abuse, args=given)
    process.start()
    peak = 0.0
    while process.is_alive():
        peak = max(peak, _memory_mib(server.site))
        await asyncio.sleep(_SAMPLE_EVERY_S)
    return peak


def _figures(witness: Witness, start: float, end: float) -> Figures:
    """Returns the figures of the moves and pages that were asked for in that time."""
    return figures(_between(witness.timed, start, end), _between(witness.pages, start, end))


def _between(timed: Sequence[T], start: float, end: float) -> list[T]:
    return [one for one in timed if start <= one.at < end]


def _memory_mib(site: Running) -> float:
    """Returns the memory of the largest process that serves."""
    assert site.process is not None
    serving = site.children() if site.workers > 1 else [site.process.pid]
    return max(map(memory_bytes, serving)) / 2**20


if __name__ == "__main__":
    main()
