"""Another game with the same people."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from ludotheque.server.http.routes.tables import table_of
from ludotheque.server.http.visitors import site_of, visitor
from ludotheque.table.commands import deny

router = APIRouter()


@router.post("/t/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    """The new table, the same one for everybody who asks."""
    site, who = site_of(request), await visitor(request)
    table = await table_of(request, table_id)
    if not table.seats_of(who.guest):
        raise deny("onlooker")
    fresh = await site.tables.rematch(table)
    for changed in await site.tables.get_all([table_id, fresh]):
        site.announce(changed)
    return RedirectResponse(f"/t/{fresh}", 303)
