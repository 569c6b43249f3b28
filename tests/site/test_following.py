"""An onlooker who begins to follow a table misses no change that happens meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque.house.reader import NOBODY, Asker
from ludotheque.table.commands import resign
from ludotheque.table.table import Table
from tests.site.inside import serving
from tests.site.wire import Wire


def test_a_change_between_the_reading_and_the_following_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as (address, site):
        body = {"spec": "plus4", "seats": ["me", "me"]}
        made = httpx.post(f"http://{address}/api/tables", json=body, timeout=20).json()
        token = {"authorization": f"Bearer {made['seats'][0]['token']}"}
        table = f"{address}/api/tables/{made['table']}"
        seq = httpx.get(f"http://{table}", headers=token, timeout=20).json()["seq"]
        get = site.tables.get

        async def get_and_resign(table_id: str, asker: Asker) -> Table | None:
            read = await get(table_id, asker)
            kept = await site.tables.change(table_id, lambda table, now: resign(table, 0, now))
            site.announce(kept.table)
            return read

        monkeypatch.setattr(site.tables, "get", get_and_resign)
        with connect(f"ws://{table}/live", additional_headers=token) as line:
            line.send(json.dumps({"type": "hello", "since": seq, "deltas": 1}))
            line.send(json.dumps({"type": "ping"}))
            heard: dict[str, Any] = json.loads(line.recv(20))
    assert (heard["type"], heard.get("from")) == ("steps", seq)


def test_a_secret_that_dies_while_a_socket_opens_is_worth_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as (address, site):
        wanted = {"spec": "plus4", "seats": ["me", "me"]}
        made = httpx.post(f"http://{address}/api/tables", json=wanted, timeout=20).json()
        reading, renewed = site.tables.get, list[str]()

        async def renewing(table_id: str, asker: Asker = NOBODY) -> Table | None:
            found = await reading(table_id, asker)
            if found and not renewed:
                renewed.append(await site.renew(found.seats[0].guest))
            return found

        monkeypatch.setattr(site.tables, "get", renewing)
        wires = [Wire(address, made["table"], f"guest={s['token']}") for s in made["seats"]]
        mine = [[seat["mine"] for seat in wire.hello()["seats"]] for wire in wires]
        for wire in wires:
            wire.close()
    assert mine == [[False, False], [False, True]]
