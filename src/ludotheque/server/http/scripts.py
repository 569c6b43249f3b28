"""The files that pages load; scripts are sent without comments and indentation.

They are written for people to read: half of what they weigh is types and explanations.
"""

from __future__ import annotations

from functools import cache
from os import PathLike, stat_result
from pathlib import Path

from rjsmin import jsmin
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope


class Files(StaticFiles):
    """Static files, scripts made small."""

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, or that it has not changed."""
        whole = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if path.suffix != ".js" or isinstance(whole, NotModifiedResponse):
            return whole
        kept = {name: whole.headers[name] for name in ("etag", "last-modified")}
        return Response(_small(path), status_code, kept, media_type="text/javascript")


@cache
def _small(path: Path) -> bytes:
    small: str = jsmin(path.read_text("utf-8"))
    return small.encode()
