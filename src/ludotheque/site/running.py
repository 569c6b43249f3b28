"""Runs the site in one process or several until it is stopped."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn

from ludotheque.site.http.protocol import HttpProtocol, SocketProtocol
from ludotheque.site.logs import configure
from ludotheque.site.metrics import FOLDER_VARIABLE
from ludotheque.site.settings import Settings, to_environment

# More than the longest message that is accepted (`http/sockets.py`: 4,000 letters), so that a
# longer one is answered; one beyond this limit closes the socket.
_LARGEST_MESSAGE_BYTES = 65536
# A worker that loads or compiles is slow, not dead; uvicorn would replace it after 5 s.
_WORKER_SILENT_S = 30


def run(settings: Settings) -> None:
    """Serves until it is stopped; requests under way are finished first.

    Of several processes, one that dies is replaced, and SIGHUP replaces them one after the other.
    A single process finishes and restarts on SIGHUP.
    """
    os.environ.update(to_environment(settings))
    configure(settings.log, settings.log_level)
    _open_many_files()
    if settings.workers == 1:
        _run_single(uvicorn.Server(uvicorn.Config(**_options(settings))))
        return
    with TemporaryDirectory(prefix="ludotheque-metrics-") as folder:
        os.environ[FOLDER_VARIABLE] = folder
        uvicorn.run(**_options(settings))


def _open_many_files() -> None:
    """Raises the limit of open files, and so of sockets, to the maximum that the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "app": "ludotheque.site.http.app:create_app", "factory": True,
        "host": settings.host, "port": settings.port, "workers": settings.workers,
        "http": HttpProtocol, "ws": SocketProtocol, "ws_max_size": _LARGEST_MESSAGE_BYTES,
        # Compressing small messages would cost more than the rest; pages send the pings.
        "ws_per_message_deflate": False, "ws_ping_interval": None,
        "log_config": None, "access_log": False,
        "proxy_headers": True, "forwarded_allow_ips": settings.proxies, "server_header": False,
        "timeout_graceful_shutdown": settings.shutdown_seconds,
        "timeout_worker_healthcheck": _WORKER_SILENT_S,
    }  # fmt: skip


def _run_single(server: uvicorn.Server) -> None:
    """Serves in this process; on SIGHUP, finishes and restarts under the same process id."""
    restart_asked = threading.Event()

    def restart(*_: object) -> None:
        restart_asked.set()
        server.should_exit = True

    if _outlives_its_terminal():
        signal.signal(signal.SIGHUP, restart)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(1)
    if restart_asked.is_set():
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _outlives_its_terminal() -> bool:
    """Whether SIGHUP asks for a restart; in a terminal, it means that the window was closed."""
    return signal.getsignal(signal.SIGHUP) is signal.SIG_DFL and not sys.stdin.isatty()
