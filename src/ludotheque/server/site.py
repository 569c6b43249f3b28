"""What pages, API and sockets share: settings, tables, onlookers, bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludotheque.core.game import Seat
from ludotheque.core.reason import Refusal
from ludotheque.games import AnyKit
from ludotheque.play.clock import Pace
from ludotheque.server.company.names import NameFilter, read_filter
from ludotheque.server.company.openings import Openings
from ludotheque.server.company.presence import Presence
from ludotheque.server.company.reactions import Reactions
from ludotheque.server.company.stays import PRESENCE
from ludotheque.server.hub import Hub
from ludotheque.server.limits.replays import Replays
from ludotheque.server.metrics import COMMAND_SECONDS
from ludotheque.server.prints import Prints
from ludotheque.server.push.occasions import INVITED, Occasion, after_joining, after_offer
from ludotheque.server.push.pushes import Pushes
from ludotheque.server.settings import Settings
from ludotheque.server.storage.guests import Guests
from ludotheque.server.storage.invitations import Invitations
from ludotheque.server.storage.notices import Notices
from ludotheque.server.storage.store import Store
from ludotheque.server.storage.tables import Decide, Kept, Tables
from ludotheque.server.thinking.bots import Bots
from ludotheque.server.thinking.clocks import Clocks
from ludotheque.server.thinking.hints import Hints
from ludotheque.server.thinking.reviews import Reviews
from ludotheque.server.upkeep.forgetting import Forgetting
from ludotheque.server.upkeep.tidying import Tidying
from ludotheque.table.commands import Past, join
from ludotheque.table.messages import Command
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Meeting, Table

_log = logging.getLogger(__name__)
_OUTDATED_NAMED = 20  # enough to look them up, few enough for one line


@dataclass(frozen=True)
class Site:
    """A running site: its parts, and what they do together."""

    settings: Settings
    store: Store
    tables: Tables
    guests: Guests
    forgetting: Forgetting
    tidying: Tidying
    public_name: NameFilter
    hub: Hub
    bots: Bots
    clocks: Clocks
    hints: Hints
    reviews: Reviews
    replays: Replays
    prints: Prints
    presence: Presence
    pushes: Pushes
    invitations: Invitations
    reactions: Reactions
    openings: Openings
    notices: Notices | None

    async def start(self) -> None:
        """Begins to listen and to tell, lets the bots move, and tidies every day."""
        if self.notices is not None:
            await self.notices.start()
        await self.presence.start()
        await self.pushes.start()
        await self.bots.start()
        await self.clocks.start()
        await self.tidying.start()

    async def stop(self) -> None:
        """Stops tidying, clocks, bots and reviews, and stores what has queued up."""
        await self.tidying.stop()
        await self.clocks.stop()
        await self.bots.stop()
        await self.reviews.stop()
        self.replays.stop()
        await self.openings.stop()
        await self.presence.stop()
        await self.pushes.stop()
        if self.notices is not None:
            await self.notices.stop()
        await asyncio.to_thread(self.store.close)

    async def create(
        self,
        kit: AnyKit,
        sitters: Sequence[Sitter],
        past: Past | None = None,
        pace: Pace | None = None,
        meeting: Meeting | None = None,
    ) -> Table:
        """Sets up a table and announces it; with a past, it continues that game."""
        if meeting is not None:
            sitters = [replace(sitter, name=self.public_name(sitter.name)) for sitter in sitters]
        table = await self.tables.create(kit, sitters, past, pace, meeting)
        self.announce(table)
        return table

    async def sit(self, invite: str, guest: str, name: str, seat: Seat | None = None) -> Table:
        """Seats a guest by an invitation, and announces it."""
        kept = await self.tables.sit(invite, guest, name, seat, self.public_name)
        return self._announce_guest(kept, guest)

    def _announce_guest(self, kept: Kept, guest: str) -> Table:
        """Announces that a guest has sat down, once; the table with the guest."""
        self.announce(kept.table, news=False)
        if not kept.again:
            self.pushes.tell(after_joining(kept.table, guest))
        return kept.table

    async def invite(self, table: Table, by: Seat, guest: str) -> None:
        """Invites somebody to a table by name, on behalf of that seat; once, and they are told."""
        if await self.invitations.add(table.id, guest, table.seats[by].guest):
            self.pushes.tell([Occasion(guest, (INVITED,), table, by)])

    async def join(self, table_id: str, guest: str, name: str) -> Table:
        """Seats a guest at a table that is open to all, and announces it."""
        kept = await self.tables.change(
            table_id, lambda table, moment: join(table, guest, self.public_name(name), moment)
        )
        return self._announce_guest(kept, guest)

    async def renew(self, guest: str) -> str:
        """Another secret for a guest; whoever is connected by the old one is sent away."""
        secret = await self.guests.renew(guest)
        self.hub.dismiss(guest)
        return secret

    async def forget(self, guest: str) -> None:
        """Forgets a guest for good, who leaves all games; their names go from what stays."""
        for table in await self.forgetting.forget(guest):
            self.announce(table)
        self.openings.changed()
        self.hub.dismiss(guest)

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The table of the rematch, the same for everybody who asks; the first one offers it."""
        fresh = await self.tables.rematch(table, seat)
        for changed in await self.tables.get_all([table.id, fresh]):
            self.announce(changed, news=False)
            if changed.id == table.id and not table.rematch:
                self.pushes.tell(after_offer(changed, seat))
        return fresh

    async def command(self, table_id: str, command: Command, guest: str) -> Kept:
        """Carries out a guest's command; it is announced even if the guest has gone meanwhile."""
        start, outcome = time.perf_counter(), "failed"
        try:
            if self.tables.cache.get(table_id) is None:  # or the writer would replay a long log
                await self.tables.get(table_id, self.bots.addresses.asker(guest))
            kept = await self.tables.change(
                table_id,
                await self._decision(table_id, command, guest),
                command.id,
                command.expected,
                then=lambda kept: self.announce(kept.table, news=not kept.again),
            )
            outcome = "again" if kept.again else "kept"
            return kept
        except Refusal:
            outcome = "refused"
            self.tell_what_is_known(table_id)
            raise
        finally:
            seconds = time.perf_counter() - start
            COMMAND_SECONDS.labels(command.type, outcome).observe(seconds)
            extra = {"command": command.type, "outcome": outcome, "table": table_id}
            _log.info("command", extra={**extra, "ms": round(1000 * seconds, 1)})

    async def _decision(self, table_id: str, command: Command, guest: str) -> Decide:
        """How a command is decided: some with what is known of who is there."""
        if not command.asks_who_is_there:
            return lambda table, moment: command.decide(table, guest, moment)
        company = await self.presence.company(table_id)
        return lambda table, moment: command.decide(table, guest, replace(moment, company=company))

    def tell_what_is_known(self, table_id: str) -> None:
        """Shows what the storage has read or stored, which the notice of it may come after."""
        newest = self.tables.cache.get(table_id)
        if newest is not None:
            self.hub.tell(newest)

    def announce(self, table: Table, *, news: bool = True) -> None:
        """Wakes the onlookers of a table whose change is on disk, and the bot that is to move.

        People who are away are told too, unless it was announced before.
        """
        self.hub.tell(table)
        if news and self.pushes.asked:
            self.pushes.changed(table)
        if table.meeting is not None or table.incomplete:
            self.openings.changed()
        if table.waits_for_bot:
            self.bots.wake(table)


class OutdatedError(Exception):
    """The database holds unfinished tables that this version cannot continue: some of them."""

    def __init__(self, tables: Sequence[str]) -> None:
        """Takes as many as one looks up."""
        super().__init__(f"unfinished tables follow rules that are gone: {', '.join(tables)}")
        self.tables = tables


def build(settings: Settings) -> Site:
    """The site of these settings; refuses a database that it cannot continue."""
    store = Store(settings.database, serving=True)
    tables, hub = Tables(store), Hub()
    outdated = tables.outdated()
    if outdated:
        store.close()
        raise OutdatedError(outdated[:_OUTDATED_NAMED])
    presence = Presence(store, hub, settings.absence)
    notices = Notices(settings.database, tables, hub) if store.shared else None
    if notices is not None:
        notices.handlers[PRESENCE], notices.missed = presence.heard, presence.missed
    pushes, guests = Pushes(tables, hub, settings, notices), Guests(store)
    bots = Bots(tables, hub, settings, pushes.changed)
    return Site(
        settings=settings,
        store=store,
        tables=tables,
        guests=guests,
        forgetting=Forgetting(tables, guests),
        tidying=Tidying(tables, settings),
        public_name=read_filter(settings.names),
        hub=hub,
        bots=bots,
        clocks=Clocks(tables, hub, bots),
        hints=Hints(bots),
        reviews=Reviews(settings),
        replays=tables.replays,
        prints=Prints(settings, tables.replays),
        presence=presence,
        openings=Openings(tables, presence, bots.addresses),
        reactions=Reactions(hub, store, notices),
        pushes=pushes,
        invitations=Invitations(store),
        notices=notices,
    )
