"""Saves all games of this device as one file, and brings them back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from types import NoneType
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.reason import because
from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import download, form_of, redirect
from ludotheque.pocket.device import StoredEvent, StoredTable
from ludotheque.pocket.house import Pocket
from ludotheque.pocket.tables import BROKEN, SavedGamesError
from ludotheque.table.names import clean_name

FORMAT, VERSION = "ludotheque-pocket", 1
LONGEST = 20_000_000
"""In bytes: some thousands of games. `page.js` reads one byte more than that from a file."""
# A form can take three bytes for each byte of a file, and some for the name of the field.
_LONGEST_SENT = 3 * LONGEST + 100
_LATEST_MS = 32_503_680_000_000  # the year 3000, so that every date can be shown
_NO_FILE = because("pocket.games_no_file")
_NOTHING = object()
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)


async def save(request: Request) -> Response:
    """All games and the name of the person, as a file to download."""
    pocket: Pocket = request.state.house
    name = (await pocket.reader(request)).name
    text = write(name, await pocket.device.everything())
    day = datetime.now(UTC).date().isoformat()
    return download(f"ludotheque-{day}.json", text, "application/json")


async def bring_back(request: Request) -> Response:
    """Adds the games of such a file, and its name if none is set here."""
    pocket: Pocket = request.state.house
    sent = (await form_of(request, most_bytes=_LONGEST_SENT)).get("games")
    who = await pocket.reader(request)
    try:
        name, tables = read(sent if isinstance(sent, str) else "")
        merged = await pocket.tables.merge(tables)
    except SavedGamesError as error:
        why = texts(PACKAGE, who.lang).say(error.reason)
        shown = {**pocket.known_of(request, who), "problem": why}
        return pocket.page(request, who, "me", 400, **shown)
    if not who.name:
        await pocket.rename(request, name)
    return redirect(f"/me/games?{urlencode(merged._asdict())}")


def write(name: str, tables: Sequence[StoredTable]) -> str:
    """The content of a file of games."""
    return json.dumps({"format": FORMAT, "version": VERSION, "name": name, "tables": tables})


def read(text: str) -> tuple[str, list[StoredTable]]:
    """The name and tables of a file; does not check that the logs are games.

    Raises SavedGamesError if the file is too large or invalid.
    """
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise SavedGamesError(because("pocket.games_large"))
    try:
        found = json.loads(text)
        # Fails for what no page can show.
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise SavedGamesError(_NO_FILE) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SavedGamesError(_NO_FILE)
    if found.get("version") != VERSION:
        raise SavedGamesError(because("pocket.games_newer"))
    name, tables = found.get("name"), found.get("tables")
    if not isinstance(name, str) or not isinstance(tables, list):
        raise SavedGamesError(BROKEN)
    read_tables = [_table(each) for each in tables]
    if len({each["id"] for each in read_tables}) < len(read_tables):
        raise SavedGamesError(BROKEN)
    return clean_name(name), read_tables


def _table(found: Any) -> StoredTable:
    table_id, changed = _field(found, "id", str), _field(found, "changed", int)
    events = [_event(each, seq) for seq, each in enumerate(_field(found, "events", list))]
    if not _ID.fullmatch(table_id) or not 0 <= changed < _LATEST_MS or not events:
        raise SavedGamesError(BROKEN)
    forgotten = _field(found, "forgotten", bool)
    return StoredTable(id=table_id, changed=changed, forgotten=forgotten, events=events)


def _event(found: Any, seq: int) -> StoredEvent:
    kind, body = _field(found, "kind", str), _field(found, "body", dict)
    at, client = _field(found, "at", int, NoneType), _field(found, "client", str, NoneType)
    in_place = _field(found, "seq", int) == seq and (kind == "created") == (seq == 0)
    if not in_place or not 0 <= (at or 0) < _LATEST_MS:
        raise SavedGamesError(BROKEN)
    return StoredEvent(seq=seq, kind=kind, body=body, at=at, client=client)


def _field(found: Any, name: str, *kinds: type) -> Any:
    """A field of an object in the file; raises SavedGamesError if it is not of these types."""
    value = found.get(name, _NOTHING) if isinstance(found, dict) else _NOTHING
    if type(value) not in kinds:
        raise SavedGamesError(BROKEN)
    return value
