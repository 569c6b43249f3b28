"""The site as one process or several, until it is told to stop."""

from __future__ import annotations

import os

import uvicorn

from ludotheque.server.settings import Settings, to_environment


def run(settings: Settings) -> None:
    """Serves; a process that dies is replaced, a stop lets everyone finish.

    With several processes, SIGHUP replaces them one after the other.
    """
    os.environ.update(to_environment(settings))
    uvicorn.run(
        "ludotheque.server.app:create_app", factory=True, host=settings.host, port=settings.port,
        workers=settings.workers, log_level="warning", ws_max_size=65536, ws_ping_interval=None,
        timeout_graceful_shutdown=settings.grace, proxy_headers=True, server_header=False,
        forwarded_allow_ips=settings.proxies,
    )  # fmt: skip
