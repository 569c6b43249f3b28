"""`make bench-load`: live tables with two players each, on the site and on boardgame.io.

python -m benchmarks.load --highest                       # what make bench-load runs
python -m benchmarks.load --server sqlite --tables 100 --rate 50 --seconds 10
python -m benchmarks.load --open 5000                     # many tables, few moves
python -m benchmarks.load --server postgresql:2 --rate 100 --seconds 3600
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from benchmarks.crowd import Clients
from benchmarks.players import SitePair
from benchmarks.runs import (
    COLUMNS,
    SOAK_COLUMNS,
    Column,
    Run,
    bytes_table,
    heading,
    line,
    machine,
    table,
)
from benchmarks.servers import SERVERS, Server, running
from benchmarks.sockets import HOST, many_files
from benchmarks.usage import Disk, Usage, usage

PAGE = Path(__file__).parent.parent / "docs" / "evidence" / "load.md"
BEGIN, END = "<!-- the last tables of make bench-load -->", "<!-- their end -->"
_WARM_TABLES, _WARM_RATE, _WARM_S = 30, 30, 5  # so that every game is drawn once
_SLICE_S = 60  # a longer run has a row for each minute
_TRY_S = 15
_FIRST_RATE, _HIGHEST_RATE = 25, 3000
_GROWTH = 1.5  # of the rate while it holds
_NEAR = 0.05  # of the rate: near enough to stop halving


def main() -> None:
    """Measures what the options ask for and prints it as tables of Markdown."""
    options = _options()
    many_files()
    columns = COLUMNS + (SOAK_COLUMNS if options.seconds > _SLICE_S else ())
    print(heading(columns), flush=True)
    steady: list[Run] = []
    best: list[Run] = []
    for name in options.servers:
        with running(name) as server:
            runs, highest = _measured(server, options, columns)
        steady += runs
        best += [highest] if highest else []
    tables = _tables(steady, best, columns)
    print(f"\n{tables}")
    if options.write:
        _write(tables)


def _options() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument(
        "--server", action="append", dest="servers", metavar="NAME", type=_server,
        help="sqlite, postgresql, postgresql:N (N processes) or boardgame.io; may be given "
        f"several times; all of {', '.join(SERVERS)} by default",
    )  # fmt: skip
    words.add_argument("--tables", type=int, default=500, help="live tables (500)")
    words.add_argument(
        "--rate", action="append", dest="rates", type=float, metavar="MOVES",
        help="moves a second, all tables together; may be given several times (100 and 400)",
    )  # fmt: skip
    words.add_argument("--seconds", type=float, default=60, help="how long each rate is held (60)")
    words.add_argument(
        "--highest", action="store_true",
        help="also search the highest rate that holds: 99 in 100 moves seen within 100 ms, "
        "at least 95 %% of them made, none failed; "
        f"tries of {_TRY_S} s, up to {_HIGHEST_RATE} a second",
    )  # fmt: skip
    words.add_argument(
        "--open", type=int, metavar="TABLES",
        help="so many tables with a move at each every minute, and what the site says it holds; "
        "on sqlite by default",
    )  # fmt: skip
    words.add_argument("--clock", metavar="PACE", help="every table of the site has one: 60+10")
    words.add_argument("--write", action="store_true", help=f"write the tables to {PAGE.name}")
    options = words.parse_args()
    options.servers = options.servers or (["sqlite"] if options.open else list(SERVERS))
    options.rates = options.rates or [100, 400]
    if options.open:
        options.tables, options.rates = options.open, [options.open / 60]
    return options


def _server(name: str) -> str:
    if not re.fullmatch(r"sqlite|postgresql(:\d+)?|boardgame\.io", name):
        raise argparse.ArgumentTypeError(f"no server {name}")
    return name


def _measured(
    server: Server, options: argparse.Namespace, columns: tuple[Column, ...]
) -> tuple[list[Run], Run | None]:
    """Returns the runs at the rates given and, if asked for, at the highest rate that holds."""
    clock = {"clock": options.clock} if options.clock and server.pair is SitePair else {}
    clients = Clients(partial(server.pair, server.port, **clock))
    try:
        play = partial(_play, server, clients, _seated(server, clients, options.tables), columns)
        runs = [run for rate in options.rates for run in _slices(play, rate, options.seconds)]
        if options.open:
            print(_gauges(server))
        return runs, _highest(play, runs) if options.highest else None
    finally:
        clients.stop()


def _seated(server: Server, clients: Clients, tables: int) -> tuple[int, Usage]:
    """Seats all players; returns the number of tables, and what the warm server used before."""
    clients.seat(_WARM_TABLES)
    clients.play(_WARM_RATE, _WARM_S)
    clients.seat(0)
    time.sleep(1)
    before = usage(server)
    clients.seat(tables)
    return tables, before


Play = Callable[[float, float], Run]


def _play(
    server: Server,
    clients: Clients,
    seated: tuple[int, Usage],
    columns: tuple[Column, ...],
    rate: float,
    seconds: float,
) -> Run:
    """Plays at a rate for some seconds; prints and returns the run."""
    tables, before = seated
    with Disk(server.folder) as disk:
        start = usage(server)
        tally = clients.play(rate, seconds)
        end = usage(server)
    run = Run(server, tables, rate, seconds, tally, before, start, end, disk.waits_s)
    print(line(run, columns), flush=True)
    if tally.failures:
        print(f"{len(tally.failures)} failures: {tally.failures[:3]}", flush=True)
    return run


def _slices(play: Play, rate: float, seconds: float) -> list[Run]:
    runs: list[Run] = []
    while seconds > 0:
        runs.append(play(rate, min(seconds, _SLICE_S)))
        seconds -= _SLICE_S
    return runs


def _highest(play: Play, runs: list[Run]) -> Run | None:
    """Searches for the highest rate that holds: growing steps until one fails, then bisection."""
    best = max((run for run in runs if run.held), key=lambda run: run.wanted, default=None)
    low = best.wanted if best else 0.0
    high = min((run.wanted for run in runs if run.wanted > low), default=None)
    while (rate := _next_rate(low, high)) is not None:
        run = _tried(play, rate)
        if run.held:
            best, low = run, rate
        else:
            high = rate
    return best


def _next_rate(low: float, high: float | None) -> float | None:
    """Returns the next rate to try, or None if the bounds are near enough or at their limit."""
    if high is not None:
        return round((low + high) / 2) if high - low > max(2, _NEAR * low) else None
    return min(_HIGHEST_RATE, max(_FIRST_RATE, low * _GROWTH)) if low < _HIGHEST_RATE else None


def _tried(play: Play, rate: float) -> Run:
    """Makes a short run, and another if it failed while the disk alone was too slow."""
    run = play(rate, _TRY_S)
    return run if run.held or not run.stalled else play(rate, _TRY_S)


def _gauges(server: Server) -> str:
    """Returns the site's own counts of tables and sockets; boardgame.io has none."""
    if not server.database:
        return ""
    with urlopen(f"http://{HOST}:{server.port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    wanted = re.compile(r"ludotheque_(tables|sockets)\w* ")
    return "\n".join(found for found in lines if wanted.match(found))


def _tables(steady: list[Run], best: list[Run], columns: tuple[Column, ...]) -> str:
    parts = [machine(), table(steady, columns)]
    if best:
        parts += ["The highest rates that held:", table(best, COLUMNS)]
    parts += ["Bytes to a client for a move, the median:", bytes_table(steady)]
    return "\n\n".join(parts)


def _write(tables: str) -> None:
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{tables}\n{END}{rest.split(END)[1]}", "utf-8")


if __name__ == "__main__":
    main()
