"""Carries on after errors, and ends the tasks that parts of the house have started."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ludotheque.house.keeping import KeeperAway


@contextmanager
def survived(log: logging.Logger, message: str, *values: object) -> Iterator[None]:
    """Logs an error and carries on; an unavailable storage has logged its own error."""
    try:
        yield
    except KeeperAway:
        pass
    except Exception:
        log.exception(message, *values)


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels the tasks and waits until they have ended, whether or not they fail."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
