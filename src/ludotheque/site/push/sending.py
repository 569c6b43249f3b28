"""Sends push messages from a thread with its own event loop.

Encryption, name lookups and TLS handshakes would otherwise delay players.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

from ludotheque.site.push.keys import Keys
from ludotheque.site.push.outcomes import PushOutcome
from ludotheque.site.push.subscriptions import PushDevice
from ludotheque.site.settings import Settings

if TYPE_CHECKING:
    from ludotheque.site.push.calls import Calls


class Sender:
    """The thread that calls push services; it starts with the first message."""

    def __init__(self, keys: Keys, settings: Settings) -> None:
        self._keys = keys
        self._settings = settings
        self._calls: Future[Calls] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pushes", daemon=True)

    async def send(
        self, device: PushDevice, body: bytes, headers: Mapping[str, str]
    ) -> PushOutcome:
        """Sends a message to a device; returns what became of it."""
        if self._calls is None:
            self._thread.start()
            self._calls = asyncio.run_coroutine_threadsafe(self._made(), self._loop)
        calls = await asyncio.wrap_future(self._calls)
        sending = asyncio.run_coroutine_threadsafe(calls.post(device, body, headers), self._loop)
        return await asyncio.wrap_future(sending)

    async def close(self) -> None:
        """Ends the calls that are under way, and the thread."""
        if self._calls is not None:
            calls = await asyncio.wrap_future(self._calls)
            closing = asyncio.run_coroutine_threadsafe(calls.close(), self._loop)
            await asyncio.wrap_future(closing)
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _made(self) -> Calls:
        from ludotheque.site.push.calls import Calls  # noqa: PLC0415  # 40 MiB, and half a second

        return Calls(self._keys, self._settings.contact, self._settings.push_origins)
