"""The log of the site: lines of text or JSON without private data.

No names, tokens, addresses or bodies: a request is logged by its route, an error by its type and
place, never by its message, which may quote what a visitor sent.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

_STANDARD_FIELDS = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "color_message",
}
# These loggers warn of every malformed request, so anyone could fill the disk.
_TELL_WHAT_VISITORS_SEND = "uvicorn.error", "python_multipart"
_Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class TextFormatter(logging.Formatter):
    """Formats each record as a line of text, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Level, logger, message and extra fields; an error follows on further lines."""
        more = "".join(f" {name}={value}" for name, value in extras(record).items())
        line = f"{record.levelname} {record.name}: {record.getMessage()}{more}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line

    def formatException(self, ei: _Error) -> str:  # noqa: N802  # the name that logging gives it
        """The traceback and the type of an error, without its message."""
        return "\n".join(["Traceback (most recent call last):", *_frames(ei), _kind(ei)])


class JsonFormatter(logging.Formatter):
    """Formats each record as a line of JSON, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message, extra fields, and the error if there is one."""
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
    """The fields that were passed as `extra` with the message."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}


def _frames(error: _Error) -> list[str]:
    return [line.rstrip() for line in traceback.format_tb(error[2])]


def _kind(error: _Error) -> str:
    return error[0].__qualname__ if error[0] is not None else ""


def configure(form: str, level: str) -> None:
    """Logs to standard error in that format; `level` is that of our own loggers."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludotheque").setLevel(level.upper())
    for name in _TELL_WHAT_VISITORS_SEND:
        logging.getLogger(name).setLevel(logging.ERROR)
        logging.getLogger(name).addFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether an error is ours; text that is not valid UTF-8 is the sender's."""
    return record.exc_info is None or record.exc_info[0] is not UnicodeDecodeError
