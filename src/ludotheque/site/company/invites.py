"""Invitations as pages show them: to the open seats of a table, and by name to a guest."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ludotheque.core.game import Seat
from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.forms import terms_of
from ludotheque.house.reader import Reader
from ludotheque.site.company.names import NameFilter
from ludotheque.site.storage.invitations import Acquaintance, Invitations
from ludotheque.site.storage.tables import Tables
from ludotheque.table.names import without_signs
from ludotheque.table.table import Table
from ludotheque.table.words import words_of


class Invites:
    """Reads invitations and prepares them for pages."""

    def __init__(
        self, tables: Tables, invitations: Invitations, public_name: NameFilter, *, meeting: bool
    ) -> None:
        """`meeting`: whether the site has tables that anyone can join."""
        self._public_name = public_name
        self._tables = tables
        self._invitations = invitations
        self._meeting = meeting

    async def to_seats(self, table: Table) -> list[tuple[Seat, str]]:
        """The open seats, each with its own invitation."""
        found = await self._tables.invites(table.id)
        return [(seat, found[seat]) for seat in table.open_seats]

    async def shown(self, request: Request, table: Table, who: Reader) -> dict[str, Any] | None:
        """What the page of a table shows of its invitations; None if it shows nothing.

        Players get the link to all open seats and the people they can invite by name; an invited
        onlooker gets a path to join by (`join`).
        """
        if not table.incomplete:
            return None
        if not table.seats_of(who.guest):
            invite = await self._for_onlooker(request.query_params.get("invite", ""), table, who)
            return {"join": f"/join/{invite}"} if invite else None
        invite = await self._tables.invite_of(table.id)
        return {
            "join": "",
            "table": table.id,
            "known": await self._people_known(table, who),
            "public": table.listed and self._meeting,
            "link": f"{request.base_url}join/{invite}",
            "qr": f"/qr/{invite}.svg",
            "seats": free_seats(table, who.lang),
        }

    async def add(self, table: Table, by: Seat, guest: str) -> bool:
        """Invites a guest by name on behalf of that seat; returns whether to tell the guest.

        Invitations to tables that nobody can join any more do not count against the others.
        """
        waiting = await self._invitations.to_guest(guest)
        found = await self._tables.get_all([i.table_id for i in waiting])
        live = {each.id for each in found if _is_live(each, guest)}
        if dead := {i.table_id for i in waiting} - live:
            await self._invitations.answer(guest, *dead)
        return await self._invitations.add(table.id, guest, table.seats[by].guest)

    async def by_name(self, table: Table, who: Reader) -> str:
        """The invitation of a table if the guest is invited by name, else an empty text.

        A guest for whom a seat is kept is invited too.
        """
        kept = bool(table.seats_kept_for(who.guest))
        if kept or (who.guest and who.guest in await self._invitations.to_table(table.id)):
            return await self._tables.invite_of(table.id)
        return ""

    async def to_guest(self, who: Reader) -> list[dict[str, Any]]:
        """The tables to which a guest is invited by name and that have open seats, newest first."""
        waiting = await self._invitations.to_guest(who.guest) if who.guest else []
        tables = await self._tables.get_all([i.table_id for i in waiting], who.asker)
        found = {table.id: table for table in tables}
        pairs = [(found[i.table_id], i.inviter) for i in waiting if i.table_id in found]
        return [
            self._invitation(table, inviter, who)
            for table, inviter in pairs
            if _is_live(table, who.guest)
        ]

    async def muted(self, who: Reader) -> list[dict[str, str]]:
        """The people whom the guest has muted: the `id` to allow them again, and the `name`."""
        found = await self._invitations.muted(who.guest) if who.guest else []
        return [{"id": mute.id, "name": without_signs(mute.name)} for mute in found]

    async def _for_onlooker(self, given: str, table: Table, who: Reader) -> str:
        """The invitation that lets an onlooker sit down: the one given, one by name, or empty."""
        found = await self._tables.find_invite(given) if given else None
        if found is not None and found[0] == table.id:
            return given
        return await self.by_name(table, who)

    async def _people_known(self, table: Table, who: Reader) -> list[dict[str, Any]]:
        """People the guest has played with who have no seat here, and whether they are invited."""
        invited = await self._invitations.to_table(table.id)
        return [
            {
                "name": await self._public_name_of(known, who),
                "person": f"{known.table_id}.{known.seat}",
                "invited": known.guest in invited,
            }
            for known in await self._invitations.acquaintances(who.guest)
            if not table.seats_of(known.guest)
        ]

    async def _public_name_of(self, known: Acquaintance, who: Reader) -> str:
        """The name of a person; if that is rejected, what the game called their seat."""
        name = self._public_name(without_signs(known.name))
        played = None if name else await self._tables.get(known.table_id, who.asker)
        return name if played is None else played.kit.words(who.lang).seat(known.seat)

    def _invitation(self, table: Table, inviter: str, who: Reader) -> dict[str, Any]:
        """One invitation in the list of a guest; an inviter who has left is not named."""
        names = words_of(table, who.lang).names
        host = next((names[seat] for seat in table.seats_of(inviter)), "")
        return {
            "id": table.id,
            "game": table.kit.name,
            "text": invited(table, self._public_name(host), who.lang),
            "options": terms_of(table, who.lang),
        }


def _is_live(table: Table, guest: str) -> bool:
    """Whether a guest can still take a seat at a table, and would find another guest there."""
    waits = table.incomplete and table.outcome is None and bool(table.guests())
    return waits and not table.seats_of(guest)


def free_seats(table: Table, lang: str) -> list[tuple[Seat, str]]:
    """The open seats with the names that the game gives them."""
    return [(seat, table.kit.text(f"seat.{seat}", lang)) for seat in table.open_seats]


def invited(table: Table, host: str, lang: str) -> str:
    """The sentence that invites to a game; without a name, it does not say who invites."""
    say, key = texts(PACKAGE, lang), "site.invited_by" if host else "site.invited"
    return say(key, name=host, title=table.kit.box.title(lang))
