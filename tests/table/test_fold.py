"""A table is the fold of its log, in whatever pieces the log is read."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import catalogue, load
from ludotheque.core.reason import Refusal
from ludotheque.table import table as folding
from ludotheque.table.commands import New, act, chance, creation, grown, resign, undo
from ludotheque.table.table import Event, Move, Sitter, Table, begun, fold, fold_all


def told(spec: str, rng: Random, length: int) -> tuple[Table, list[Event]]:
    """A log in which moves are often taken back, and a resignation too; the table after it."""
    kit = load(spec)
    body = creation(kit, [Sitter("person", "a"), Sitter("person", "a")])
    table, log = begun(Event(0, "created", body), "t"), []

    def add(news: list[New]) -> None:
        nonlocal table
        log.extend(news)
        table = grown(table, news)

    add(chance(table, rng))
    while len(log) < length:
        try:
            if table.outcome is not None or rng.random() < 0.3:
                add(undo(table, [0, 1]))
            elif rng.random() < 0.1 and table.last_decision([0, 1]) is not None:
                add(resign(table, 0, rng))
            else:
                action = rng.choice(kit.game.actions(table.state))
                add(act(table, [0, 1], kit.game.notation.write_action(action), rng))
        except Refusal:
            continue
    return table, [Event(seq, kind, body) for seq, (kind, body) in enumerate(log, start=1)]


@pytest.mark.parametrize("spec", [box.name for box in catalogue()])
def test_a_log_read_in_pieces_gives_the_same_table(spec: str) -> None:
    rng = Random(spec)
    for _ in range(3):
        table, events = told(spec, rng, 40)
        start = begun(Event(0, "created", creation(table.kit, table.seats)), "t")
        assert fold_all(start, events) == table
        cut = rng.randrange(len(events))
        assert fold_all(fold_all(start, events[:cut]), events[cut:]) == table
        for event in events[:cut]:
            start = fold(start, event)
        assert fold_all(start, events[cut:]) == table


def test_what_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, events = told("plus4(mode=endless)", Random(4), 600)
    played: list[Move] = []

    def moved(before: Table, move: Move, real=folding._moved) -> Table:  # type: ignore[no-untyped-def]
        played.append(move)
        return real(before, move)  # type: ignore[no-any-return]

    monkeypatch.setattr(folding, "_moved", moved)
    start = begun(Event(0, "created", creation(table.kit, table.seats)), "t")
    assert fold_all(start, events) == table
    assert tuple(played) == table.moves
    assert len(played) < len(events) / 3
