"""The guest of a device: signing in by a private link, signing out, and being forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from ludotheque.house.answers import redirect
from ludotheque.site.http.deps import TheSite, Who
from ludotheque.site.visitors import GUEST, remember, secret_of, stranger
from ludotheque.table.table import deny

router = APIRouter()
Tick = Annotated[str, Form(max_length=10)]
"""What a ticked checkbox sends, with room to spare."""
MuteId = Annotated[str, Form(max_length=40)]
"""The id of a muted person on the page, which has 12 letters."""


@router.post("/me/out")
async def sign_out() -> Response:
    """Signs the guest out on this device; the private link signs them in again."""
    response = redirect("/")
    response.delete_cookie(GUEST)
    return response


@router.post("/me/renew")
async def renew(request: Request, site: TheSite, who: Who) -> Response:
    """Makes a new private link; the old one becomes invalid, also on the guest's other devices."""
    response = redirect("/me")
    if who.guest:
        remember(request, response, GUEST, await site.renew(who.guest))
    return response


@router.post("/me/unmute")
async def unmute(site: TheSite, who: Who, mute: MuteId) -> Response:
    """Allows the invitations of a person again."""
    if who.guest:
        await site.invitations.unmute(who.guest, mute)
    return redirect("/me")


@router.get("/me/forget")
async def ask_to_forget(request: Request, site: TheSite, who: Who) -> Response:
    """The page that says what will be deleted and what will stay, and asks."""
    return site.page(request, who, "forget")


@router.post("/me/forget")
async def forget(request: Request, site: TheSite, who: Who, device: Tick = "") -> Response:
    """Forgets the guest; if `device` is ticked, the page also clears the browser's storage.

    The page has no address of its own, so that no link can lead a visitor to it.
    """
    if who.guest:
        await site.forget(who.guest)
    response = site.page(request, stranger(request), "forgotten", device=bool(device))
    response.delete_cookie(GUEST)
    return response


@router.get("/me/{secret}")
async def ask_first(request: Request, site: TheSite, who: Who, secret: str) -> Response:
    """Asks whether to sign in as the guest of a private link, since any page could link here."""
    found = await site.guests.find(secret)
    if found is None:
        raise deny("no_guest")
    guest, name = found
    if guest == who.guest:
        return redirect("/tables")
    old = f"{request.base_url}me/{secret_of(request)}" if who.guest else ""
    return site.page(request, who, "identity", name=name, secret=secret, old=old)


@router.post("/me/{secret}")
async def come_back(request: Request, site: TheSite, secret: str) -> Response:
    """Signs in as the guest of a private link, once the visitor has confirmed it."""
    if await site.guests.find(secret) is None:
        raise deny("no_guest")
    response = RedirectResponse("/tables", 303)
    remember(request, response, GUEST, secret)
    return response
