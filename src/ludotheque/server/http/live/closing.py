"""How a socket ends: the codes that say so, and the errors when the other side has gone."""

from __future__ import annotations

from starlette.websockets import WebSocketDisconnect

# 4000 and HTTP's own status, or "try again later".
NO_TOKEN, FOREIGN, NO_TABLE, TOO_SLOW, TOO_MANY, AWAY = 4401, 4403, 4404, 4408, 4429, 1013
READER_GONE = (WebSocketDisconnect, RuntimeError)
