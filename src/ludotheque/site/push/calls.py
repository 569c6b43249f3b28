"""Calls push services: encrypts a message for its device, signs it for the site, and posts it.

The libraries for this take 40 MiB, so `sending` imports this module with the first message.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiohttp import ClientConnectionError, ClientError, ClientSession, ClientTimeout, TCPConnector
from cachetools import TTLCache
from py_vapid import Vapid02
from pywebpush import WebPusher
from yarl import URL

from ludotheque.site.push.addresses import is_public, may_call, origin_of
from ludotheque.site.push.keys import Keys
from ludotheque.site.push.outcomes import FAILED, GONE, PUT_OFF, REFUSED, SENT, PushOutcome
from ludotheque.site.push.subscriptions import PushDevice

_CALL_S = 5  # for the whole call; push services answer within a second
# Threads that look names up. A name whose server never answers holds one for up to half a minute,
# longer than its call, so that there are some for each call at once (`services.py`).
_LOOKUPS_AT_ONCE = 96
# A signature is valid for one service and at most a day (RFC 8292); it is renewed after half.
_SIGNED_FOR_S, _MOST_SERVICES = 12 * 3600, 100
_ENCODING = "aes128gcm"
_TOO_MANY, _NOT_FOUND, _NO_LONGER, _BROKEN = 429, 404, 410, 500


class Calls:
    """Posts messages; follows no redirects and calls no private addresses."""

    def __init__(self, keys: Keys, contact: str, own: Sequence[str]) -> None:
        """Signs with these keys, and names the contact to whom push services can write.

        Services at the origins of `own`, set by the host, can have private addresses.
        """
        self._vapid = Vapid02.from_raw(keys.private.encode())
        self._vapid.conf["no-strict"] = True  # else a contact with a port or an IPv6 address fails
        self._contact = contact
        self._own = own
        self._signed: TTLCache[str, str] = TTLCache(_MOST_SERVICES, _SIGNED_FOR_S)
        self._outside, self._anywhere = _session(_public_socket), _session(None)
        lookups = ThreadPoolExecutor(_LOOKUPS_AT_ONCE, "lookups")
        asyncio.get_running_loop().set_default_executor(lookups)

    async def post(
        self, device: PushDevice, body: bytes, headers: Mapping[str, str]
    ) -> PushOutcome:
        """Posts a message to a device; returns what became of it."""
        try:
            url = URL(device.endpoint)
            sealed: bytes = WebPusher(_info(device)).encode(body, _ENCODING)["body"]
        except ValueError:  # an invalid address, or a key that is not a point of the curve
            return PushOutcome(GONE)
        origin = origin_of(str(url))
        if not may_call(str(url), self._own):
            return PushOutcome(GONE)
        session = self._anywhere if origin in self._own else self._outside
        signed = {
            **headers,
            "Authorization": self._signature(origin),
            "Content-Encoding": _ENCODING,
        }
        try:
            async with session.post(
                url, data=sealed, headers=signed, allow_redirects=False
            ) as said:
                return _outcome(said.status, said.headers.get("Retry-After", ""))
        except (ClientConnectionError, TimeoutError):
            return PushOutcome(PUT_OFF)
        except ClientError:
            return PushOutcome(FAILED)

    async def close(self) -> None:
        """Ends all calls and closes the connections."""
        await self._outside.close()
        await self._anywhere.close()

    def _signature(self, origin: str) -> str:
        if origin not in self._signed:
            claims = {"aud": origin, "sub": self._contact}
            self._signed[origin] = self._vapid.sign(claims)["Authorization"]
        return self._signed[origin]


def _info(device: PushDevice) -> dict[str, Any]:
    """A device in the format of the Push API, which `pywebpush` takes."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    return {"endpoint": device.endpoint, "keys": keys}


def _session(socket_factory: Any) -> ClientSession:
    connector = TCPConnector(limit=0, socket_factory=socket_factory)  # as many as have a turn
    return ClientSession(connector=connector, timeout=ClientTimeout(total=_CALL_S))


def _public_socket(found: tuple[Any, ...]) -> socket.socket:
    """A socket for the resolved address that is about to be called; refuses private ones."""
    family, kind, protocol, _, address = found
    if not is_public(address[0]):
        raise ConnectionRefusedError("the push service has an internal address")
    return socket.socket(family, kind, protocol)


def _outcome(status: int, retry_after: str) -> PushOutcome:
    if status < 300:
        return PushOutcome(SENT)
    if status in (_NOT_FOUND, _NO_LONGER):
        return PushOutcome(GONE)
    if status == _TOO_MANY or status >= _BROKEN:
        return PushOutcome(PUT_OFF, int(retry_after) if retry_after.isdigit() else 0)
    return PushOutcome(REFUSED)
