"""The running site: the house with a database, worker processes, and guests who meet."""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import orjson
from cachetools import LRUCache
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludotheque.core.caching import results_kib
from ludotheque.core.game import Seat
from ludotheque.core.reason import Refusal
from ludotheque.games import AnyKit, broken
from ludotheque.house import scripts
from ludotheque.house.house import House
from ludotheque.house.keeping import Decide, Kept
from ludotheque.house.reader import Asker, Reader
from ludotheque.house.tasks import cancel_all
from ludotheque.house.templating import Templates
from ludotheque.printing.paper import PAPERS
from ludotheque.site.company.invites import Invites
from ludotheque.site.company.names import NameFilter, read_filter
from ludotheque.site.company.openings import Openings
from ludotheque.site.company.presence import Presence
from ludotheque.site.company.reactions import Reactions
from ludotheque.site.company.words import there
from ludotheque.site.limits import Addresses
from ludotheque.site.memory import resident_bytes
from ludotheque.site.metrics import (
    BOT_MOVES,
    COMMAND_SECONDS,
    DECISIONS_REMEMBERED,
    MEMORY,
    PAGES_BYTES,
    RESULTS_BYTES,
    TABLES_FOLLOWED,
)
from ludotheque.site.prints import Prints
from ludotheque.site.push.occasions import INVITED, KINDS, Occasion, after_joining, after_offer
from ludotheque.site.push.pushes import Pushes
from ludotheque.site.settings import Settings
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.invitations import Invitations
from ludotheque.site.storage.notices import Notices
from ludotheque.site.storage.store import Store
from ludotheque.site.storage.tables import Tables
from ludotheque.site.sweeps import (
    BOTS_EVERY_S,
    CLOCKS_EVERY_S,
    FORGETTING_EVERY_S,
    call_time,
    repeat,
    wake_bots,
)
from ludotheque.site.upkeep.forgetting import Forgetting
from ludotheque.site.upkeep.tidying import Tidying, times_kept
from ludotheque.site.visitors import (
    forget_fresh_guest,
    language,
    remember_guest,
    secret_of,
    stranger,
    token_of,
)
from ludotheque.site.workers import Workers
from ludotheque.table.commands import USUAL, Terms, join, take_seat
from ludotheque.table.messages import Command
from ludotheque.table.names import clean_name
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Denied, Moment, Table, deny

_log = logging.getLogger(__name__)
T = TypeVar("T")
_TOO_MANY = 429
_OUTDATED_NAMED = 20  # tables that the error names: few enough for one line
_READER = "ludotheque.reader"  # the key of the reader in the state of a request
# Reviews and PDFs can wait; moves of bots and hints, in processes of niceness 0, cannot.
_REVIEW_NICENESS = 10
# Loading a teacher or the typefaces takes seconds, so the process stays for a while.
_REVIEW_IDLE_S = 120.0
# Pages kept in memory, one for each game, language, theme and name of a guest (which is on every
# page). The largest take 80 kB.
_CONSTANT_PAGES = 200
_COUNTED_EVERY_S = 10.0  # memory, for the metrics


class NewGuest(NamedTuple):
    """A guest who has just sat down: the table, the seat, and the token."""

    table: Table
    seat: Seat
    token: str


class Site(House):
    """The house as a server."""

    tables: Tables

    def __init__(self, settings: Settings, store: Store, tables: Tables) -> None:
        self.settings = settings
        self.store = store
        self._constant: LRUCache[Hashable, tuple[bytes, bytes]] = LRUCache(_CONSTANT_PAGES)
        self._bot_workers = Workers(settings.bot_workers)
        self._review_workers = Workers(1, _REVIEW_NICENESS, _REVIEW_IDLE_S)
        self._print_workers = Workers(1, _REVIEW_NICENESS, _REVIEW_IDLE_S)
        offline = bool(settings.pocket)
        super().__init__(
            tables,
            Templates(scripts.address, meeting=settings.open_tables, offline=offline),
            orjson.dumps,
            (self._bot_workers, settings.bot_seconds),
            (self._review_workers, settings.review_seconds),
        )
        self.addresses = Addresses()
        self.bots.asker_of = self.addresses.asker
        self.bots.on_choice = lambda level, outcome: BOT_MOVES.labels(level, outcome).inc()
        self.hub.on_followed = TABLES_FOLLOWED.set
        self.reviews.on_remembered = DECISIONS_REMEMBERED.set
        self.replays = tables.replays
        self.prints = Prints(settings, self._print_workers)
        if self.prints.offered:
            self.papers = tuple(PAPERS)
        self.public_name: NameFilter = read_filter(settings.blocked_names)
        self.presence = Presence(store, self.hub, settings.absence_seconds)
        self.openings = Openings(tables, self.presence, self.addresses)
        self.notices: Notices | None = None  # needed only if processes share the database
        if store.shared:
            self.notices = Notices(settings.database, tables, self.hub, self.presence.missed)
        self.reactions = Reactions(self.hub, store)
        self.pushes = Pushes(tables, self.hub, settings)
        self.guests = Guests(store)
        self.invitations = Invitations(store)
        self.invited_to = Invites(
            tables, self.invitations, self.public_name, meeting=settings.open_tables
        )
        self.forgetting = Forgetting(tables, self.guests)
        self.tidying = Tidying(tables, settings)
        self._running: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts everything that runs beside requests; logs which games do not load."""
        for game, error in broken().items():
            extra = {"game": game, "error": error}
            _log.error("a game is left out, because its package does not load", extra=extra)
        await self.pushes.start()
        bots = partial(wake_bots, self.tables, self.hub, self.bots)
        clocks = partial(call_time, self.tables, self.hub, self.clocks)
        loops = [
            repeat("bots", bots, BOTS_EVERY_S),
            repeat("clocks", clocks, CLOCKS_EVERY_S),
            repeat("forgotten guests", self.finish_forgetting, FORGETTING_EVERY_S),
            self.presence.beat(),
            self.tidying.every_day(),
            repeat("memory", self._count_memory, _COUNTED_EVERY_S),
        ]
        if self.notices is not None:
            loops += [self.notices.listen(), self.notices.read()]
        self._running = [asyncio.create_task(loop) for loop in loops]

    async def _count_memory(self) -> None:
        """Reports to the metrics how much memory this process takes, and for what."""
        pages = sum(len(html) + len(small) for html, small in self._constant.values())
        MEMORY.set(resident_bytes())
        RESULTS_BYTES.set(1024 * results_kib())
        PAGES_BYTES.set(pages + self.prints.size)

    async def stop(self) -> None:
        """Stops everything that runs beside requests, and stores the queued changes."""
        await cancel_all(self._running)
        await super().stop()
        self._bot_workers.close()
        self._review_workers.close()
        self._print_workers.close()
        self.replays.stop()
        for part in (self.openings, self.presence, self.pushes):
            await part.stop()
        await asyncio.to_thread(self.store.close)

    # Readers

    def language(self, request: Request) -> str:
        """The language of the reader, without looking up the guest."""
        return language(request)

    async def reader(self, request: Request) -> Reader:
        """The reader who sent the request, looked up once."""
        state = request.scope["state"]
        if _READER not in state:
            state[_READER] = await self.visitor(request)
        who: Reader = state[_READER]
        return who

    async def visitor(self, connection: HTTPConnection) -> Reader:
        """The guest with that token or cookie, else a stranger; refuses an unknown token."""
        secret = secret_of(connection)
        known = await self.guests.find(secret) if secret else None
        if known is None and token_of(connection):
            raise deny("no_token")
        guest, name = known or ("", "")
        who = replace(stranger(connection), guest=guest, name=name)
        self.addresses.note(who.asker)
        return who

    async def seated(self, request: Request, name: str = "") -> Reader:
        """The reader as a guest: a stranger becomes one and gets a cookie; a new name is stored."""
        who = await self.reader(request)
        if not who.guest:
            guest, secret = await self.guests.add()
            who = replace(who, guest=guest)
            self.addresses.note(who.asker)
            remember_guest(request, secret)
        shown = clean_name(name)
        if shown and shown != who.name:
            await self.guests.rename(who.guest, shown)
            who = replace(who, name=shown)
        request.scope["state"][_READER] = who
        return who

    async def sit_or_leave(
        self, request: Request, name: str, sit: Callable[[Reader], Awaitable[Table]]
    ) -> Table:
        """Seats the reader as `sit` does; a stranger who is refused leaves no guest behind."""
        before = await self.reader(request)
        guest = await self.seated(request, name)
        try:
            return await sit(guest)
        except Refusal:
            if not before.guest:
                await self.guests.remove(guest.guest)
                forget_fresh_guest(request)
                request.scope["state"][_READER] = before
            raise

    async def sit_new(self, name: str, sit: Callable[[str], Awaitable[Table]]) -> NewGuest:
        """Seats a new guest as `sit` does; one who is refused is not stored."""
        guest, token = await self.guests.add(name)
        try:
            table = await sit(guest)
        except Refusal:
            await self.guests.remove(guest)
            raise
        return NewGuest(table, table.seats_of(guest)[0], token)

    async def rename(self, request: Request, name: str) -> None:
        """Stores another name for the guest who sent the request."""
        guest = await self.seated(request)
        await self.guests.rename(guest.guest, clean_name(name))

    async def aside(self, work: Callable[[], T]) -> T:
        """The result of the work, which runs in one of several threads."""
        return await run_in_threadpool(work)

    async def in_turn(self, who: Reader, work: Callable[[], T]) -> T:
        """The result of the work, which runs in the thread for replays."""
        return await self.replays.run(who.asker, work)

    # Pages

    async def check_room(self, who: Reader) -> None:
        """Refuses another open table if the guest or the address has enough of them."""
        await self.openings.check_room(who.asker)

    async def there(self, who: Reader, tables: Sequence[Table]) -> Mapping[str, str]:
        """Whether other players are at these tables, or how long they have been away, in words."""
        companies = await self.presence.companies([table.id for table in tables]) if tables else {}
        return {table.id: there(table, who, companies[table.id]) for table in tables}

    async def invited(self, who: Reader) -> list[dict[str, Any]]:
        """The tables that the guest is invited to by name and can still join, newest first."""
        return await self.invited_to.to_guest(who)

    async def muted(self, who: Reader) -> list[dict[str, str]]:
        """The people whom the guest has muted, each with the id of the mute."""
        return await self.invited_to.muted(who)

    async def invites(self, request: Request, who: Reader, table: Table) -> Any:
        """The link to the open seats for guests at the table; `join` for an invited onlooker."""
        return await self.invited_to.shown(request, table, who)

    def known_of(self, request: Request, who: Reader) -> dict[str, Any]:
        """The guest's private link, and the push messages on offer; none for a stranger."""
        link = f"{request.base_url}me/{secret_of(request)}" if who.guest else ""
        kinds = KINDS if who.guest and self.settings.push else ()
        return {"link": link, "kinds": kinds, "pushes": self.pushes}

    def times_kept(self, lang: str) -> dict[str, list[str]]:
        """How long this site stores guests and games, in words."""
        return times_kept(self.settings, lang)

    def page(
        self, request: Request, who: Reader, template: str, status: int = 200, **values: Any
    ) -> Response:
        """A page; the list of games (`tables`) also renews the guest's cookie.

        The one for "too many requests" is constant, so that it costs little.
        """
        if status == _TOO_MANY:
            shown = {**values, "here": "/"}
            return self.constant_page(request, who, template, status, lambda: shown, status)
        if template == "tables" and who.guest and not token_of(request):
            remember_guest(request, secret_of(request))
        return super().page(request, who, template, status, **values)

    def constant(
        self,
        request: Request,
        key: Hashable,
        make: Callable[[], str],
        status: int = 200,
        media_type: str = "text/html",
    ) -> Response:
        """A text, by default of HTML, that is made and compressed once for each key."""
        if key not in self._constant:
            text = make().encode()
            self._constant[key] = text, gzip.compress(text)
        text, small = self._constant[key]
        headers = {"Cache-Control": "no-store"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(text, status, headers, media_type)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(small, status, headers, media_type)

    # Tables

    async def create(self, kit: AnyKit, sitters: Sequence[Sitter], terms: Terms = USUAL) -> Table:
        """Sets up a table; the names at one that anyone may join are filtered."""
        if terms.meeting is not None:
            sitters = [replace(sitter, name=self.public_name(sitter.name)) for sitter in sitters]
        return await super().create(kit, sitters, terms)

    async def place_of(self, invite: str) -> tuple[str, Seat | None]:
        """The table of an invitation, and the seat if it is for one; refuses an unknown one."""
        found = await self.tables.find_invite(invite)
        if found is None:
            raise deny("no_invite")
        return found

    async def sit(self, invite: str, guest: str, name: str, seat: Seat | None = None) -> Table:
        """Seats a guest by an invitation: on its seat, else on `seat`, else on any open one."""
        table_id, own = await self.place_of(invite)
        wanted = seat if own is None else own

        def decide(table: Table, moment: Moment) -> Change:
            shown = name if table.meeting is None else self.public_name(name)
            return take_seat(table, wanted, guest, shown, moment)

        return self._announce_guest(await self.tables.change(table_id, decide), guest)

    async def join(self, table_id: str, guest: str, name: str) -> Table:
        """Seats a guest at a table that anyone may join, and announces it."""
        kept = await self.tables.change(
            table_id, lambda table, moment: join(table, guest, self.public_name(name), moment)
        )
        return self._announce_guest(kept, guest)

    def _announce_guest(self, kept: Kept, guest: str) -> Table:
        """Announces a guest who sat down, with push messages the first time; returns the table."""
        self.announce(kept.table, news=False)
        if not kept.again:
            self.pushes.tell(after_joining(kept.table, guest))
        return kept.table

    async def invite(self, table: Table, by: Seat, guest: str) -> None:
        """Invites a guest by name on behalf of that seat; a push message is sent the first time."""
        if await self.invited_to.add(table, by, guest):
            self.pushes.tell([Occasion(guest, (INVITED,), table, by)])

    async def renew(self, guest: str) -> str:
        """Gives a guest another secret; closes connections that were opened with the old one."""
        secret = await self.guests.renew(guest)
        self.hub.dismiss(guest)
        return secret

    async def forget(self, guest: str) -> None:
        """Deletes a guest, who leaves all games; tables that stay no longer hold their names."""
        for table in await self.forgetting.forget(guest):
            self.announce(table)
        self.openings.changed()
        self.hub.dismiss(guest)

    async def finish_forgetting(self) -> None:
        """Goes on with guests whom a process was forgetting when it ended."""
        for guest in await self.guests.leaving():
            await self.forget(guest)

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The id of the rematch; the first request offers it to the other players.

        An offer is an invitation by name, within the same bounds.
        """
        fresh = await super().rematch(table, seat)
        if not table.rematch:
            await self._offer(table, seat, fresh)
        return fresh

    async def _offer(self, table: Table, seat: Seat, fresh_id: str) -> None:
        """Invites the other players to a rematch; push messages are sent the first time."""
        own = table.seats[seat].guest
        asker = Asker("", own)
        fresh, offered = await self.table(fresh_id, asker), await self.table(table.id, asker)
        for guest in sorted(table.guests() - {own}):
            mine = fresh.seats_of(own) if fresh.seats_kept_for(guest) else ()
            with suppress(Denied):  # a player who is being forgotten
                if mine and await self.invited_to.add(fresh, mine[0], guest):
                    self.pushes.tell([after_offer(offered, seat, guest)])

    async def accept_rematch(self, table_id: str, guest: str) -> Kept:
        """Seats a guest at a rematch if a seat is kept for them, and answers the invitation."""
        kept = await super().accept_rematch(table_id, guest)
        if not kept.again:
            self.pushes.tell(after_joining(kept.table, guest))
            await self.invitations.answer(guest, table_id)
        return kept

    async def command(self, table_id: str, command: Command, guest: str) -> Kept:
        """Carries out a guest's command, with its time and outcome logged."""
        start, outcome = time.perf_counter(), "failed"
        try:
            if self.tables.known(table_id) is None:  # else the writer's thread would replay it
                await self.tables.get(table_id, self.addresses.asker(guest))
            kept = await super().command(table_id, command, guest)
            outcome = "again" if kept.again else "kept"
            return kept
        except Refusal:
            outcome = "refused"
            raise
        finally:
            seconds = time.perf_counter() - start
            COMMAND_SECONDS.labels(command.type, outcome).observe(seconds)
            extra = {"command": command.type, "outcome": outcome}
            _log.info("command", extra={**extra, "ms": round(1000 * seconds, 1)})

    async def decision(self, table_id: str, command: Command, guest: str) -> Decide:
        """The function that decides a command; some commands depend on who is at the table."""
        if not command.asks_who_is_there:
            return await super().decision(table_id, command, guest)
        company = await self.presence.company(table_id)
        return lambda table, moment: command.decide(table, guest, replace(moment, company=company))

    def announce(self, table: Table, *, news: bool = True) -> None:
        """Shows a stored change, sends push messages, and updates the list of open tables."""
        super().announce(table, news=news)
        if news and self.pushes.asked:
            self.pushes.changed(table)
        if table.meeting is not None or table.incomplete:
            self.openings.changed()


class OutdatedError(Exception):
    """The database holds unfinished tables that this version cannot continue."""

    def __init__(self, tables: Sequence[str]) -> None:
        super().__init__(f"unfinished tables follow rules that are gone: {', '.join(tables)}")
        self.tables = tables


def build(settings: Settings) -> Site:
    """Builds the site; raises OutdatedError if the database has tables that it cannot continue."""
    store = Store(settings.database, serving=True)
    tables = Tables(store)
    outdated, closed = tables.outdated()
    if outdated:
        store.close()
        raise OutdatedError(outdated[:_OUTDATED_NAMED])
    if closed:
        named = ", ".join(closed[:_OUTDATED_NAMED])
        _log.warning("unfinished tables whose games are gone or do not load: %s", named)
    return Site(settings, store, tables)
