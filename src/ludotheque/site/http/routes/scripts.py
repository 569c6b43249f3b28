"""The scripts of pages, compressed as well as the browser allows."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.house.scripts import PAGES, address, compressed

router = APIRouter()

# The address changes with the script, so a browser need never ask again. At any other address, such
# as that of another version, the script may be another one tomorrow.
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_FOR_NOW = {"Cache-Control": "no-cache"}


# Not async, so that the first visitor's script is compressed in a thread.
@router.get("/script/{page}.js")
def script(request: Request, page: str) -> Response:
    """The script of a page, compressed if the browser accepts that."""
    if page not in PAGES:
        raise HTTPException(404)
    encoding = _best_encoding(request.headers.get("accept-encoding", ""))
    own = f"{request.url.path}?{request.url.query}" == address(page)
    headers = _FOR_EVER if own else _FOR_NOW
    answer = Response(compressed(page, encoding), 200, headers, media_type="text/javascript")
    answer.headers["Vary"] = "Accept-Encoding"
    if encoding != "identity":
        answer.headers["Content-Encoding"] = encoding
    return answer


def _best_encoding(accepted: str) -> str:
    names = {name.partition(";")[0].strip() for name in accepted.split(",")}
    return next((name for name in ("br", "gzip") if name in names), "identity")
