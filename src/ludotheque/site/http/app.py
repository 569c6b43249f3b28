"""The web application: its routes, middleware, error handlers and lifespan."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial
from random import uniform
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludotheque.core.caching import set_bound
from ludotheque.core.reason import Refusal
from ludotheque.house import FOLDER
from ludotheque.house.answers import failed, problem, refused
from ludotheque.house.pages.routes import ROUTES
from ludotheque.site.http import sockets
from ludotheque.site.http.guard import POCKET_POLICY, Guard, RequestLog
from ludotheque.site.http.openapi import description
from ludotheque.site.http.protocol import CONNECTIONS, forget_way
from ludotheque.site.http.routes import (
    api,
    files,
    health,
    identity,
    join,
    preferences,
    push,
    reference,
    scripts,
)
from ludotheque.site.limits import Limits, network_of
from ludotheque.site.logs import configure
from ludotheque.site.memory import RESULTS_KIB, share_memory
from ludotheque.site.places import Connections
from ludotheque.site.settings import Settings, from_environment
from ludotheque.site.site import build
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.site.visitors import stranger

_log = logging.getLogger(__name__)
# While views are drawn, the writer's thread waits no longer than this; Python's default is 5 ms.
_THREAD_SWITCH_S = 0.001
_COMPRESSED_FROM_BYTES = 600  # shorter answers gain nothing: they fit into one packet as they are
# Python's garbage collection: of new objects after a million of them, of older ones after 20 such
# collections, and of all practically never (`_collect_seldom` says why).
_GC_THRESHOLDS = 1_000_000, 20, 1_000_000
_COLLECT_EVERY_S = 540, 660  # random, so that the processes of a site take turns
# Tried in this order, after the routes of the house; those that a running game needs come first.
_ROUTES = (
    sockets, api, scripts, files, preferences, identity, join, reference, push, health,
)  # fmt: skip
_ERRORS_NAMED = 10  # errors listed for an invalid request; most have one or two


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with these settings, by default those of the environment."""
    chosen = settings or from_environment()
    app = FastAPI(
        title="Ludothèque", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan,
        exception_handlers={
            Refusal: _refused, Unavailable: _away, HTTPException: _http,
            RequestValidationError: _invalid, ClientDisconnect: _left, Exception: _broken,
        },
    )  # fmt: skip
    app.state.settings = chosen
    app.state.description = cache(partial(description, api.router))  # once for each language
    app.state.limits = limits = Limits(chosen.writes_per_second, chosen.sockets)
    configure(chosen.log, chosen.log_level)
    app.router.routes.extend(ROUTES)
    for routes in _ROUTES:
        app.include_router(routes.router)
    app.mount("/static", _Files(directory=FOLDER / "static"), name="static")
    if chosen.pocket:
        app.mount("/pocket", _Pocket(directory=chosen.pocket, html=True), name="pocket")
    app.add_middleware(GZipMiddleware, minimum_size=_COMPRESSED_FROM_BYTES)
    app.add_middleware(Guard, limits=limits, domains=chosen.domain_names)
    app.add_middleware(RequestLog)
    return app


class _Files(StaticFiles):
    """Static files; a browser may keep them, but must ask each time whether they have changed."""

    headers: ClassVar = {"Cache-Control": "no-cache"}

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers.update(self.headers)
        return response


class _Pocket(_Files):
    """The files of the pocket, whose policy allows WebAssembly."""

    headers: ClassVar = {**_Files.headers, "Content-Security-Policy": POCKET_POLICY}


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[Mapping[str, Any]]:
    share_memory()  # before there are threads
    set_bound(RESULTS_KIB)
    site = await asyncio.to_thread(build, app.state.settings)
    await site.start()
    sys.setswitchinterval(_THREAD_SWITCH_S)
    collecting = asyncio.create_task(_collect_seldom())
    try:
        yield {CONNECTIONS: _connections(app), "house": site}
    finally:
        collecting.cancel()
        await site.stop()


def _connections(app: FastAPI) -> Connections:
    """The limits of connections; the proxies that uvicorn trusts have none."""
    settings = app.state.settings
    believed = ProxyHeadersMiddleware(app, settings.proxies).trusted_hosts  # type: ignore[arg-type]
    return Connections(settings.connections, believed.__contains__, network_of)


async def _collect_seldom() -> None:
    """Collects the garbage of all objects every ten minutes, and of new ones rarely in between.

    A full collection takes 0.3 s with 500 tables and finds little: tables, closed sockets and
    answers are not in cycles (`tests/site/test_memory.py`). Collecting new objects as often as
    Python does by default would stop a busy site for 50 ms every few seconds.
    """
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    while True:
        await asyncio.sleep(uniform(*_COLLECT_EVERY_S))
        gc.collect()


async def _refused(request: Request, error: Refusal) -> Response:
    response = refused(request, stranger(request), error)
    if response.status_code == 401:
        response.headers["www-authenticate"] = "Bearer"
    return response


async def _away(request: Request, error: Unavailable) -> Response:
    return _problem(request, 503, error.key, retry_after_s=error.retry_after_s)


async def _http(request: Request, error: HTTPException) -> Response:
    forget_way(error)
    return failed(request, stranger(request), error)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    forget_way(error)
    where = [f"{'.'.join(map(str, e['loc']))}: {e['type']}" for e in error.errors()[:_ERRORS_NAMED]]
    return _problem(request, 400, "bad_request", errors=where)


async def _left(request: Request, _: Exception) -> Response:
    return _problem(request, 400, "bad_request")  # the client has gone and does not read it


async def _broken(request: Request, error: Exception) -> Response:
    _log.error("request failed", exc_info=error)
    return _problem(request, 500, "broken")


def _problem(request: Request, status: int, key: str, **more: Any) -> Response:
    return problem(request, stranger(request), status, key, **more)
