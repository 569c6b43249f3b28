"""The metrics of the site for Prometheus; no label names a guest or a table."""

from __future__ import annotations

import os
from functools import partial
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

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
# From the quickest request to the 10 s for which the writer retries an unavailable database.
_BUCKETS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_gauge = partial(Gauge, multiprocess_mode="livesum")

REQUEST_SECONDS = Histogram(
    "ludotheque_request_seconds", "Requests by route and status.",
    ["method", "route", "status"], buckets=_BUCKETS_S,
)  # fmt: skip
COMMAND_SECONDS = Histogram(
    "ludotheque_command_seconds", "From the receipt of a command to its answer.",
    ["command", "outcome"], buckets=_BUCKETS_S,
)  # fmt: skip
COMMIT_SECONDS = Histogram(
    "ludotheque_commit_seconds",
    "One transaction of the writer, up to the disk.",
    buckets=_BUCKETS_S,
)
COMMIT_JOBS = Histogram(
    "ludotheque_commit_jobs", "Jobs that one transaction stored.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),  # 200 is the most (storage/store.py)
)  # fmt: skip
JOBS_CONTENDED = Counter("ludotheque_jobs_contended_total", "Jobs that another process held up.")
DATABASE_AWAY = Counter(
    "ludotheque_database_away_total", "Attempts that did not reach the database."
)
BOT_MOVES = Counter(
    "ludotheque_bot_moves_total",
    "Moves of bots: chosen, failed, made by a lower level, any legal one.",
    ["bot", "outcome"],
)
PUSHES = Counter(
    "ludotheque_pushes_total",
    "Messages to devices: sent, gone, put_off, refused, failed, dropped.",
    ["outcome"],
)
OPEN_SOCKETS = _gauge("ludotheque_sockets", "Open sockets.")
TABLES_FOLLOWED = _gauge("ludotheque_tables_followed", "Tables that somebody looks at, by process.")
TABLES_REMEMBERED = _gauge(
    "ludotheque_tables_remembered", "Tables whose newest state is in memory, by process."
)
MOVES_REMEMBERED = _gauge(
    "ludotheque_moves_remembered", "Moves of the tables that are in memory, by process."
)
DECISIONS_REMEMBERED = _gauge(
    "ludotheque_decisions_remembered", "Reviewed decisions that are in memory, by process."
)
MEMORY = _gauge("ludotheque_memory_bytes", "The memory of the processes that serve.")
RESULTS_BYTES = _gauge(
    "ludotheque_results_bytes", "What cached drawings and texts of tables take, by process."
)
PAGES_BYTES = _gauge(
    "ludotheque_pages_bytes", "Pages and PDFs that are the same for all, by process."
)
LISTENING = _gauge("ludotheque_listening", "Processes that hear what others store.")


def exposition() -> bytes:
    """All metrics as text, summed over the processes of this machine if there are several."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        return generate_latest(REGISTRY)
    _drop_ended_processes(Path(folder))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _drop_ended_processes(folder: Path) -> None:
    """Removes the gauges of processes that have ended, since they hold nothing open any more."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{pid}").exists():
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
