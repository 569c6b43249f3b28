"""A table is the fold of its log, in whatever pieces the log is read, after every command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import load
from ludotheque.core.kit import Playable
from ludotheque.core.reason import Refusal
from ludotheque.play.history import History
from ludotheque.table import absence, commands
from ludotheque.table.company import Company, Stay
from ludotheque.table.seats import Sitter, SitterKind
from ludotheque.table.table import Change, Event, Meeting, Moment, Table, begun, fold_all
from tests.specs import specs
from tests.table.tables import Choosing, Drawn, chance_of, made, moment

PACES = "", "", "1+0", "5+3", "1d"
PAUSES_MS = 0, 1, 400, 5000, 40_000, 90_000_000
SEATS: tuple[tuple[SitterKind, str], ...] = (
    ("person", "ana"), ("person", "bruno"), ("bot", ""), ("open", ""),
)  # fmt: skip

# What shrinks to nothing comes first; a game is seldom given up.
_OFTEN = (
    *(*("act",) * 8, *("undo", "answer", "sit", "fill", "leave") * 2),
    *("rematch", "call", "replace", "join", "close"),
)
WISHES = ("nothing", *_OFTEN * 5, "resign", "claim")


def some_table(spec: str, rng: Choosing) -> Change:
    """A table of that game with people, bots and open seats."""
    kinds = [rng.choice(SEATS) for _ in range(load(spec).game.seats)]
    sitters = [Sitter(kind, guest, guest.title()) for kind, guest in kinds]
    meeting = rng.choice((None, Meeting(), Meeting("random")))
    pace = rng.choice(PACES)
    return made(spec, *sitters, rng=chance_of(rng), at=0, clock=pace, meeting=meeting)


def some_action(table: Table, rng: Choosing) -> str:
    actions = table.kit.game.actions(table.state)
    return table.kit.game.notation.write_action(rng.choice(actions)) if actions else "nothing"


def left_alone(now: Moment, guest: str) -> Moment:
    """The moment, at which all guests but that one have long been away."""
    return replace(now, company=Company({guest: Stay(1, now.at)}, limit_ms=0))


def any_change(table: Table, rng: Choosing, now: Moment) -> Change:
    """Any command by any guest; often refused, and sometimes without effect."""
    wish = rng.choice(WISHES)
    if wish == "nothing":
        return Change(table)
    seat = rng.randrange(len(table.seats))
    guest = rng.choice(("ana", "bruno"))
    mine = table.seats_of(guest)
    wishes = {
        "act": lambda: commands.act(table, [table.turn or 0], some_action(table, rng), now),
        "undo": lambda: commands.undo(table, mine, now),
        "answer": lambda: commands.answer_undo(
            table, mine, rng.choice(("accepted", "refused", "withdrawn")), now
        ),
        "sit": lambda: commands.take_seat(table, seat, guest, guest.title(), now),
        "fill": lambda: commands.fill(table, seat, now),
        "leave": lambda: commands.leave(table, seat, rng.choice(("bot", "open")), now),
        "call": lambda: commands.call_time(table, now),
        "resign": lambda: commands.resign(table, seat, now),
        "rematch": lambda: commands.rematch(table, 0, "fresh", now)[0],
        "close": lambda: commands.close(table, seat, now),
        "join": lambda: commands.join(table, guest, guest.title(), now),
        "claim": lambda: absence.claim(table, mine or (0,), left_alone(now, guest)),
        "replace": lambda: absence.replace_absent(
            table, seat, rng.choice(("bot", "open")), left_alone(now, guest)
        ),
    }
    return wishes[wish]()


@pytest.mark.parametrize("spec", specs())
@given(data=st.data())
@settings(max_examples=5)
def test_the_events_of_every_command_fold_into_the_table_it_answers(
    spec: str, data: st.DataObject
) -> None:
    rng = Drawn(data)
    created = some_table(spec, rng)
    assert fold_all(begun(created.events[0], "t"), created.events[1:]) == created.after
    table, log = created.after, list(created.events)
    at = 0
    for _ in range(25):
        at += rng.choice(PAUSES_MS)
        now = moment(rng.chance, at=at)
        try:
            change = any_change(table, rng, now)
        except Refusal:
            continue
        assert fold_all(table, change.events) == change.after
        assert [event.seq for event in change.events] == list(
            range(table.seq + 1, change.after.seq + 1)
        )
        assert {event.at for event in change.events} <= {now.at}
        table, log = change.after, [*log, *change.events]
    first, *rest = log
    assert fold_all(begun(first, "t"), rest) == table
    cut = rng.randrange(len(rest) + 1)
    assert fold_all(fold_all(begun(first, "t"), rest[:cut]), rest[cut:]) == table
    one_by_one = begun(first, "t")
    for event in rest:
        one_by_one = fold_all(one_by_one, [event])
    assert one_by_one == table


@pytest.mark.parametrize("spec", ["plus4", "redline", "babylone", "croisements"])
def test_a_rematch_is_a_table_of_its_own(spec: str) -> None:
    table = made(spec).after
    ended = commands.resign(table, 0, moment()).after
    linked, created = commands.rematch(ended, 1, "fresh", moment())
    assert fold_all(ended, linked.events) == linked.after
    assert linked.after.rematch == created.after.id == "fresh"
    assert fold_all(begun(created.events[0], "fresh"), created.events[1:]) == created.after
    assert [sitter.guest for sitter in created.after.seats] == ["bruno", "ana"]


class Counted:
    """How often the games read an action, check it and apply it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read, self.applied = list[str](), list[Any]()
        apply = Playable.apply

        def counting(game: Any, state: Any, action: Any) -> Any:
            self.applied.append(action)
            return apply(game, state, action)

        monkeypatch.setattr(Playable, "apply", counting)
        self.monkeypatch = monkeypatch

    def watch(self, table: Table) -> None:
        notation = table.kit.game.notation
        read = notation.read_action

        def reading(text: str) -> Any:
            self.read.append(text)
            return read(text)

        self.monkeypatch.setattr(notation, "read_action", reading)


@pytest.mark.parametrize("spec", ["plus4", "redline", "babylone", "croisements"])
def test_a_move_is_read_once_and_applied_once(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    table = made(spec, rng=rng).after
    counted = Counted(monkeypatch)
    counted.watch(table)
    for _ in range(12):
        text = some_action(table, rng)
        counted.read.clear()
        counted.applied.clear()
        change = commands.act(table, [table.turn or 0], text, moment(rng))
        by_chance = [event for event in change.events if event.body.get("seat", 0) is None]
        assert counted.read == [text]
        assert len(counted.applied) == 1 + len(by_chance)
        table = change.after
        if table.outcome is not None:
            break


def undone_often(length: int) -> tuple[Table, Sequence[Event]]:
    """A long log in which most moves are taken back again; the table after it."""
    rng = Random(4)
    created = made("plus4(mode=endless)", Sitter("person", "a"), Sitter("person", "a"), rng=rng)
    table, log = created.after, list(created.events)
    while len(log) < length:
        if len(table.moves) > 1 and (table.outcome is not None or rng.random() < 0.45):
            change = commands.undo(table, [0, 1], moment(rng))
        else:
            change = commands.act(table, [0, 1], some_action(table, rng), moment(rng))
        table, log = change.after, [*log, *change.events]
    return table, log


def test_what_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, log = undone_often(600)
    counted = Counted(monkeypatch)
    assert fold_all(begun(log[0], "t"), log[1:]) == table
    assert counted.applied == [move.action for move in table.moves]
    assert len(counted.applied) < len(log) / 3


def test_a_history_is_replayed_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = undone_often(300)
    actions = [move.action for move in table.moves]
    counted = Counted(monkeypatch)
    again = History.replayed(table.kit, iter(actions))
    assert again == table.history
    assert counted.applied == actions
