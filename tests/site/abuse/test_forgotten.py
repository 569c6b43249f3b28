"""Nothing more is stored for a forgotten guest, even by requests that were under way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.site.push.subscriptions import PushDevice
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.schema import metadata
from ludotheque.site.storage.store import Store
from ludotheque.site.storage.tables import Tables
from ludotheque.site.upkeep.forgetting import Forgetting
from ludotheque.table.commands import Terms, resign
from ludotheque.table.seats import OPEN, Sitter
from ludotheque.table.table import Meeting
from tests.needs import sampled

NAME = "Zebulon Tournesol"
TWO, FREE = load("plus4"), Sitter(OPEN)
FORGOTTEN = "table.guest_forgotten"
Write = Callable[[], Awaitable[object]]


@asynccontextmanager
async def processes(database: str) -> AsyncIterator[list[Site]]:
    """Two processes of a site on one database."""
    sites = []
    for _ in range(2):
        store = Store(database)
        sites.append(Site(Settings(database=database), store, Tables(store)))
    try:
        yield sites
    finally:
        for site in sites:
            await site.stop()


def everything(site: Site) -> str:
    """The whole content of the database, as text."""
    return site.store.read_now(
        lambda c: str([c.execute(sa.select(table)).all() for table in metadata.sorted_tables])
    )


class Evening:
    """A guest with a friend, and all the writes that their requests can come to."""

    guest: str
    friend: str

    def __init__(self, sites: list[Site], rng: Random) -> None:
        self.sites = sites
        self.rng = rng

    @property
    def site(self) -> Site:
        """The process that gets the next request."""
        return self.rng.choice(self.sites)

    async def writes(self) -> dict[str, Write]:
        """Prepares the tables and returns the requests, which are not sent yet."""
        site = self.site
        (self.guest, self.secret), (self.friend, _) = await site.guests.add_all([NAME, "Bruno"])
        me, other = Sitter("person", self.guest, NAME), Sitter("person", self.friend, "Bruno")
        meeting = Terms(meeting=Meeting(""))
        over, over_too, hosted, mine, public = [
            await site.tables.create(TWO, seats, terms)
            for seats, terms in (
                ([me, other], Terms()), ([me, other], Terms()), ([other, FREE], Terms()),
                ([me, FREE], Terms()), ([other, FREE], meeting),
            )
        ]  # fmt: skip
        done, done_too = [
            (await site.tables.change(table.id, lambda t, moment: resign(t, 0, moment))).table
            for table in (over, over_too)
        ]
        invite = await site.tables.invite_of(hosted.id)
        device = PushDevice(f"https://evil.example/{self.guest}", "p", "a")
        return {
            "create": lambda: self.site.tables.create(TWO, [me, FREE]),
            "open": lambda: self.site.tables.create(TWO, [FREE, me], meeting),
            "sit": lambda: self.site.sit(invite, self.guest, NAME),
            "join": lambda: self.site.join(public.id, self.guest, NAME),
            "rematch": lambda: self.site.rematch(done, 0),
            "be offered a rematch": lambda: self.site.rematch(done_too, 1),
            "subscribe": lambda: self.site.pushes.subscriptions.put(
                self.guest, device, "fr", ["turn"]
            ),
            "be invited": lambda: self.site.invite(hosted, 0, self.guest),
            "invite": lambda: self.site.invite(mine, 0, self.friend),
            "rename": lambda: self.site.guests.rename(self.guest, NAME + "!"),
            "renew": lambda: self.site.guests.renew(self.guest),
            "visit": lambda: self.site.guests.find(self.secret),
        }

    def check(self) -> None:
        left = everything(self.sites[0])
        assert self.guest not in left
        assert NAME not in left
        assert self.friend in left


async def refused_or_done(write: Write) -> bool:
    """Whether a request was refused since its guest is forgotten; any other error is raised."""
    try:
        await write()
    except Refusal as refusal:
        assert refusal.reason.key in (FORGOTTEN, "table.no_table"), refusal
        return refusal.reason.key == FORGOTTEN
    return False


# They change the row of the guest, which is deleted, or store nothing for an unknown guest.
HARMLESS = {"rename", "renew", "visit", "be offered a rematch"}
STEPS = {"begin": (Guests, "begin_to_forget"), "search": (Forgetting, "_mentioned"),
         "leave": (Forgetting, "_leave"), "remove": (Guests, "remove")}  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("late", [False, True])
def test_nothing_is_stored_from_the_first_step_on(
    database: str, step: str, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All requests arrive just before a step of forgetting, or just after it."""

    async def play() -> None:
        async with processes(database) as sites:
            evening = Evening(sites, Random(0))
            writes = await evening.writes()
            owner, name = STEPS[step]
            does, refused = getattr(owner, name), list[str]()

            async def with_requests(*given: object) -> object:
                done = await does(*given) if late else None
                refused.extend(
                    [name for name, write in writes.items() if await refused_or_done(write)]
                )
                return done if late else await does(*given)

            monkeypatch.setattr(owner, name, with_requests)
            await sites[0].forget(evening.guest)
            evening.check()
            fenced = {
                "create",
                "open",
                "sit",
                "join",
                "rematch",
                "subscribe",
                "be invited",
                "invite",
            }
            assert set(refused) == (set() if (step, late) == ("begin", False) else fenced)

    asyncio.run(play())


def test_requests_and_forgetting_in_any_order_leave_nothing(database: str) -> None:
    async def later(steps: int, write: Write) -> None:
        for _ in range(steps):
            await asyncio.sleep(0)
        await refused_or_done(write)

    async def play() -> None:
        async with processes(database) as sites:
            for seed in range(sampled(60)):
                rng = Random(seed)
                evening = Evening(sites, rng)
                writes = [*(await evening.writes()).values()]
                writes.append(partial(evening.site.forget, evening.guest))
                rng.shuffle(writes)
                await asyncio.gather(*[later(rng.randrange(40), write) for write in writes])
                evening.check()

    asyncio.run(play())
