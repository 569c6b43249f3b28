"""A player cannot use the table against the other: ids of commands, and requests without end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.house.keeping import Kept
from ludotheque.site.storage.reading import read_events
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table import commands
from ludotheque.table import table as table_module
from ludotheque.table.messages import Act, AnswerUndo, Command, Undo
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Table
from tests.site.shared import make_known
from tests.site.storage.test_changes import together
from tests.table.tables import made, moment

ANA, BRUNO = "ana", "bruno"
ANSWERS = ("accepted", "refused", "withdrawn")
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
    """The player to move asks twice and the other once, at the same time and under one id."""

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


def asks_and_withdraws(guest: str, number: int) -> tuple[str, Command]:
    kind = Undo(f"{number}", 0) if number % 2 else AnswerUndo(f"{number}", 0, "withdrawn")
    return guest, kind


@pytest.mark.parametrize("seed", range(4))
def test_requests_to_undo_are_bounded_in_each_turn(tables: Tables, seed: int) -> None:
    """Both players ask and withdraw at once, in any order, in every turn of a game."""
    rng = Random(seed)

    async def play() -> None:
        table = await tables.create(load("plus4(mode=endless)"), BOTH)
        for _ in range(5):
            wishes = [
                asks_and_withdraws(guest, 100 * len(table.moves) + number)
                for guest in (ANA, BRUNO)
                for number in range(30)
            ]
            rng.shuffle(wishes)
            await together(tables, *(asked(tables, table, *wish, None) for wish in wishes))
            move = Act(f"act {table.seq}", 0, some_action(table))
            kept = await asked(tables, table, guest_to_move(table), move, None)
            table = kept.table
        log = tables.store.read_now(lambda c: read_events(c, table.id))
        turns = "".join(
            f"{event.body['seat']}"
            if event.body.get("what") == "asked"
            else "|" * (event.kind == "action")
            for event in log
        ).split("|")
        assert max(turn.count(seat) for turn in turns for seat in "01") == 3

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_asked_and_undone_the_game_can_be_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """With a short log: three people do all they can to fill it, then one of them plays on."""
    monkeypatch.setattr(table_module, "MAX_ACTIONS", 150)
    monkeypatch.setattr(table_module, "MOST_EVENTS", 400)
    rng = Random(seed)
    table = made("redline(players=3)", *BOTH, Sitter("person", "carla", "Carla")).after
    refused = 0
    while refused < 60:
        seat, guest = rng.randrange(3), rng.choice((ANA, BRUNO, "carla"))
        hostile: list[Callable[[], Change]] = [
            partial(commands.undo, table, [seat], moment()),
            partial(commands.answer_undo, table, [seat], rng.choice(ANSWERS), moment()),
            partial(commands.leave, table, seat, "open", moment()),
            partial(commands.take_seat, table, None, guest, guest, moment()),
        ]
        if len(table.moves) < 40:  # moves taken back are played again
            hostile.append(partial(commands.act, table, [seat], some_action(table), moment()))
        try:
            after = rng.choice(hostile)().after
        except Refusal:
            after = table
        refused = refused + 1 if after is table else 0
        table = after
    assert table.moves_only
    with pytest.raises(Refusal) as why:
        commands.undo(table, [0], moment())
    assert why.value.reason.key in ("table.moves_only", "match.no_undo")
    while table.outcome is None and len(table.moves) < 150:
        for seat in table.open_seats:
            table = commands.fill(table, seat, moment()).after
        table = commands.act(table, [table.turn or 0], some_action(table), moment()).after
    assert table.outcome is not None
