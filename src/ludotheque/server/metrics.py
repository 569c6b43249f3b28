"""What the site counts and times, for Prometheus; no label tells who or what table."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

REQUEST_SECONDS = Histogram(
    "ludotheque_request_seconds", "Requests by route and status.",
    ["method", "route", "status"], buckets=_SECONDS,
)  # fmt: skip
COMMAND_SECONDS = Histogram(
    "ludotheque_command_seconds", "From the receipt of a command to its answer.",
    ["command", "outcome"], buckets=_SECONDS,
)  # fmt: skip
COMMIT_SECONDS = Histogram(
    "ludotheque_commit_seconds", "One transaction of the writer, up to the disk.", buckets=_SECONDS
)
COMMIT_JOBS = Histogram(
    "ludotheque_commit_jobs", "Jobs that one transaction kept.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
)  # fmt: skip
JOBS_CONTENDED = Counter("ludotheque_jobs_contended_total", "Jobs that met another process.")
DATABASE_AWAY = Counter("ludotheque_database_away_total", "Tries that found the database away.")
BOT_MOVES = Counter(
    "ludotheque_bot_moves_total",
    "Moves of bots: chosen, failed, made by a lower level, any legal one.",
    ["bot", "outcome"],
)
OPEN_SOCKETS = Gauge("ludotheque_sockets", "Open sockets.", multiprocess_mode="livesum")
TABLES_FOLLOWED = Gauge(
    "ludotheque_tables_followed", "Tables that somebody looks at, by process.",
    multiprocess_mode="livesum",
)  # fmt: skip
LISTENING = Gauge(
    "ludotheque_listening", "Processes that hear what others keep.", multiprocess_mode="livesum"
)


def exposition() -> bytes:
    """All of it as text; of every process of this machine when there are several."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return generate_latest(REGISTRY)
    _forget_the_dead(Path(folder))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _forget_the_dead(folder: Path) -> None:
    """What a process that is gone held open is closed."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{pid}").exists():
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
