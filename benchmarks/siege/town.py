"""The databases that are besieged: a million events, a long game, guests who played a lot."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from tests.site.postgres import Postgres
from tests.site.running import Running

from benchmarks.siege.endless import quiet
from benchmarks.siege.proxy import Proxy
from ludotheque import load
from ludotheque.core.record import MAX_ACTIONS
from ludotheque.games import AnyKit
from ludotheque.site.settings import database_at
from ludotheque.site.storage.database import engine_for
from ludotheque.site.storage.guests import _hashed, today
from ludotheque.site.storage.schema import events, guests, seats, tables
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import event_rows, summary_row
from ludotheque.table.commands import act, create
from ludotheque.table.seats import PERSON, Sitter
from ludotheque.table.table import Event, Table, present

KINDS = ("sqlite", "postgresql:2", "nginx")
_TRIED = 12  # games, of which the longest is stored
_GAMES_OF_PLAYER = 2_000
_EVENTS = 1_200_000
_LEAVING = 60
_ROWS_AT_ONCE = 20_000


class Town(NamedTuple):
    """What abuses know of a database: secrets of guests, and the id of a long table."""

    long: str
    player: str
    leaving: tuple[str, ...]


class Server(NamedTuple):
    """A site that can be started and stopped, the port at which it is reached, and its town."""

    site: Running
    port: int
    town: Town


@contextmanager
def servers(kind: str) -> Iterator[Generator[Server]]:
    """Yields fresh processes of a site, one after the other, on one filled database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        database, _, processes = kind.partition(":")
        address = database_at(str(folder / "site.sqlite3"))
        if database == "postgresql":
            postgres = Postgres(fsync=True).start()
            stack.callback(postgres.stop)
            address = postgres.database()
        town = _fill(address)

        def started() -> Generator[Server]:
            while True:
                site = Running(folder, address, int(processes or 1)).start()
                try:
                    if kind == "nginx":
                        with Proxy(site.port) as proxy:
                            yield Server(site, proxy.port, town)
                    else:
                        yield Server(site, site.port, town)
                finally:
                    site.stop()

        yield started()


def _fill(address: str) -> Town:
    """Fills an empty database with data that take long to read."""
    with opened(address):
        pass  # makes the tables
    rng, kit = Random(1), load("redline")
    player, *leaving = (secrets.token_urlsafe() for _ in range(1 + _LEAVING))
    ids = {secret: secrets.token_urlsafe(9) for secret in (player, *leaving)}
    engine = engine_for(address, writes=True)
    with engine.begin() as connection:
        rows = [
            {"id": ids[s], "secret": _hashed(s), "name": "Ana", "seen_day": today()} for s in ids
        ]
        connection.execute(sa.insert(guests), rows)
        long = _endless()
        _store(connection, [long])
        game, stored = _finished(kit, rng), long[0].seq
        number = 0
        while stored < _EVENTS:
            some = []
            for _ in range(_ROWS_AT_ONCE // len(game[1])):
                owner = player if number < _GAMES_OF_PLAYER else rng.choice(leaving)
                some.append(_copy(game, ids[owner], f"town-{number}"))
                number += 1
            _store(connection, some)
            stored += len(some) * len(game[1])
    engine.dispose()
    return Town(long[0].id, player, tuple(leaving))


Game = tuple[Table, list[Event]]


def _finished(kit: AnyKit, rng: Random) -> Game:
    """A finished game of random moves between a guest and another one."""
    people = [Sitter(PERSON, name, name) for name in ("guest", "other")]
    change = create("template", kit, people, present())
    table, happened = change.after, list(change.events)
    while table.outcome is None:
        assert table.turn is not None
        text = kit.game.notation.write_action(rng.choice(list(kit.game.actions(table.state))))
        change = act(table, [table.turn], text, present())
        table = change.after
        happened += change.events
    return table, happened


def _endless() -> Game:
    """The longest of some games whose actions score nothing as long as there are such."""
    return max((_quiet(Random(seed)) for seed in range(_TRIED)), key=lambda game: len(game[1]))


def _quiet(rng: Random) -> Game:
    kit = load("plus4(mode=endless)")
    people = [Sitter(PERSON, name, name) for name in ("ana", "bruno")]
    change = create("long", kit, people, present())
    table, happened = change.after, list(change.events)
    while table.turn is not None and len(table.moves) < MAX_ACTIONS - 1:
        text = kit.game.notation.write_action(quiet(kit.game, table.state, rng))
        change = act(table, [table.turn], text, present())
        table = change.after
        happened += change.events
    return table, happened


def _copy(game: Game, guest: str, table_id: str) -> Game:
    """The same game of another guest at another table."""
    table, happened = game
    sitters = [{**sitter} for sitter in happened[0].body["seats"]]
    sitters[0]["guest"] = guest
    first = replace(happened[0], body={**happened[0].body, "seats": sitters})
    own = tuple(replace(s, guest=guest) if s.guest == "guest" else s for s in table.seats)
    return replace(table, id=table_id, seats=own), [first, *happened[1:]]


def _store(connection: Connection, games: list[Game]) -> None:
    """Stores games as the site does, many at once."""
    found = [table for table, _ in games]
    summaries = [
        {"spec": t.spec, "rules": t.rules, "invite": t.id, **summary_row(t)} for t in found
    ]
    sitting = [
        {"table_id": t.id, "seat": seat, "guest": sitter.guest}
        for t in found
        for seat, sitter in enumerate(t.seats)
    ]
    log = [row for table, happened in games for row in event_rows(table.id, happened, None)]
    connection.execute(sa.insert(tables), summaries)
    connection.execute(sa.insert(seats), sitting)
    connection.execute(sa.insert(events), log)
