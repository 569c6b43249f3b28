"""A rematch is an offer: until it is accepted, it takes nothing from those who did not ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import permutations
from random import Random

import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.house.reader import Reader
from ludotheque.play.clock import read_pace
from ludotheque.site.push.messages import PushMessage, headers_of
from ludotheque.site.push.occasions import OFFERED, TURN
from ludotheque.site.push.subscriptions import PushDevice, Subscription
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site, build
from ludotheque.site.storage.invitations import _MOST_OF_ONE
from ludotheque.site.storage.schema import metadata
from ludotheque.table import absence, commands
from ludotheque.table.commands import Terms
from ludotheque.table.company import Company, Stay
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Moment, Table, now_ms
from tests.site.shared import make_known

ANA, BRUNO, CARLA = (Sitter("person", guest, guest.title()) for guest in ("ana", "bruno", "carla"))


def played(database: str, play: Callable[[Site], Awaitable[None]]) -> None:
    """Plays on a site without other guests."""

    async def run() -> None:
        site = build(Settings(database=database))
        make_known(site.store, "ana", "bruno", "carla")
        try:
            await play(site)
        finally:
            await site.stop()

    asyncio.run(run())


async def finished(site: Site, *people: Sitter, clock: str = "1+0") -> Table:
    """A game of these people that has ended."""
    sitters = people or (ANA, BRUNO)
    spec = "plus4" if len(sitters) == 2 else f"redline(players={len(sitters)})"
    table = await site.tables.create(load(spec), sitters, Terms(pace=read_pace(clock)))
    if len(sitters) == 2:
        kept = await site.tables.change(table.id, lambda t, now: commands.resign(t, 0, now))
        return kept.table
    while table.outcome is None:
        kept = await site.tables.change(table.id, acts)
        table = kept.table
    return table


def acts(table: Table, moment: Moment) -> Change:
    game = table.kit.game
    text = game.notation.write_action(game.actions(table.state)[0])
    return commands.act(table, [table.turn or 0], text, moment)


async def stored(site: Site, table_id: str) -> Table:
    table = await site.tables.get(table_id)
    assert table is not None
    return table


def long_alone() -> Moment:
    """A day later, at which Ana alone has been at the table all the time."""
    at = now_ms() + 86_400_000
    company = Company({"ana": Stay(1, at), "bruno": Stay(1, 2)}, limit_ms=0)
    return Moment(Random(1), at, company)


@pytest.mark.parametrize("seed", range(2))
def test_offers_put_nothing_into_the_list_or_the_scores_of_others(database: str, seed: int) -> None:
    """Twenty-five offers in any order, with everything that could be a win by them."""
    rng = Random(seed)

    async def play(site: Site) -> None:
        old = [await finished(site) for _ in range(25)]
        listed = {each.table.id for each in await site.tables.of_guest("bruno")}
        scores = await site.tables.results("bruno")
        for table in rng.sample(old, 25):
            fresh = await stored(site, await site.rematch(table, 0))
            later, (mine,) = long_alone(), fresh.seats_of("ana")
            wishes: list[Callable[[], Change]] = [
                partial(commands.resign, fresh, mine, later),
                partial(absence.claim, fresh, [mine], later),
                partial(absence.replace_absent, fresh, 1 - mine, "bot", later),
                partial(acts, fresh, later),
            ]
            for wish in rng.sample(wishes, 4):
                with pytest.raises(Refusal):
                    wish()
            assert fresh.falls_ms is None
            assert commands.call_time(fresh, later) == Change(fresh)
        assert {each.table.id for each in await site.tables.of_guest("bruno")} == listed
        assert await site.tables.results("bruno") == scores
        assert len(await site.invitations.to_guest("bruno")) == _MOST_OF_ONE

    played(database, play)


@pytest.mark.parametrize("order", [*permutations((0, 1, 1))])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_rematch_begins_when_both_have_asked_in_any_order(
    database: str, order: Sequence[int], at_once: bool
) -> None:
    async def play(site: Site) -> None:
        old = await finished(site, clock="1d")
        asked = [site.rematch(old, seat) for seat in order]
        found = [*await asyncio.gather(*asked)] if at_once else [await one for one in asked]
        assert len(set(found)) == 1
        fresh = await stored(site, found[0])
        assert [who.guest for who in fresh.seats] == ["bruno", "ana"]
        assert not fresh.incomplete
        assert fresh.turn is not None
        assert fresh.falls_ms is not None
        assert await site.rematch(old, 0) == fresh.id
        assert await stored(site, fresh.id) == fresh
        assert await site.invited(Reader("bruno", "", "en", "")) == []

    played(database, play)


def test_among_three_everybody_has_the_seat_kept_that_was_theirs(database: str) -> None:
    async def play(site: Site) -> None:
        old = await finished(site, ANA, BRUNO, CARLA, clock="")
        fresh = await stored(site, await site.rematch(old, 1))
        assert fresh.guests() == {"bruno"}
        assert await site.rematch(old, 2) == fresh.id
        half = await stored(site, fresh.id)
        assert half.guests() == {"bruno", "carla"}
        assert half.seats_kept_for("ana") == (0,)
        assert [i.table_id for i in await site.invitations.to_guest("ana")] == [fresh.id]
        await site.sit(await site.tables.invite_of(fresh.id), "ana", "Ana")
        full = await stored(site, fresh.id)
        assert [who.guest for who in full.seats] == ["ana", "bruno", "carla"]
        assert full.turn is not None

    played(database, play)


@pytest.mark.parametrize("first", ["offered", "forgotten"])
def test_an_offer_holds_nothing_of_who_is_forgotten(database: str, first: str) -> None:
    async def play(site: Site) -> None:
        old = await finished(site)
        if first == "offered":
            await site.rematch(old, 0)
        await site.forget("bruno")
        fresh = await stored(site, await site.rematch(old, 0))
        assert fresh.open_seats == (0,)
        assert not fresh.seats_kept_for("bruno")
        site.tables.cache.drop(fresh.id)
        assert await stored(site, fresh.id) == fresh, "the log says the same"
        for table in metadata.sorted_tables:
            query = sa.select(table)
            rows = await site.store.read(lambda c, q=query: c.execute(q).all())  # type: ignore[misc]
            assert "bruno" not in str(rows).lower()

    played(database, play)


def test_offers_to_one_device_share_one_message() -> None:
    device = Subscription("device", "bruno", PushDevice("", "", ""), "en", (OFFERED, TURN))
    topics = {
        kind: {
            headers_of(PushMessage(kind, "", "", f"/t/{number}"), device)["Topic"]
            for number in range(60)
        }
        for kind in (OFFERED, TURN)
    }
    assert (len(topics[OFFERED]), len(topics[TURN])) == (1, 60)
