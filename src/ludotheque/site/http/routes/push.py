"""The push messages of a browser: subscribing to kinds of them, and stopping one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.house.scripts import joined
from ludotheque.site.http.deps import TheSite, Who
from ludotheque.site.push.addresses import may_call
from ludotheque.site.push.occasions import KINDS
from ludotheque.site.push.subscriptions import PushDevice
from ludotheque.table.table import deny

router = APIRouter()
_ENDPOINT_LETTERS = 1000  # twice the longest known; the width of the column
_ID_LETTERS = 32  # the width of the database column
Endpoint = Annotated[str, Field(pattern=r"^[!-\[\]-~]*$", max_length=_ENDPOINT_LETTERS)]
MessageKind = Literal["turn", "joined", "rematch", "invited", "daily"]


class DeviceKeys(BaseModel):
    """The keys of a browser in base64: a point of the curve P-256, and 16 random bytes."""

    p256dh: str = Field(pattern=r"^B[\w-]{86}=?$")
    auth: str = Field(pattern=r"^[\w-]{22}(==)?$")


class Asked(BaseModel):
    """A browser's subscription, and the kinds of messages to send; None keeps the present ones.

    `was` is the endpoint that its push service has replaced.
    """

    endpoint: Endpoint
    keys: DeviceKeys
    kinds: Annotated[list[MessageKind], Field(max_length=len(KINDS))] | None = None
    was: Endpoint = ""


class Stopped(BaseModel):
    """A kind of message to stop; the id of a device is known only from its messages."""

    device: str = Field(max_length=_ID_LETTERS)
    kind: MessageKind


# At `/`, so that the worker may open and focus every page of the site.
@router.get("/worker.js")
async def worker() -> Response:
    """The service worker, which shows messages while no page is open."""
    headers = {"Cache-Control": "no-cache"}
    return Response(joined("service_worker"), headers=headers, media_type="text/javascript")


@router.post("/push")
async def ask(site: TheSite, who: Who, asked: Asked) -> dict[str, list[str]]:
    """Subscribes a device to these kinds, in the current language; returns its kinds."""
    if not who.guest:
        raise deny("no_token")
    if not site.settings.push or not may_call(asked.endpoint, site.settings.push_origins):
        raise HTTPException(400)
    known = site.pushes.subscriptions
    kinds: Sequence[str] | None = asked.kinds
    if kinds is None:
        kinds = await known.kinds_of(who.guest, asked.was or asked.endpoint, who.lang)
    device = PushDevice(asked.endpoint, asked.keys.p256dh, asked.keys.auth)
    if asked.was:
        await known.put(who.guest, device._replace(endpoint=asked.was), who.lang, ())
    if asked.was or asked.kinds is not None:
        await known.put(who.guest, device, who.lang, kinds)
    return {"kinds": [kind for kind in KINDS if kind in kinds]}


@router.post("/push/stop", status_code=204)
async def stop(site: TheSite, stopped: Stopped) -> None:
    """Stops a kind of message; sent from a message, so without a page and a cookie."""
    await site.pushes.subscriptions.stop(stopped.device, stopped.kind)
