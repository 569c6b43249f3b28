"""Tables whose specs would be refused today, and tables of games that are gone."""

from __future__ import annotations

import asyncio
import json
import logging
import lzma
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import BrokenGame, SpecError
from ludotheque.core.record import read_record
from ludotheque.play.match import replay
from ludotheque.play.work import BotMove
from ludotheque.site.settings import Settings
from ludotheque.site.site import build
from ludotheque.site.storage.tables import Tables
from ludotheque.table import commands
from ludotheque.table.table import Moment, Table

FOLDER = Path(__file__).parents[2] / "fixtures" / "idle-options"
TOLD: dict[str, Any] = json.loads((FOLDER / "told.json").read_text())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    content = lzma.decompress((FOLDER / "site.db.xz").read_bytes())
    (tmp_path / "site.sqlite3").write_bytes(content)
    return tmp_path / "site.sqlite3"


@pytest.fixture
def tables(file: Path) -> Iterator[Tables]:
    """The tables of a site that starts on that file."""
    site = build(Settings(database=f"sqlite:///{file}"))
    yield site.tables
    site.store.close()


def random_move(table: Table, moment: Moment) -> Any:
    action = moment.rng.choice(table.kit.game.actions(table.state))
    assert table.turn is not None
    text = table.kit.game.notation.write_action(action)
    return commands.act(table, [table.turn], text, moment)


async def ended(tables: Tables, table_id: str) -> Table:
    """The table, played to its end."""
    table = await tables.get(table_id)
    while table is not None and table.outcome is None:
        table = (await tables.change(table_id, random_move)).table
    assert table is not None
    return table


@pytest.mark.parametrize("name", TOLD)
def test_a_table_with_an_idle_option_goes_on(tables: Tables, name: str) -> None:
    told = TOLD[name]
    with pytest.raises(SpecError):
        load(told["spec"])
    table = asyncio.run(tables.get(told["id"]))
    assert table is not None
    assert table.spec == told["spec"]
    notation = table.kit.game.notation
    assert notation.write_state(table.state) == told["state"]
    assert table.turn == told["turn"]
    assert told["returns"] == (table.outcome and list(table.outcome.returns))
    if table.turn is not None:
        work = BotMove(table.spec, told["state"], "beginner", 1)
        table.kit.game.check(table.state, notation.read_action(work.run(lambda: None)))
    last = asyncio.run(ended(tables, told["id"]))
    assert replay(read_record(last.record(["Ana", "Bruno"], (0, 1)).write())).state == last.state
    _, again = commands.rematch(last, 0, "again", Moment(Random(1), 1_900_000_000_000))
    assert load(again.after.spec).options == last.kit.options, "a new table has a spec of today"


def test_three_rounds_are_three_whatever_target_was_given(tables: Tables) -> None:
    last = asyncio.run(ended(tables, TOLD["past-target"]["id"]))
    results = last.state.results
    assert len(results) == 3 or not any(sum(r.points) for r in results)


@pytest.mark.parametrize("name", TOLD)
def test_a_record_with_an_idle_option_replays(name: str) -> None:
    match = replay(read_record((FOLDER / f"{name}.txt").read_text()))
    assert match.kit.game.notation.write_state(match.state) == TOLD[name]["state"]


def test_a_game_that_is_gone_hides_its_tables_alone(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gone, other = TOLD["elementary"]["id"], TOLD["endless"]["id"]
    with sqlite3.connect(file) as database:
        change = "SET {0} = replace({0}, 'plus4(mode=elementary', 'atoll(size=5')"
        database.execute(f"UPDATE tables {change.format('spec')} WHERE id = ?", (gone,))
        database.execute(f"UPDATE events {change.format('body')} WHERE table_id = ?", (gone,))
    database.close()
    with caplog.at_level(logging.WARNING):
        site = build(Settings(database=f"sqlite:///{file}"))
    assert f"{gone} (atoll(size=5," in caplog.text

    async def look() -> None:
        with pytest.raises(BrokenGame):
            await site.tables.get(gone)
        listed = [each.table.id for each in await site.tables.of_guest("ana")]
        assert gone not in listed
        assert other in listed
        with pytest.raises(BrokenGame):
            await site.tables.change(gone, random_move)
        assert (await ended(site.tables, other)).outcome is not None

    asyncio.run(look())
    site.store.close()
