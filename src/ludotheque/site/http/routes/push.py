"""What a browser asks of the messages it is sent: which ones, or no more of a kind."""

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
_ENDPOINT_LETTERS = 1000  # twice the longest of the known services; what the database has room for
_ID_LETTERS = 32  # what the database has room for
Endpoint = Annotated[str, Field(pattern=r"^[!-\[\]-~]*$", max_length=_ENDPOINT_LETTERS)]
MessageKind = Literal["turn", "joined", "rematch", "invited", "daily"]


class DeviceKeys(BaseModel):
    """The keys of a browser in base64: a point of the curve P-256, and 16 random bytes."""

    p256dh: str = Field(pattern=r"^B[\w-]{86}=?$")
    auth: str = Field(pattern=r"^[\w-]{22}(==)?$")


class Asked(BaseModel):
    """A browser as it describes itself, and the kinds to send; without them, those it is sent.

    `was` is the address that its push service has replaced.
    """

    endpoint: Endpoint
    keys: DeviceKeys
    kinds: Annotated[list[MessageKind], Field(max_length=len(KINDS))] | None = None
    was: Endpoint = ""


class Stopped(BaseModel):
    """The kind that a device is sent no more; whoever knows its id was sent a message."""

    device: str = Field(max_length=_ID_LETTERS)
    kind: MessageKind


# Below `/`, so that the worker may open and focus every page of the site.
@router.get("/worker.js")
async def worker() -> Response:
    """The worker that shows messages while no page is open."""
    headers = {"Cache-Control": "no-cache"}
    return Response(joined("service_worker"), headers=headers, media_type="text/javascript")


@router.post("/push")
async def ask(site: TheSite, who: Who, asked: Asked) -> dict[str, list[str]]:
    """Has a device of the guest sent these kinds, in the language of now; which ones those are."""
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
    """Stops a kind of message from the message itself, without a page and without a cookie."""
    await site.pushes.subscriptions.stop(stopped.device, stopped.kind)
