"""The site as one process or several, until it is told to stop."""

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

from ludotheque.server.http.protocol import HttpProtocol, SocketProtocol
from ludotheque.server.logs import configure
from ludotheque.server.metrics import FOLDER
from ludotheque.server.settings import Settings, to_environment

# More than the longest message that is read (`http/routes/socket.py`), in bytes.
_MESSAGE_BYTES = 65536


def run(settings: Settings) -> None:
    """Serves; a process that dies is replaced, a stop lets everyone finish.

    SIGHUP replaces several processes one after the other; one alone finishes and begins anew.
    """
    os.environ.update(to_environment(settings))
    configure(settings.log, settings.log_level)
    _open_many_files()
    if settings.workers == 1:
        _alone(uvicorn.Server(uvicorn.Config(**_options(settings))))
        return
    with TemporaryDirectory(prefix="ludotheque-metrics-") as folder:
        os.environ[FOLDER] = folder
        uvicorn.run(**_options(settings))


def _open_many_files() -> None:
    """As many sockets as the system allows, which is often more than it gives at first."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "app": "ludotheque.server.http.app:create_app", "factory": True,
        "host": settings.host, "port": settings.port, "workers": settings.workers,
        "http": HttpProtocol, "ws": SocketProtocol, "ws_max_size": _MESSAGE_BYTES,
        "log_config": None, "access_log": False,
        "proxy_headers": True, "forwarded_allow_ips": settings.proxies, "server_header": False,
        "timeout_graceful_shutdown": settings.grace, "timeout_worker_healthcheck": 30,
    }  # fmt: skip


def _alone(server: uvicorn.Server) -> None:
    """Serves in this process, and after a SIGHUP again from the start, as the same process."""
    asked = threading.Event()

    def again(*_: object) -> None:
        asked.set()
        server.should_exit = True

    if _outlives_its_terminal():
        signal.signal(signal.SIGHUP, again)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(1)
    if asked.is_set():
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _outlives_its_terminal() -> bool:
    """Whether SIGHUP is a host's wish: in a terminal it means that the window was closed."""
    return signal.getsignal(signal.SIGHUP) is signal.SIG_DFL and not sys.stdin.isatty()
