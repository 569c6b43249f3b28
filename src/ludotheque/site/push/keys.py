"""The key pair that identifies the site to push services (VAPID, RFC 8292), made once."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.schema import push_keys
from ludotheque.site.storage.store import Store

_ONLY = 1  # the id of the only row: of two processes that start together, one cannot insert it
_PRIVATE_BYTES = 32  # a number below the order of P-256


class Keys(NamedTuple):
    """Both keys as browsers write them: URL-safe base64 without padding."""

    public: str
    private: str


async def keys_of(store: Store) -> Keys:
    """The keys of a site, the same for all its processes; made and stored at the first start."""
    known = await store.read(_found)
    if known is not None:
        return known
    fresh = await asyncio.to_thread(_made)
    return await store.write(partial(_stored, fresh))


def _found(connection: Connection) -> Keys | None:
    row = connection.execute(sa.select(push_keys.c.public, push_keys.c.private)).first()
    return None if row is None else Keys(row.public, row.private)


def _stored(fresh: Keys, connection: Connection) -> Keys:
    """Stores these keys unless another process was faster; returns the stored ones."""
    insert_unless_there(connection, push_keys, {"id": _ONLY, **fresh._asdict()})
    return _found(connection) or fresh


def _made() -> Keys:
    """A new key pair; the imports take 15 MiB, so they are made only when needed."""
    from cryptography.hazmat.primitives.asymmetric.ec import (  # noqa: PLC0415
        SECP256R1,
        generate_private_key,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        PublicFormat,
    )
    from py_vapid.utils import b64urlencode  # noqa: PLC0415

    private = generate_private_key(SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    number = private.private_numbers().private_value.to_bytes(_PRIVATE_BYTES, "big")
    return Keys(b64urlencode(point), b64urlencode(number))
