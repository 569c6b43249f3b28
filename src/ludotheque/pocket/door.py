"""The entrance for the scripts of the pocket: takes their requests and messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router
from starlette.types import Message

from ludotheque.core.caching import set_bound
from ludotheque.core.reason import Refusal
from ludotheque.house.answers import (
    at_finished_table,
    number_of,
    problem,
    refused,
)
from ludotheque.house.pages import mine
from ludotheque.house.pages.review import decisions_reviewed
from ludotheque.house.pages.routes import ROUTES
from ludotheque.house.reader import Reader
from ludotheque.house.templating import Templates
from ludotheque.pocket import files, saved_games
from ludotheque.pocket.addresses import addressed
from ludotheque.pocket.device import Browser, Device
from ludotheque.pocket.house import Pocket

_RESULTS_KEPT = 5_000  # fewer than on a site: one person plays at few tables at a time
_NOT_FOUND = 404


async def review(request: Request) -> Response:
    """The reviewed decisions of a finished game after the first `known`."""
    house, who, table = await at_finished_table(request)
    known, wait = (request.query_params.get(name, "0") for name in ("known", "wait"))
    found = await decisions_reviewed(house, who, table, number_of(known), float(wait))
    return JSONResponse(found)


DEVICE_ROUTES = (
    Route("/me/games.json", saved_games.save, methods=["GET"]),
    Route("/me/games", mine.me, methods=["GET"]),
    Route("/me/games", saved_games.bring_back, methods=["POST"]),
)
"""The routes that only the pocket has: its games as one file."""
ROUTER = Router([*ROUTES, *DEVICE_ROUTES, Route("/api/tables/{table_id}/review", review)])


class Door(Pocket):
    """The house with the functions that scripts call; requests and messages are JSON."""

    def __init__(self, browser: Browser, build: str) -> None:
        """`build` holds the addresses of the pages' scripts, and of a site to continue on."""
        files.read_by_browser()
        set_bound(_RESULTS_KEPT)
        built = json.loads(build)
        scripts: Mapping[str, str] = built["scripts"]
        templates = Templates(scripts.__getitem__, pocket=True, site=built["site"])
        super().__init__(Device(browser), templates)

    async def answer(self, asked: str) -> str:
        """The response to a request."""
        wanted = json.loads(asked)
        status, headers, body = await self._response(wanted)
        text = body.decode()
        if headers.get("content-type", "").startswith("text/html"):
            text = addressed(text, wanted["root"], wanted["lang"])
        return json.dumps({"status": status, "headers": headers, "body": text}, ensure_ascii=False)

    async def _response(self, wanted: Mapping[str, Any]) -> tuple[int, dict[str, str], bytes]:
        """The status, headers and body of the response to a request."""
        split, sent = urlsplit(wanted["path"]), wanted["body"].encode()
        named = {"accept": wanted["accept"], "content-type": wanted["type"]}
        scope = {
            "type": "http",
            "method": wanted["method"],
            "path": unquote(split.path),
            "query_string": split.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "server": ("pocket", None),
            "scheme": "https",
            "root_path": "",
            "app": self,
            "state": {"house": self, "lang": wanted["lang"], "theme": wanted["theme"]},
        }
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": sent}

        async def send(message: Message) -> None:
            messages.append(message)

        try:
            await ROUTER(scope, receive, send)
        except (Refusal, HTTPException) as error:
            await _problem(Request(scope), error)(scope, receive, send)
        start, *parts = messages
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, b"".join(part.get("body", b"") for part in parts)


def _problem(request: Request, error: Exception) -> Response:
    """The error response to a request that is refused or has no handler."""
    who = Reader("", "", request.state.lang, request.state.theme)
    if isinstance(error, Refusal):
        return refused(request, who, error)
    if isinstance(error, HTTPException) and error.status_code == _NOT_FOUND:
        return problem(request, who, 404, "not_found")
    return problem(request, who, 400, "bad_request")
