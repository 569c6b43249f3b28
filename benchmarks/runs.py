"""One run of the load benchmark, and tables of runs in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import nan
from statistics import median

from benchmarks.crowd import Tally
from benchmarks.players import GAMES
from benchmarks.servers import Server
from benchmarks.usage import Usage

_LIMIT_S = 0.1  # people notice more than this
_MOST_MISSING = 0.05


@dataclass(frozen=True)
class Run:
    """The load that a server had for some seconds, and all that was measured."""

    server: Server
    tables: int
    wanted: float
    seconds: float
    tally: Tally
    empty: Usage  # before any table was set up
    start: Usage
    end: Usage
    disk_s: list[float]

    @property
    def moves(self) -> int:
        """How many moves were made, and seen by the other player."""
        return len(self.tally.latencies_s)

    @property
    def held(self) -> bool:
        """Whether nearly all moves were made, and nearly all of them in time."""
        enough = self.moves >= (1 - _MOST_MISSING) * self.wanted * self.seconds
        return enough and not self.tally.failures and part(self.tally.latencies_s, 99) < _LIMIT_S

    @property
    def stalled(self) -> bool:
        """Whether the disk alone would have made a move late."""
        return part(self.disk_s, 100) > _LIMIT_S

    @property
    def site_s(self) -> float:
        """Processor time of the server."""
        return self.end.site_s - self.start.site_s

    @property
    def others_cores(self) -> float:
        """The cores that were busy with neither server nor clients, but with a database, say."""
        busy = self.end.machine_s - self.start.machine_s - self.site_s - self.tally.processor_s
        return max(0.0, busy / (self.end.at - self.start.at))


def part(values: Sequence[float], percent: float) -> float:
    """Returns a percentile, for 100 the maximum; not a number if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else nan


Column = tuple[str, Callable[[Run], object]]
COLUMNS: tuple[Column, ...] = (
    ("server", lambda run: run.server.name),
    ("processes", lambda run: run.server.processes),
    ("tables", lambda run: run.tables),
    ("moves/s wanted", lambda run: f"{run.wanted:.0f}"),
    ("moves/s", lambda run: f"{run.moves / run.seconds:.1f}"),
    ("p50 ms", lambda run: _ms(run.tally.latencies_s, 50)),
    ("p99 ms", lambda run: _ms(run.tally.latencies_s, 99)),
    ("worst ms", lambda run: _ms(run.tally.latencies_s, 100)),
    ("kept p99 ms", lambda run: _ms(run.tally.answers_s, 99)),
    ("server ms a move", lambda run: f"{1000 * run.site_s / max(1, run.moves):.2f}"),
    ("clients ms a move", lambda run: f"{1000 * run.tally.processor_s / max(1, run.moves):.2f}"),
    ("others cores", lambda run: f"{run.others_cores:.2f}"),
    ("MiB without tables", lambda run: _mib(run.empty)),
    ("MiB after", lambda run: _mib(run.end)),
    ("disk p99 ms", lambda run: _ms(run.disk_s, 99)),
    ("disk worst ms", lambda run: _ms(run.disk_s, 100)),
)
SOAK_COLUMNS: tuple[Column, ...] = (
    ("open files", lambda run: _each(run.end.files)),
    ("connections", lambda run: run.end.connections),
    ("minute", lambda run: f"{(run.end.at - run.empty.at) / 60:.0f}"),
)


def heading(columns: Iterable[Column]) -> str:
    """Returns the first two lines of a table."""
    names = [name for name, _ in columns]
    return f"| {' | '.join(names)} |\n{'|---' * len(names)}|"


def line(run: Run, columns: Iterable[Column]) -> str:
    """Returns a run as a line of a table."""
    return f"| {' | '.join(str(cell(run)) for _, cell in columns)} |"


def table(runs: Iterable[Run], columns: Sequence[Column]) -> str:
    """Returns runs as a table."""
    return "\n".join([heading(columns), *(line(run, columns) for run in runs)])


def bytes_table(runs: Iterable[Run]) -> str:
    """Returns a table of the median bytes sent to a client for a move, by server and game."""
    by_name = {run.server.name: run.tally.move_bytes for run in runs}
    lines = [f"| server | {' | '.join(GAMES)} |", "|---" * (len(GAMES) + 1) + "|"]
    for name, sizes in by_name.items():
        cells = [f"{median(sizes[game]):,.0f}" if game in sizes else "" for game in GAMES]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def machine() -> str:
    """Describes the machine."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _ms(values_s: Sequence[float], percent: float) -> str:
    return f"{1000 * part(values_s, percent):.1f}"


def _mib(used: Usage) -> str:
    return _each([size >> 20 for size in used.memory_bytes])


def _each(numbers: Iterable[int]) -> str:
    """Joins numbers of several processes."""
    return " + ".join(map(str, numbers))
