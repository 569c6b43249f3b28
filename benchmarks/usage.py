"""Processor time, memory and waits for the disk, read from the system."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import psycopg

from benchmarks.servers import Server

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_WRITE = bytes(8192)  # about what a commit of a few moves writes
_WRITE_EVERY_S = 0.05
# Thousands of tables, moves and reviewed decisions are cached, up to limits: 1 to 2 KiB for a
# table, 0.3 to 0.7 for a move (site/storage/reading.py), 2 to 4 for a decision
# (house/thinking/reviews.py), and half as much again because the allocator rounds up.
_REMEMBERED_KIB = {"tables": 3.0, "moves": 1.0, "decisions": 6.0}
_REMEMBERED = re.compile(r"^ludotheque_(\w+)_remembered\S* (\S+)$", re.MULTILINE)
_BYTES = re.compile(r"^ludotheque_(results|pages)_bytes\S* (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Usage:
    """The resources that a server and the machine have used up to one moment."""

    at: float
    site_s: float
    machine_s: float
    memory_bytes: tuple[int, ...]
    files: tuple[int, ...]
    connections: int


def usage(server: Server) -> Usage:
    """Returns the processor time of a server (with its bots) and the machine, memory and files."""
    serving = server.serving()
    return Usage(
        at=time.perf_counter(),
        site_s=sum(map(_processor_s, _family(server.pid))),
        machine_s=_machine_s(),
        memory_bytes=tuple(map(memory_bytes, serving)),
        files=tuple(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in serving),
        connections=_connections(server.database),
    )


@dataclass(frozen=True)
class CachedMemory:
    """The caches that a site reports: numbers of items, and the memory of other caches."""

    counts: Mapping[str, int]
    mib: Mapping[str, float]

    @classmethod
    def told(cls, metrics: str) -> CachedMemory:
        """Reads the text of `/metrics`."""
        counts = {kind: int(float(count)) for kind, count in _REMEMBERED.findall(metrics)}
        mib = {kind: float(size) / 2**20 for kind, size in _BYTES.findall(metrics)}
        return cls(counts, mib)

    @property
    def total_mib(self) -> float:
        """The memory that all of it takes at most."""
        items = sum(_REMEMBERED_KIB[kind] * count for kind, count in self.counts.items())
        return items / 1024 + sum(self.mib.values())


class Disk:
    """Writes a little to the disk of a folder again and again, and times how long it waits."""

    def __init__(self, folder: Path) -> None:
        self.waits_s: list[float] = []
        self._file = folder / "stall"
        self._stop = Event()
        self._thread = Thread(target=self._write)

    def __enter__(self) -> Disk:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _write(self) -> None:
        with self._file.open("wb", buffering=0) as file:
            while not self._stop.wait(_WRITE_EVERY_S):
                start = time.perf_counter()
                file.seek(0)
                file.write(_WRITE)
                os.fsync(file.fileno())
                self.waits_s.append(time.perf_counter() - start)


def _connections(database: str) -> int:
    """Returns how many connections the site has to PostgreSQL; 0 for another database."""
    if not database.startswith("postgresql"):
        return 0
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(database) as connection:
        found = connection.execute(query).fetchone()
    assert found is not None
    return int(found[0]) - 1


def _family(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return [pid, *(one for child in children for one in _family(int(child)))]


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S


def memory_bytes(pid: int) -> int:
    """Returns the resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES


def _machine_s() -> float:
    """Returns the seconds that all cores together have been busy."""
    user, nice, system, _, _, irq, soft, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + soft) / _TICKS_PER_S
