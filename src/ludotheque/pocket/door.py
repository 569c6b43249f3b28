"""The entrance for the scripts of the pocket: takes their requests and messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router
from starlette.types import Message

from ludotheque.core.caching import set_bound
from ludotheque.core.reason import Refusal
from ludotheque.house.answers import amount_of, at_table, failed, finished, refused
from ludotheque.house.pages import mine
from ludotheque.house.pages.review import LARGEST_EVENT, LONGEST_WAIT_S, decisions_reviewed
from ludotheque.house.pages.routes import ROUTES
from ludotheque.house.reader import Reader
from ludotheque.house.templating import Templates
from ludotheque.pocket import files, saved_games
from ludotheque.pocket.addresses import addressed
from ludotheque.pocket.device import Browser, Device
from ludotheque.pocket.house import Pocket

_RESULTS_KIB = 5_000  # fewer than on a site: one person plays at few tables at a time


async def review(request: Request) -> Response:
    """The reviewed decisions of a finished game after the first `known`."""
    house, who, table = await at_table(request)
    known = amount_of(request, "known", int, LARGEST_EVENT)
    wait_s = amount_of(request, "wait", float, LONGEST_WAIT_S)
    return JSONResponse(await decisions_reviewed(house, who, finished(table), known, wait_s))


DEVICE_ROUTES = (
    Route("/me/games.json", saved_games.save, methods=["GET"]),
    Route("/me/games", mine.me, methods=["GET"]),
    Route("/me/games", saved_games.bring_back, methods=["POST"]),
)
"""The routes that only the pocket has: its games as one file."""
ROUTER = Router(
    [*ROUTES, *DEVICE_ROUTES, Route("/api/tables/{table_id}/review", review)],
    redirect_slashes=False,  # to an address with a host, which the pocket lacks
)


class Door(Pocket):
    """The house with the functions that scripts call; requests and messages are JSON."""

    def __init__(self, browser: Browser, build: str) -> None:
        """`build` holds the addresses of the pages' scripts, and of a site to continue on."""
        files.read_by_browser()
        set_bound(_RESULTS_KIB)
        built = json.loads(build)
        scripts: Mapping[str, str] = built["scripts"]
        templates = Templates(scripts.__getitem__, pocket=True, site=built["site"])
        super().__init__(Device(browser), templates)

    async def answer(self, asked: str) -> str:
        """The response to a request."""
        wanted = json.loads(asked)
        status, headers, text = await respond(self, wanted)
        if headers.get("content-type", "").startswith("text/html"):
            text = addressed(text, wanted["root"], wanted["lang"])
        return json.dumps({"status": status, "headers": headers, "body": text}, ensure_ascii=False)


async def respond(house: Pocket, wanted: Mapping[str, str]) -> tuple[int, dict[str, str], str]:
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
        "app": house,
        "state": {"house": house, "lang": wanted["lang"], "theme": wanted["theme"]},
    }
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": sent}

    async def send(message: Message) -> None:
        messages.append(message)

    request = Request(scope)
    stranger = Reader("", "", wanted["lang"], wanted["theme"])
    try:
        await ROUTER(scope, receive, send)
    except Refusal as refusal:
        await refused(request, stranger, refusal)(scope, receive, send)
    except HTTPException as error:
        await failed(request, stranger, error)(scope, receive, send)
    start, *parts = messages
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, b"".join(part.get("body", b"") for part in parts).decode()
