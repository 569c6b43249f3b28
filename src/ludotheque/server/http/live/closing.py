"""How a socket ends: the codes that say so, and what becomes of errors."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocketDisconnect

from ludotheque.server.storage.trouble import Unavailable

_log = logging.getLogger(__name__)
# 4000 and HTTP's own status, or "try again later".
NO_TOKEN, FOREIGN, NO_TABLE, TOO_SLOW, TOO_MANY, AWAY = 4401, 4403, 4404, 4408, 4429, 1013
READER_GONE = (WebSocketDisconnect, RuntimeError)
Work = Callable[[], Awaitable[None]]


async def closing_code(work: Work) -> int:
    """The code to close the socket with once the work has ended; its error is dropped.

    What is cancelled before it begins is not even called. An error refers to its task, which refers
    to the error, and both to the whole socket.
    """
    try:
        await work()
    except Unavailable:
        return AWAY
    except READER_GONE:
        pass
    except Exception:
        _log.exception("a socket failed")
    return TOO_SLOW
