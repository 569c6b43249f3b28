"""Messages that every socket may send, or takes apart in the same way."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]


def put_off(name: str | None, text: str, wait_s: float) -> JsonObject:
    """The answer to what may be asked again after that many seconds."""
    return {"type": "refused", "text": text, "retry_after": wait_s, "id": name}
