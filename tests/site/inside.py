"""The site within the process of the tests, to look at its parts while it serves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from ludotheque.site.http import app
from ludotheque.site.http.protocol import HttpProtocol, SocketProtocol
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site
from tests.needs import needs
from tests.site.running import until


@contextmanager
def serving(folder: Path, **settings: int | str) -> Iterator[tuple[str, Site]]:
    """A site on a file of its own in that folder: its address, and its parts."""
    needs("a running site")
    chosen = Settings(database=f"sqlite:///{folder / 'site.sqlite3'}").changed(**settings)
    site = app.create_app(chosen)
    config = uvicorn.Config(site, port=0, log_config=None, ws_max_size=65536)
    config.http, config.ws = HttpProtocol, SocketProtocol
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"127.0.0.1:{port}", server.lifespan.state["house"]
    finally:
        server.should_exit = True
        thread.join()
