"""A player cannot use the table against the other: ids of commands, and requests without end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.house.keeping import Kept
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.messages import Act, Command
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Table
from tests.site.shared import make_known
from tests.site.storage.test_changes import together

ANA, BRUNO = "ana", "bruno"
BOTH = [Sitter("person", ANA, "Ana"), Sitter("person", BRUNO, "Bruno")]


@pytest.fixture(name="tables")
def _tables(database: str) -> Iterator[Tables]:
    with opened(database) as store:
        make_known(store, ANA, BRUNO)
        yield Tables(store)


def asked(
    tables: Tables, table: Table, guest: str, wish: Command, expected: int | None
) -> Coroutine[Any, Any, Kept]:
    """The change that a guest asks for by a command, as pages and programs do."""
    return tables.change(
        table.id,
        lambda now, moment: wish.decide(now, guest, moment),
        wish.id,
        expected,
        guest=guest,
    )


def some_action(table: Table) -> str:
    game = table.kit.game
    return game.notation.write_action(game.actions(table.state)[0])


def opponent(guest: str) -> str:
    return BRUNO if guest == ANA else ANA


def guest_to_move(table: Table) -> str:
    assert table.turn is not None
    return table.seats[table.turn].guest


@pytest.mark.parametrize("order", [(0, 0, 1), (0, 1, 0), (1, 0, 0)])
def test_an_id_that_the_opponent_has_used_does_not_stand_for_my_move(
    tables: Tables, order: tuple[int, ...]
) -> None:
    """The player to move asks twice and the other once, at once, and everybody under one id."""

    async def play() -> None:
        table = await tables.create(load("plus4(mode=endless)"), BOTH)
        for number in range(4):
            mover = guest_to_move(table)
            who = [(mover, opponent(mover))[place] for place in order]
            wish = Act("12"[number // 2], table.seq, some_action(table))
            outcomes = await together(
                tables, *(asked(tables, table, guest, wish, table.seq) for guest in who)
            )
            mine = [got for guest, got in zip(who, outcomes, strict=True) if guest == mover]
            assert [(got.seq, got.again) for got in mine] == [
                (table.seq + 1, False),
                (table.seq + 1, True),
            ]
            theirs = outcomes[order.index(1)]
            if number % 2:  # they have moved under that id before
                assert (theirs.seq, theirs.again) == (table.seq, True)
            else:
                assert theirs.reason.key in ("table.not_you", "table.stale")
            table = mine[0].table
        assert len(table.moves) == 5, "the lot, and every move once"

    asyncio.run(play())


@pytest.mark.parametrize("guest", ["", "an onlooker", "the opponent"])
@pytest.mark.parametrize("seen", [False, True])
def test_nobody_else_is_told_that_a_command_is_kept(tables: Tables, guest: str, seen: bool) -> None:
    """Whether they claim to have seen the last event of then or of now."""

    async def play() -> None:
        table = await tables.create(load("redline"), BOTH)
        mover = guest_to_move(table)
        wish = Act("1", table.seq, some_action(table))
        kept = await asked(tables, table, mover, wish, table.seq)
        other = opponent(mover) if guest == "the opponent" else guest
        expected = kept.table.seq if seen else table.seq
        with pytest.raises(Refusal):
            await asked(tables, table, other, wish, expected)
        assert await tables.get(table.id) == kept.table

    asyncio.run(play())
