"""The pages of a guest: name, private link, games, what is kept, language and theme."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.render.themes import CHOICES
from ludotheque.server.company.words import away_in_words
from ludotheque.server.http.deps import TheSite, Who, as_guest
from ludotheque.server.http.pages import PATH_LETTERS, page, redirect
from ludotheque.server.http.visitors import (
    GUEST,
    LANG,
    NAME_SENT_LETTERS,
    THEME,
    Visitor,
    remember,
    secret_of,
    token_of,
)
from ludotheque.server.push.occasions import KINDS
from ludotheque.server.settings import Settings
from ludotheque.server.site import Site
from ludotheque.server.storage.reading import Listed
from ludotheque.table.changes import now_ms
from ludotheque.table.company import Company
from ludotheque.table.names import clean_name
from ludotheque.table.table import Table
from ludotheque.table.words import words_of
from ludotheque.web import PACKAGE
from ludotheque.web.forms import terms_of
from ludotheque.web.listing import Row, row_of, sorted_rows

router = APIRouter()
# The longest names of languages and themes, and the longest paths of ours, with room to spare.
_CHOICE_LETTERS = 20
JustForgotten = Annotated[str, Query(max_length=PATH_LETTERS)]


@router.get("/tables")
async def my_tables(
    request: Request, site: TheSite, who: Who, forgotten: JustForgotten = ""
) -> Response:
    """The games of the guest: first those where it is their turn, the finished ones last."""
    found = await site.tables.of_guest(who.guest, who.asker) if who.guest else []
    running = [listed.table.id for listed in found if listed.table.outcome is None]
    companies = await site.presence.companies(running) if running else {}
    rows = sorted_rows([_row(each, who, companies.get(each.table.id)) for each in found])
    listed = {row["id"] for row in rows}
    gone = (
        await site.tables.get(forgotten, who.asker)
        if forgotten and forgotten not in listed
        else None
    )
    mine = gone is not None and bool(gone.seats_of(who.guest))
    invited = await _invited(site, who)
    response = page(request, who, "tables", rows=rows, gone=gone if mine else None, invited=invited)
    if who.guest and not token_of(request):
        remember(request, response, GUEST, secret_of(request))  # for another year
    return response


@router.post("/tables/{table_id}/forget")
async def forget(request: Request, site: TheSite, who: Who, table_id: str) -> Response:
    """Leaves a game out of the guest's list; it stays for the others."""
    if who.guest:
        await site.tables.forget(table_id, who.guest)
    return redirect(request, f"/tables?{urlencode({'forgotten': table_id})}")


@router.post("/tables/{table_id}/remember")
async def remember_table(request: Request, site: TheSite, who: Who, table_id: str) -> Response:
    """Puts a game that was forgotten back into the guest's list."""
    if who.guest:
        await site.tables.forget(table_id, who.guest, forgotten=False)
    return redirect(request, "/tables")


async def _invited(site: Site, who: Visitor) -> list[dict[str, Any]]:
    """The tables to which the guest is invited by name and may still come, the newest first."""
    waiting = await site.invitations.to_guest(who.guest) if who.guest else []
    tables = await site.tables.get_all([i.table_id for i in waiting], who.asker)
    found = {table.id: table for table in tables}
    pairs = [(found[i.table_id], i.inviter) for i in waiting if i.table_id in found]
    return [
        _invitation(table, inviter, who)
        for table, inviter in pairs
        if table.incomplete and table.outcome is None and not table.seats_of(who.guest)
    ]


def _invitation(table: Table, inviter: str, who: Visitor) -> dict[str, Any]:
    """Who invites to what; somebody who has left the table since is not named."""
    say, title = texts(PACKAGE, who.lang), table.kit.box.title(who.lang)
    seats, names = table.seats_of(inviter), words_of(table, who.lang).names
    return {
        "id": table.id,
        "game": table.kit.name,
        "text": say("site.invited_by", name=names[seats[0]], title=title)
        if seats
        else say("site.invited", title=title),
        "options": terms_of(table, who.lang),
    }


def _row(listed: Listed, who: Visitor, company: Company | None) -> Row:
    there = _there(listed.table, who, company) if company is not None else ""
    return row_of(listed.table, listed.changed_s, who, there)


def _there(table: Table, who: Visitor, company: Company) -> str:
    """Whether one of the others is at the table, or for how long none is."""
    others, now = table.guests() - {who.guest}, now_ms()
    if not others:
        return ""
    if any(company.is_here(guest, now) for guest in others):
        return texts(PACKAGE, who.lang)("site.here")
    last = max(company.stay(guest).until for guest in others)
    return away_in_words(now - last, who.lang) if last else ""


@router.get("/me")
async def me(request: Request, site: TheSite, who: Who) -> Response:
    """The guest's name and private link; a stranger, of whom nothing is stored, has no link yet."""
    link = f"{request.base_url}me/{secret_of(request)}" if who.guest else ""
    kinds = KINDS if who.guest and site.settings.push else ()
    return page(request, who, "me", link=link, kinds=kinds, pushes=site.pushes)


@router.post("/me")
async def rename(
    request: Request,
    site: TheSite,
    who: Who,
    name: Annotated[str, Form(max_length=NAME_SENT_LETTERS)] = "",
) -> Response:
    """Gives the guest a new name."""
    guest = await as_guest(who, site)
    await site.guests.rename(guest.guest, clean_name(name))
    return redirect(request, "/me", guest)


@router.get("/privacy")
async def privacy(request: Request, site: TheSite, who: Who) -> Response:
    """What is kept, and how long under the settings of this site."""
    return page(request, who, "privacy", times=times_kept(site.settings, who.lang))


def times_kept(settings: Settings, lang: str) -> dict[str, list[str]]:
    """How long each part of what is kept stays, in words."""
    say = texts(PACKAGE, lang)

    def told(name: str, days: int) -> str:
        return say(f"privacy.{name}", days=days) if days else say(f"privacy.{name}_off")

    unfinished = told("keep_unfinished", settings.keep_unfinished_days)
    finished = told("keep_finished", settings.keep_finished_days)
    return {
        "you": [told("keep_guests", settings.keep_guests_days)],
        "games": [unfinished, finished],
    }


@router.post("/prefer")
async def prefer(
    request: Request,
    lang: Annotated[str, Form(max_length=_CHOICE_LETTERS)] = "",
    theme: Annotated[str, Form(max_length=_CHOICE_LETTERS)] = "",
    back: Annotated[str, Form(max_length=PATH_LETTERS)] = "/",
) -> Response:
    """Sets the language or the theme, and goes back to the page."""
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(safe, 303)
    if lang in LANGUAGES:
        remember(request, response, LANG, lang)
    if theme in (*CHOICES, "auto"):
        remember(request, response, THEME, theme)
    return response
