"""The description of the API, for programs and for the people who write them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.site.http.deps import Language, TheSite, Who
from ludotheque.site.http.openapi import Schema

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/openapi.json")
async def openapi(request: Request, site: TheSite, lang: Language) -> Response:
    """The OpenAPI description, in the reader's language."""
    described = partial(_encoded, request.app.state.description, lang)
    return site.constant(request, ("openapi", lang), described, media_type="application/json")


@router.get("/docs")
async def docs(request: Request, site: TheSite, who: Who) -> Response:
    """The description of the API as a page."""
    described = partial(_values, request.app.state.description, who.lang)
    return site.constant_page(request, who, "api", "", described)


def _encoded(description: Callable[[str], Schema], lang: str) -> str:
    return orjson.dumps(description(lang)).decode()


def _values(description: Callable[[str], Schema], lang: str) -> dict[str, Any]:
    """The description of the API as the values that the page's template shows."""
    described = description(lang)
    operations = [
        _operation(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = {
        name: [(n, _kind(field), field["description"]) for n, field in schema["properties"].items()]
        for name, schema in described["components"]["schemas"].items()
        if "properties" in schema
    }
    return {"info": described["info"], "operations": operations, "shapes": shapes}


def _operation(method: str, path: str, operation: Schema) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    codes = {
        code: [_kind(content["schema"]) for content in response["content"].values()]
        for code, response in operation["responses"].items()
    }
    return {
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "name": operation["operationId"],
        "parameters": [
            (p["name"], _kind(p["schema"]), p["description"])
            for p in operation.get("parameters", ())
        ],
        "takes": _kind(body["schema"]) if body else "",
        "gives": ", ".join(kind for code, kinds in codes.items() if code < "300" for kind in kinds),
        "problems": [code for code in codes if code >= "300"],
    }


def _kind(schema: Schema) -> str:
    """A schema in a few characters, such as `Position`, `integer | null` or `[string]`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(_kind(one) for one in schema[several])
    if schema.get("type") == "array":
        items = schema.get("items") or {"type": "integer"}
        return f"[{_kind(items)}]"
    if "const" in schema or "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema.get("enum", [schema.get("const")]))
    return str(schema.get("type", "…"))
