"""What the site writes of itself: lines of text or of JSON, without anything private.

No names, tokens, addresses or bodies: a request is told by its route, an error by its kind and
place, never by its message, which may quote what somebody sent.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
_Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Text(logging.Formatter):
    """One line a record, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Level, place, message, and what belongs to it."""
        more = "".join(f" {name}={value}" for name, value in extras(record).items())
        line = f"{record.levelname} {record.name}: {record.getMessage()}{more}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line

    def formatException(self, ei: _Error) -> str:  # noqa: N802  # the name that logging gives it
        """Where it happened and what kind it is."""
        return "\n".join(["Traceback (most recent call last):", *_frames(ei), _kind(ei)])


class Json(logging.Formatter):
    """One line of JSON a record, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, place, message, and what belongs to it."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **extras(record),
        }
        if record.exc_info:
            line |= {"error": _kind(record.exc_info), "trace": _frames(record.exc_info)}
        return json.dumps(line, ensure_ascii=False, default=str)


def extras(record: logging.LogRecord) -> dict[str, Any]:
    """What was given beside the message."""
    return {name: value for name, value in vars(record).items() if name not in _OWN}


def _frames(error: _Error) -> list[str]:
    return [line.rstrip() for line in traceback.format_tb(error[2])]


def _kind(error: _Error) -> str:
    return error[0].__qualname__ if error[0] is not None else ""


def configure(form: str, level: str) -> None:
    """Sends everything to the standard error stream in that form, from that level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludotheque").setLevel(level.upper())
