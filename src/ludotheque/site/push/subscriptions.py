"""The devices to which guests have push messages sent, and the kinds they chose."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.push.occasions import DAILY, KINDS
from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.drivers import check_guests, notify
from ludotheque.site.storage.schema import ID_BYTES, subscriptions
from ludotheque.site.storage.store import Store
from ludotheque.table.table import now_ms

ASKED = "asked_for_messages"  # the key of a notice that names the guest who subscribed
_MOST_DEVICES = 10  # of one guest; beyond that, the oldest is deleted
_DAY_MS = 24 * 3600 * 1000
_ALL = sa.select(subscriptions)


class PushDevice(NamedTuple):
    """A browser's push subscription: the address to post to, and the keys to encrypt with."""

    endpoint: str
    p256dh: str
    auth: str


class Subscription(NamedTuple):
    """A device of a guest, the language of its messages, and their kinds."""

    id: str
    guest: str
    device: PushDevice
    lang: str
    kinds: Sequence[str]


class Subscriptions:
    """Finds, changes and deletes the devices of guests.

    `guests` holds those who have devices, so that a move needs no query for all others.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.guests: set[str] = set()

    async def refresh(self) -> None:
        """Reads which guests have devices, including those added through other processes."""
        query = sa.select(subscriptions.c.guest).distinct()
        found = await self.store.read(lambda c: set(c.execute(query).scalars()))
        self.guests.intersection_update(found)
        self.guests |= found

    async def put(self, guest: str, device: PushDevice, lang: str, kinds: Collection[str]) -> None:
        """Stores a device and its kinds, or deletes it if there are none.

        A device that belonged to another guest is taken over.
        """
        wanted = " ".join(kind for kind in KINDS if kind in kinds)
        values = {**device._asdict(), "guest": guest, "lang": lang, "kinds": wanted, "at": now_ms()}
        await self.store.write(partial(_put, values))
        self.guests.add(guest)

    async def kinds_of(self, guest: str, endpoint: str, lang: str) -> Sequence[str]:
        """The kinds that a device is sent; stores the language of its messages.

        A device that belonged to another guest is deleted.
        """
        row = await self.store.read(
            lambda c: c.execute(_ALL.where(subscriptions.c.endpoint == endpoint)).first()
        )
        if row is None:
            return ()
        if row.guest != guest:
            await self.remove(row.id)
            return ()
        if row.lang != lang:
            mine = subscriptions.c.id == row.id
            await self._write(sa.update(subscriptions).where(mine).values(lang=lang))
        return str(row.kinds).split()

    async def of_guest(self, guest: str) -> list[Subscription]:
        """The devices of a guest; removes a guest who has none from `guests`."""
        query = _ALL.where(subscriptions.c.guest == guest)
        rows = await self.store.read(lambda c: c.execute(query).all())
        if not rows:
            self.guests.discard(guest)
        return [_read(row) for row in rows]

    async def stop(self, name: str, kind: str) -> None:
        """Stops messages of a kind to the device with that id; deletes it if no kind is left."""
        await self.store.write(partial(_stop, name, kind))

    async def remove(self, name: str) -> None:
        """Deletes the device with that id."""
        await self._write(sa.delete(subscriptions).where(subscriptions.c.id == name))

    async def note_daily(self, guest: str) -> None:
        """Notes that the guest's next daily message is due."""
        mine = subscriptions.c.guest == guest
        await self._write(sa.update(subscriptions).where(mine).values(daily_due=True))

    async def due_today(self) -> list[Subscription]:
        """Returns the devices whose daily message is due, once, and marks it as sent."""
        return await self.store.write(partial(_claim_daily, now_ms()))

    async def unsay_daily(self, name: str) -> None:
        """Allows another daily message today, since this one had nothing left to report."""
        mine = subscriptions.c.id == name
        await self._write(sa.update(subscriptions).where(mine).values(daily_at=0))

    async def _write(self, change: sa.Update | sa.Delete) -> None:
        await self.store.write(lambda connection: connection.execute(change))


def _read(row: Any) -> Subscription:
    device = PushDevice(row.endpoint, row.p256dh, row.auth)
    return Subscription(row.id, row.guest, device, row.lang, str(row.kinds).split())


def _put(values: dict[str, Any], connection: Connection) -> None:
    known = subscriptions.c.endpoint == values["endpoint"]
    if not values["kinds"]:
        connection.execute(sa.delete(subscriptions).where(known))
        return
    check_guests(connection, {values["guest"]})
    fresh = {"id": secrets.token_urlsafe(ID_BYTES), "daily_due": False, "daily_at": 0}
    if not insert_unless_there(connection, subscriptions, {**fresh, **values}):
        connection.execute(sa.update(subscriptions).where(known).values(values))
    _forget_oldest(connection, values["guest"])
    notify(connection, ASKED, values["guest"])


def _forget_oldest(connection: Connection, guest: str) -> None:
    mine = subscriptions.c.guest == guest
    newest_first = sa.select(subscriptions.c.id).where(mine).order_by(subscriptions.c.at.desc())
    too_many = list(connection.execute(newest_first.offset(_MOST_DEVICES)).scalars())
    connection.execute(sa.delete(subscriptions).where(subscriptions.c.id.in_(too_many)))


def _stop(name: str, kind: str, connection: Connection) -> None:
    mine = subscriptions.c.id == name
    row = connection.execute(_ALL.where(mine)).first()
    if row is None:
        return
    left = " ".join(each for each in str(row.kinds).split() if each != kind)
    connection.execute(sa.update(subscriptions).where(mine).values(kinds=left))
    connection.execute(sa.delete(subscriptions).where(mine, subscriptions.c.kinds == ""))


def _claim_daily(now: int, connection: Connection) -> list[Subscription]:
    """Marks due messages as sent; another process waits for the rows, then finds them sent."""
    due = sa.and_(subscriptions.c.daily_due, subscriptions.c.daily_at <= now - _DAY_MS)
    rows = connection.execute(_ALL.where(due).with_for_update()).all()
    if not rows:
        return []
    sent = subscriptions.c.id.in_([row.id for row in rows])
    connection.execute(sa.update(subscriptions).where(sent).values(daily_due=False, daily_at=now))
    return [found for found in map(_read, rows) if DAILY in found.kinds]
