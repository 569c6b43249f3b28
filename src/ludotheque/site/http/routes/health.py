"""Health and metrics, for the hosts of the site."""

from __future__ import annotations

from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.site.http.deps import TheSite
from ludotheque.site.metrics import exposition
from ludotheque.site.storage.trouble import Unavailable

router = APIRouter()


@router.get("/healthz")
async def health(site: TheSite) -> Response:
    """Checks that the site reads, stores, and hears what other processes store."""
    await site.store.check()
    if site.notices is not None and not site.notices.connected:
        raise Unavailable
    return PlainTextResponse("ok\n")


@router.get("/metrics")
async def metrics(request: Request, site: TheSite) -> Response:
    """The metrics for Prometheus; by default only for requests from the machine itself."""
    if site.settings.metrics != "all" and not _local(request):
        raise HTTPException(404)
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST)


def _local(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
