"""What a page asks of this house, and what it is answered: as over HTTP, without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.web.reader import Reader

HTML, JSON, TEXT = "text/html", "application/json", "text/plain"


@dataclass(frozen=True, slots=True)
class Request:
    """A path with its query, the fields of a form or a JSON object, and who asks."""

    method: str
    path: str
    query: Mapping[str, str]
    form: Mapping[str, Any]
    reader: Reader


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, data, or where to go instead."""

    body: str = ""
    kind: str = HTML
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """As the scripts make a response of it."""
        headers = {"Content-Type": f"{self.kind}; charset=utf-8", **self.headers}
        return {"body": self.body, "status": self.status, "headers": headers}


def data(value: Any) -> Answer:
    """An answer that a script reads."""
    return Answer(json.dumps(value, ensure_ascii=False), JSON)


def redirect(path: str) -> Answer:
    """Leads to another page."""
    return Answer(status=303, headers={"Location": path})


Handler = Callable[..., Awaitable[Answer]]


class Routes:
    """Which function answers which path; `{name}` in a path is a parameter of the function."""

    def __init__(self) -> None:
        """Without any path."""
        self._known: list[tuple[str, re.Pattern[str], Handler]] = []

    def on(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Adds the function for a path."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

        def add(handler: Handler) -> Handler:
            self._known.append((method, pattern, handler))
            return handler

        return add

    def find(self, method: str, path: str) -> tuple[Handler, dict[str, str]] | None:
        """The function for a request, and the parameters in its path; None if there is none."""
        for known, pattern, handler in self._known:
            match = pattern.fullmatch(path)
            if match is not None and method == known:
                return handler, match.groupdict()
        return None
