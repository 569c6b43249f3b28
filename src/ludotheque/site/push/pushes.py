"""Sends guests messages about their tables while they are away.

Sending does not delay games: background tasks send the messages. Messages that still wait when the
process ends are not sent; daily ones are noted in the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial

from ludotheque.house.hub import Hub
from ludotheque.house.reader import Asker
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.site.limits import Turns
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
from ludotheque.site.push.services import CrowdedError, Services
from ludotheque.site.push.subscriptions import ASKED, Subscription, Subscriptions
from ludotheque.site.settings import Settings
from ludotheque.site.storage.tables import Tables
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.table.table import Table
from ludotheque.table.words import can_act

_log = logging.getLogger(__name__)
# The most that waits to be sent: a busy evening's worth in all; for one guest, two messages to each
# of ten devices.
_MOST_WAITING, _MOST_OF_A_GUEST = 1000, 20
# Guests whose devices are looked up at once, which can take a second with several processes.
_LOOKED_UP_AT_ONCE = 16
_LONGEST_WAIT_S = 300  # if a push service asks for more, the message is dropped as out of date
_SWEEP_EVERY_S = 60.0  # a daily message may be a minute late


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
        self._services = Services()
        self._looked_up = Turns(_LOOKED_UP_AT_ONCE, guest=1)
        self._sending: set[asyncio.Task[None]] = set()
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
        self._tasks = [asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """Stops sending; messages that wait are dropped."""
        if not self._tasks:
            return
        await cancel_all([*self._tasks, *self._sending])
        await self._sender.close()

    def changed(self, table: Table) -> None:
        """Queues a message if the stored change is a move that another guest waits for."""
        self.tell(after_move(table))

    def tell(self, occasions: Iterable[Occasion]) -> None:
        """Queues messages to the guests who have subscribed and do not look at the table."""
        for occasion in occasions:
            guest, table = occasion.guest, occasion.table
            if guest in self.asked and not self._looking.here(table.id, guest):
                self._begin(guest, partial(self._prepare, occasion))

    def _begin(self, guest: str, work: Callable[[], Awaitable[None]]) -> None:
        """Begins work for a guest in the background, unless too much is waiting."""
        full = len(self._sending) >= _MOST_WAITING or self._waiting_of[guest] >= _MOST_OF_A_GUEST
        if full or not self._tasks:
            PUSHES.labels(DROPPED).inc()
            return
        self._waiting_of[guest] += 1
        task = asyncio.create_task(self._done(guest, work))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _done(self, guest: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except CrowdedError:
            PUSHES.labels(DROPPED).inc()
        except Exception as error:
            PUSHES.labels(FAILED).inc()
            if not isinstance(error, Unavailable):  # which the store has logged
                _log.exception("sending a notification failed")
        finally:
            self._waiting_of -= Counter([guest])

    async def _prepare(self, occasion: Occasion) -> None:
        """Sends a message to each device of the guest that has chosen its kind."""
        guest = occasion.guest
        async with self._looked_up.turn(Asker("", guest)):
            if await self._looking.anywhere(occasion.table.id, guest):
                return
            devices = await self.subscriptions.of_guest(guest)
        for to in devices:
            kind = next((kind for kind in occasion.kinds if kind in to.kinds), "")
            if kind == DAILY:
                await self.subscriptions.note_daily(guest)
                self._daily.set()
            elif kind:
                self._send(to, message_of(occasion, kind, guest, to.lang))

    def _send(self, to: Subscription, message: PushMessage) -> None:
        """Begins to send a message to a device."""
        self._begin(to.guest, partial(self._deliver, to, message))

    async def _deliver(self, to: Subscription, message: PushMessage) -> None:
        """Sends a message, and again after a while if its push service puts it off."""
        outcome = await self._call(to, message)
        for pause_s in self.retry_after_s:
            if outcome.kind != PUT_OFF or outcome.wait_s > _LONGEST_WAIT_S:
                break
            with self._services.apart(to.device.endpoint):
                await asyncio.sleep(max(outcome.wait_s, pause_s))
            outcome = await self._call(to, message)
        if outcome.kind == GONE:
            await self.subscriptions.remove(to.id)
        elif outcome.kind == PUT_OFF:
            PUSHES.labels(DROPPED).inc()
        elif outcome.kind == REFUSED:
            _log.warning("a push service refused a notification", extra={"kind": message.kind})

    async def _call(self, to: Subscription, message: PushMessage) -> PushOutcome:
        """Calls the push service of a device in turn; returns what became of the message."""
        body, headers = written(message, to), headers_of(message, to)
        async with self._services.turn(to.device.endpoint, to.guest):
            outcome = await self._sender.send(to.device, body, headers)
        PUSHES.labels(outcome.kind).inc()
        return outcome

    async def _sweep(self) -> None:
        """Sends the daily messages that are due, and reads subscriptions made elsewhere."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SWEEP_EVERY_S):
                    await self._daily.wait()
            self._daily.clear()
            with survived(_log, "sending the daily notifications failed; it will be retried"):
                for to in await self.subscriptions.due_today():
                    await self._count_for(to)
                await self.subscriptions.refresh()

    async def _count_for(self, to: Subscription) -> None:
        """Queues the daily message to a device, if any slow games wait for its guest."""
        listed = await self.tables.of_guest(to.guest)
        slow = [table for table, _ in listed if table.slow]
        count = sum(can_act(table, table.seats_of(to.guest)) for table in slow)
        if count:
            self._send(to, daily_message(count, to.lang))
        else:
            await self.subscriptions.unsay_daily(to.id)
