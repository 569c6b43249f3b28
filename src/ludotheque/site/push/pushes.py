"""Sends guests messages about their tables while they are away.

Sending does not delay games: occasions are queued at once, and background tasks send the messages.
The queue is in memory, so what waits when the process ends is not sent; daily messages are noted in
the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from ludotheque.house.hub import Hub
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.site.metrics import PUSHES
from ludotheque.site.push.keys import Keys, keys_of
from ludotheque.site.push.looking import Looking
from ludotheque.site.push.messages import (
    PushMessage,
    daily_message,
    headers_of,
    message_of,
    written,
)
from ludotheque.site.push.occasions import DAILY, Occasion, after_move
from ludotheque.site.push.outcomes import DROPPED, FAILED, GONE, PUT_OFF, REFUSED, PushOutcome
from ludotheque.site.push.sending import Sender
from ludotheque.site.push.subscriptions import ASKED, Subscription, Subscriptions
from ludotheque.site.settings import Settings
from ludotheque.site.storage.tables import Tables
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.table.table import Table
from ludotheque.table.words import can_act

_log = logging.getLogger(__name__)
# The most that waits to be sent: a busy evening's worth in all; for one guest, two messages to each
# of ten devices, so that addresses that never answer do not delay the messages of other guests.
_MOST_WAITING, _MOST_OF_A_GUEST = 1000, 20
_WORKERS = 16  # the number of calls made at once
_LONGEST_WAIT_S = 300  # if a push service asks for more, the message is dropped as out of date
_SWEEP_EVERY_S = 60.0  # a daily message may be a minute late


@dataclass(frozen=True, slots=True)
class _Delivery:
    """A message to a device, and how often the push service has put it off."""

    to: Subscription
    message: PushMessage
    tries: int = 0

    @property
    def guest(self) -> str:
        return self.to.guest


class Pushes:
    """Sends guests who have subscribed, and are not looking, what happens at their tables.

    `asked` are the guests with devices; while it is empty, moves need not be examined.
    """

    keys: Keys
    _sender: Sender
    retry_after_s = (5, 60)
    """The seconds before each further attempt; after the last one, the message is dropped."""

    def __init__(self, tables: Tables, hub: Hub, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.subscriptions = Subscriptions(tables.store)
        self.asked = self.subscriptions.guests
        self._looking = Looking(hub, tables.store)
        self._waiting: asyncio.Queue[Occasion | _Delivery] = asyncio.Queue(_MOST_WAITING)
        self._waiting_of: Counter[str] = Counter()
        self._daily = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        tables.store.heard[ASKED] = self.asked.add

    async def start(self) -> None:
        """Starts sending, with keys made at the first start; no effect if the host disables it."""
        if not self.settings.push:
            return
        self.keys = await keys_of(self.tables.store)
        self._sender = Sender(self.keys, self.settings)
        await self.subscriptions.refresh()
        workers = [asyncio.create_task(self._work()) for _ in range(_WORKERS)]
        self._tasks = [asyncio.create_task(self._sweep()), *workers]

    async def stop(self) -> None:
        """Stops sending; messages that wait are dropped."""
        if not self._tasks:
            return
        await cancel_all(self._tasks)
        await self._sender.close()

    def changed(self, table: Table) -> None:
        """Queues a message if the stored change is a move that another guest waits for."""
        self.tell(after_move(table))

    def tell(self, occasions: Iterable[Occasion]) -> None:
        """Queues messages to the guests who have subscribed and do not look at the table."""
        for occasion in occasions:
            guest, table = occasion.guest, occasion.table
            if guest in self.asked and not self._looking.here(table.id, guest):
                self._add(occasion)

    def _add(self, item: Occasion | _Delivery) -> None:
        if self._waiting_of[item.guest] >= _MOST_OF_A_GUEST or self._waiting.full():
            PUSHES.labels(DROPPED).inc()
            return
        self._waiting_of[item.guest] += 1
        self._waiting.put_nowait(item)

    async def _work(self) -> None:
        while True:
            item = await self._waiting.get()
            try:
                if isinstance(item, _Delivery):
                    await self._deliver(item)
                else:
                    await self._prepare(item)
            except Exception as error:
                PUSHES.labels(FAILED).inc()
                if not isinstance(error, Unavailable):  # which the store has logged
                    _log.exception("a message to a device failed")
            finally:
                self._waiting_of -= Counter([item.guest])

    async def _prepare(self, occasion: Occasion) -> None:
        """Queues a message to each device of the guest that has chosen its kind."""
        guest = occasion.guest
        if await self._looking.anywhere(occasion.table.id, guest):
            return
        for to in await self.subscriptions.of_guest(guest):
            kind = next((kind for kind in occasion.kinds if kind in to.kinds), "")
            if kind == DAILY:
                await self.subscriptions.note_daily(guest)
                self._daily.set()
            elif kind:
                self._add(_Delivery(to, message_of(occasion, kind, guest, to.lang)))

    async def _deliver(self, item: _Delivery) -> None:
        to, message = item.to, item.message
        body, headers = written(message, to), headers_of(message, to)
        outcome = await self._sender.send(to.device, body, headers)
        PUSHES.labels(outcome.kind).inc()
        if outcome.kind == GONE:
            await self.subscriptions.remove(to.id)
        elif outcome.kind == PUT_OFF:
            self._try_later(item, outcome)
        elif outcome.kind == REFUSED:
            _log.warning("a push service refuses a message", extra={"kind": message.kind})

    def _try_later(self, item: _Delivery, outcome: PushOutcome) -> None:
        """Queues a message again after a wait; drops it after too many tries or too long a wait."""
        if item.tries >= len(self.retry_after_s) or outcome.wait_s > _LONGEST_WAIT_S:
            PUSHES.labels(DROPPED).inc()
            return
        wait_s = max(outcome.wait_s, self.retry_after_s[item.tries])
        later = replace(item, tries=item.tries + 1)
        asyncio.get_running_loop().call_later(wait_s, self._add, later)

    async def _sweep(self) -> None:
        """Sends the daily messages that are due, and reads subscriptions made elsewhere."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SWEEP_EVERY_S):
                    await self._daily.wait()
            self._daily.clear()
            with survived(_log, "the daily messages failed; they will be tried again"):
                for to in await self.subscriptions.due_today():
                    await self._count_for(to)
                await self.subscriptions.refresh()

    async def _count_for(self, to: Subscription) -> None:
        """Queues the daily message to a device, if any slow games wait for its guest."""
        listed = await self.tables.of_guest(to.guest)
        slow = [table for table, _ in listed if table.slow]
        count = sum(can_act(table, table.seats_of(to.guest)) for table in slow)
        if count:
            self._add(_Delivery(to, daily_message(count, to.lang)))
        else:
            await self.subscriptions.unsay_daily(to.id)
