"""The site as one process or several, until it is told to stop."""

from __future__ import annotations

import os
import resource
from tempfile import TemporaryDirectory

import uvicorn

from ludotheque.server.lines import Line
from ludotheque.server.logs import configure
from ludotheque.server.metrics import FOLDER
from ludotheque.server.settings import Settings, to_environment


def run(settings: Settings) -> None:
    """Serves; a process that dies is replaced, a stop lets everyone finish.

    With several processes, SIGHUP replaces them one after the other.
    """
    os.environ.update(to_environment(settings))
    configure(settings.log, settings.log_level)
    _open_many_files()
    if settings.workers == 1:
        _serve(settings)
        return
    with TemporaryDirectory(prefix="ludotheque-metrics-") as folder:
        os.environ[FOLDER] = folder
        _serve(settings)


def _open_many_files() -> None:
    """As many sockets as the system allows, which is often more than it gives at first."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _serve(settings: Settings) -> None:
    uvicorn.run(
        "ludotheque.server.app:create_app", factory=True, host=settings.host, port=settings.port,
        workers=settings.workers, log_config=None, access_log=False, ws=Line, ws_max_size=65536,
        timeout_graceful_shutdown=settings.grace, proxy_headers=True, server_header=False,
        forwarded_allow_ips=settings.proxies,
    )  # fmt: skip
