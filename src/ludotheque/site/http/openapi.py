"""The OpenAPI description of the API, in the reader's language."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from ludotheque import __version__
from ludotheque.core.texts import Texts, texts
from ludotheque.house import PACKAGE
from ludotheque.site.http.shapes import Problem

Schema = dict[str, Any]
_TOKEN = {"type": "http", "scheme": "bearer"}
_WITHOUT_TOKEN = ("games", "game", "create", "join", "open_tables", "join_open")


def description(api: APIRouter, lang: str) -> Schema:
    """The OpenAPI description of the router's routes, in that language."""
    words = texts(PACKAGE, lang)
    for route in api.routes:
        if isinstance(route, APIRoute):
            route.operation_id = route.name
    found = get_openapi(
        title=words("api.title"),
        version=__version__,
        description=words("api.about"),
        routes=api.routes,
    )
    parts = found["components"]
    parts["schemas"]["Problem"] = Problem.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(unused, None)
    parts["securitySchemes"] = {"token": {**_TOKEN, "description": words("api.token")}}
    for schema in parts["schemas"].values():
        _describe_fields(schema, words)
    for operations in found["paths"].values():
        for operation in operations.values():
            _describe(operation, words)
    return found


def _describe(operation: Schema, words: Texts) -> None:
    name = operation["operationId"]
    operation["summary"] = words(f"api.op.{name}")
    operation.pop("description", None)
    if name not in _WITHOUT_TOKEN:
        operation["security"] = [{}, {"token": []}]
    operation["responses"].pop("422", None)
    operation["responses"] = dict(sorted(operation["responses"].items()))
    for code, response in operation["responses"].items():
        response["description"] = words("api.done" if code.startswith("2") else "api.problem")
        if code in ("429", "503"):
            wait = {"description": words("api.retry_after"), "schema": {"type": "integer"}}
            response["headers"] = {"Retry-After": wait}
    for parameter in operation.get("parameters", ()):
        parameter["description"] = words(f"api.field.{parameter['name']}")
        parameter["schema"].pop("title", None)


def _describe_fields(schema: Schema, words: Texts) -> None:
    """Describes each field from the texts, and drops the docstrings of the code."""
    schema.pop("description", None)
    for name, field in schema.get("properties", {}).items():
        field.pop("title", None)
        field["description"] = words(f"api.field.{name}")
