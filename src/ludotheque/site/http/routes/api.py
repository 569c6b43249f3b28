"""The API for programs: the same tables, commands and rules as on the pages."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from sqlalchemy.engine import Connection
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import BrokenGame, Refusal, SpecError
from ludotheque.core.spec import write_setting, write_spec
from ludotheque.games import AnyKit, catalogue, load, texts_for
from ludotheque.house.answers import finished, problem, refused
from ludotheque.house.pages.mine import scores_of
from ludotheque.house.pages.review import LARGEST_EVENT, LONGEST_WAIT_S, decisions_reviewed
from ludotheque.house.reader import Asker, Reader
from ludotheque.house.scores import GameScores
from ludotheque.play.clock import read_pace
from ludotheque.play.hints import HINT_STEPS
from ludotheque.play.levels import middling_bot
from ludotheque.site.company.openings import Opening
from ludotheque.site.http import shapes
from ludotheque.site.http.deps import AtTable, Language, TheBox, TheSite, Who
from ludotheque.site.http.open_tables import people_at
from ludotheque.site.site import Site
from ludotheque.site.storage.reading import LONG_LOG_EVENTS, read_events
from ludotheque.site.visitors import address_of, stranger
from ludotheque.table.commands import Terms
from ludotheque.table.messages import HintWish, read_command
from ludotheque.table.names import clean_name
from ludotheque.table.scores import Tally
from ludotheque.table.seats import BOT, OPEN, PERSON, Sitter
from ludotheque.table.table import Meeting, Table, deny
from ludotheque.table.views.program import position, public_event
from ludotheque.table.words import words_of

_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def _problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"description": "", "content": _PROBLEM} for code in codes}


_WRITE_PROBLEMS = _problems(403, 409, 411, 413)
router = APIRouter(prefix="/api", responses=_problems(400, 401, 404, 405, 429, 503))
Since = Annotated[int | None, Query(ge=-1, le=LARGEST_EVENT)]
HintStep = Annotated[int, Query(ge=1, le=HINT_STEPS)]
Known = Annotated[int, Query(ge=0, le=LARGEST_EVENT)]
Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT_S)]


@router.get("/games")
async def games(lang: Language) -> list[shapes.Game]:
    """Every game on the shelf."""
    return [_game(box, lang) for box in catalogue()]


@router.get("/games/{name}")
async def game(lang: Language, box: TheBox) -> shapes.Game:
    """One game of the shelf."""
    return _game(box, lang)


def _game(box: Box, lang: str) -> shapes.Game:
    words, domains, kit = box.texts(lang), box.options.domains(), load(box.name)
    options = [
        shapes.Option(
            name=name,
            text=words(f"option.{name}"),
            default=write_setting(value),
            allowed=domains[name].describe(),
            needs={other: [*map(write_setting, needed)] for other, needed in domains[name].needs},
        )
        for name, value, _ in box.options().settings()
    ]
    return shapes.Game(
        name=box.name, title=box.title(lang), line=box.line(lang), players=box.players,
        minutes=box.minutes, version=box.version, options=options,
        variants={name: write_spec(box.name, chosen) for name, chosen in box.variants.items()},
        bots=list(kit.bots),
        levels=[shapes.Level(bot=bot, **kit.level(bot, lang)._asdict()) for bot in kit.bots],
    )  # fmt: skip


@router.post("/tables", status_code=201, response_model=shapes.Made, responses=_WRITE_PROBLEMS)
async def create(
    request: Request, response: Response, site: TheSite, lang: Language, wanted: shapes.NewTable
) -> Any:
    """Sets up a table; each seat marked `me` gets a token of its own."""
    try:
        kit = load(wanted.spec)
    except BrokenGame:
        raise
    except SpecError as refusal:
        return _bad_spec(request, wanted.spec, refusal, lang)
    pace = read_pace(wanted.clock)
    meeting = await _meeting(site, kit, wanted, address_of(request)) if wanted.public else None
    sitters, tokens = await _sitters(site, kit, wanted, address_of(request))
    table = await site.create(kit, sitters, Terms(None, pace, meeting))
    invites = dict(await site.invited_to.to_seats(table)) if table.incomplete else {}
    response.headers["location"] = f"/api/tables/{table.id}"
    places = [
        shapes.Place(seat=n, kind=s.kind, token=tokens.get(n), invite=invites.get(n))
        for n, s in enumerate(sitters)
    ]
    invite = await site.tables.invite_of(table.id)
    return shapes.Made(table=table.id, invite=invite, seats=places)


async def _meeting(site: Site, kit: AnyKit, wanted: shapes.NewTable, address: str) -> Meeting:
    """The terms of an open table; refuses if such tables are off, or if there are too many."""
    if not site.settings.open_tables:
        raise deny("no_meeting")
    if OPEN not in wanted.seats:
        raise deny("needs_open_seat")
    await site.openings.check_room(Asker(address))
    return Meeting(wanted.level if wanted.level in kit.bots else "")


def _bad_spec(request: Request, spec: str, refusal: SpecError, lang: str) -> Response:
    """The answer to an invalid spec, in the words of its game if that exists."""
    reason, text = refusal.reason, texts_for(spec, lang).say(refusal.reason)
    return problem(request, stranger(request), 400, reason.key, text, rule=reason.rule or None)


async def _sitters(
    site: Site, kit: AnyKit, wanted: shapes.NewTable, address: str
) -> tuple[list[Sitter], dict[int, str]]:
    """Who sits on each seat, and the token of each seat marked `me`."""
    kinds = wanted.seats or ["me"] + [middling_bot(kit)] * (kit.game.seats - 1)
    if len(kinds) != kit.game.seats or not set(kinds) <= {"me", "open", *kit.bots}:
        raise deny("bad_seats")
    names = [*map(clean_name, wanted.names), *[""] * len(kinds)]
    mine = [name for name, kind in zip(names, kinds, strict=False) if kind == "me"]
    added, sitters, tokens = iter(await site.guests.add_all(mine)), list[Sitter](), dict[int, str]()
    for seat, kind in enumerate(kinds):
        if kind == "me":
            guest, tokens[seat] = next(added)
            site.addresses.note(Asker(address, guest))
            sitters.append(Sitter(PERSON, guest, names[seat]))
        else:
            sitters.append(Sitter(OPEN) if kind == OPEN else Sitter(BOT, bot=kind))
    return sitters, tokens


@router.post("/join/{invite}", status_code=201, responses=_WRITE_PROBLEMS)
async def join(site: TheSite, invite: str, who: shapes.Join) -> shapes.Seated:
    """Seats a new guest by an invitation, and returns the guest's token."""
    name = clean_name(who.name)
    await site.place_of(invite)
    new = await site.sit_new(name, lambda guest: site.sit(invite, guest, name, who.seat))
    return shapes.Seated(table=new.table.id, seat=new.seat, token=new.token)


@router.get("/open-tables", responses=_problems(409))
async def open_tables(site: TheSite, lang: Language) -> list[shapes.OpenTable]:
    """The tables that anyone may join now."""
    if not site.settings.open_tables:
        raise deny("no_meeting")
    return [_open_table(opening, lang) for opening in await site.openings.all()]


def _open_table(opening: Opening, lang: str) -> shapes.OpenTable:
    table = opening.table
    return shapes.OpenTable(
        table=table.id, spec=table.spec, title=table.kit.box.title(lang),
        names=people_at(table, lang),
        level=table.meeting.level if table.meeting else "",
        clock=str(table.clock.pace) if table.clock else "",
        free=len(table.open_seats), here=not opening.away_ms,
    )  # fmt: skip


@router.post("/open-tables/{table_id}", status_code=201, responses=_WRITE_PROBLEMS)
async def join_open(site: TheSite, table: AtTable, who: shapes.Join) -> shapes.Seated:
    """Seats a new guest at a table that anyone may join, and returns the guest's token."""
    if not site.settings.open_tables:
        raise deny("no_meeting")
    if not table.listed:
        raise deny("not_public")
    name = clean_name(who.name)
    new = await site.sit_new(name, lambda guest: site.join(table.id, guest, name))
    return shapes.Seated(table=new.table.id, seat=new.seat, token=new.token)


@router.get("/tables/{table_id}", response_model=shapes.Position)
async def read(site: TheSite, who: Who, table: AtTable, since: Since = None, wait: Wait = 0) -> Any:
    """The table now; with `since` and `wait`, as soon as it is newer than that event."""
    site.presence.touch(who.guest, table)
    newest = await _newer(site, who, table, since, wait)
    return position(newest, who.guest, who.lang)


@router.get("/tables/{table_id}/events", response_model=shapes.Events)
async def events(
    site: TheSite, who: Who, table: AtTable, since: Since = None, wait: Wait = 0
) -> Any:
    """The events after event `since`; with `wait`, as soon as there are any."""
    site.presence.touch(who.guest, table)
    after = -1 if since is None else since
    table = await _newer(site, who, table, after, wait)

    def job(connection: Connection) -> bytes:
        later = read_events(connection, table.id, after)
        seq = later[-1].seq if later else table.seq
        seen = [public_event(event, table, who.guest) for event in later]
        return orjson.dumps({"table": table.id, "seq": seq, "events": seen})

    encoded = await site.store.read(job, long=table.seq - after > LONG_LOG_EVENTS)
    return Response(encoded, media_type="application/json")


async def _newer(site: Site, who: Reader, table: Table, since: int | None, wait: float) -> Table:
    """The table, as soon as it is newer than event `since` or `wait` seconds have passed."""
    if since is None or not wait or table.seq > since:
        return table
    with site.hub.waiting(table, who.asker) as changed, suppress(TimeoutError):
        again = await site.table(table.id, who.asker)
        if again.seq > since:
            return again
        site.bots.watched(again)
        async with asyncio.timeout(wait):
            await changed.wait()
        return site.hub.newest(table.id)
    return table


@router.get("/tables/{table_id}/review", response_model=shapes.Review, responses=_problems(409))
async def review(site: TheSite, who: Who, table: AtTable, known: Known = 0, wait: Wait = 0) -> Any:
    """The reviewed decisions of a finished game, without the first `known`."""
    return await decisions_reviewed(site, who, finished(table), known, wait)


@router.post("/tables/{table_id}/commands", response_model=shapes.Kept, responses=_WRITE_PROBLEMS)
async def command(
    request: Request, site: TheSite, who: Who, table: AtTable, wish: shapes.AnyCommand
) -> Any:
    """Carries out a command (to play, resign, take back…); answers once it is on disk."""
    site.presence.touch(who.guest, table)
    try:
        kept = await site.command(table.id, read_command(wish.model_dump()), who.guest)
    except Refusal as refusal:
        return await _refused(request, site, table.id, refusal, who)
    return {"seq": kept.seq, "position": position(kept.table, who.guest, who.lang)}


async def _refused(
    request: Request, site: Site, table_id: str, refusal: Refusal, who: Reader
) -> Response:
    """The answer to a refused command, with the rule and the number of the last event."""
    table, reason = await site.table(table_id, who.asker), refusal.reason
    text = words_of(table, who.lang).say(reason)
    return refused(request, who, refusal, text, rule=reason.rule or None, seq=table.seq)


@router.get("/me/scores")
async def scores(site: TheSite, who: Who) -> list[shapes.Score]:
    """The guest's scores in each game that was finished."""
    return [_score(game) for game in await scores_of(site, who)]


def _score(game: GameScores) -> shapes.Score:
    opponents = [
        shapes.Opponent(name=who.name, bot=who.bot, **_counts(who.tally)) for who in game.opponents
    ]
    return shapes.Score(
        game=game.kit.name, opponents=opponents, next_level=game.next_level,
        course=game.scores.course, **_counts(game.scores.total),
    )  # fmt: skip


def _counts(tally: Tally) -> dict[str, int]:
    return {"played": tally.played, **tally._asdict()}


@router.get("/tables/{table_id}/hint", response_model=shapes.Hint, responses=_problems(403, 409))
async def hint(
    request: Request, site: TheSite, who: Who, table: AtTable, step: HintStep = 1
) -> Any:
    """One step of a hint, for a guest who plays alone or on one screen."""
    try:
        return await site.hints.step(table, who.guest, HintWish(step), who.lang)
    except Refusal as refusal:
        return await _refused(request, site, table.id, refusal, who)


@router.get("/tables/{table_id}/invites", responses=_problems(403))
async def invites(site: TheSite, who: Who, table: AtTable) -> list[shapes.Place]:
    """The invitations to the open seats, for guests who sit at the table."""
    if not table.seats_of(who.guest):
        raise deny("onlooker")
    found = await site.invited_to.to_seats(table)
    return [shapes.Place(seat=seat, kind=OPEN, invite=invite) for seat, invite in found]
