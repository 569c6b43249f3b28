"""A whole table in a bare Python: nothing is installed but the library itself."""

from __future__ import annotations

from tests.bare import Bare

PLAYED = """
import sys
before = set(sys.modules)
from random import Random

from ludotheque import catalogue, load
from ludotheque.core.texts import LANGUAGES
from ludotheque.table import commands
from ludotheque.table.table import Moment
from ludotheque.table.messages import read_command
from ludotheque.table.seats import Sitter
from ludotheque.table.table import begun, fold_all
from ludotheque.table.views.page import past_view, view
from ludotheque.table.views.program import position

rng = Random(1)


def now():
    return Moment(rng, 1_800_000_000_000)


def wish(table, guest, **message):
    command = read_command({"id": "a", "expected": table.seq, **message})
    return command.decide(table, guest, now())


def shown(table):
    for guest in ("ana", "bruno", "nobody"):
        for lang in LANGUAGES:
            assert view(table, guest, lang)["areas"] and position(table, guest, lang)["state"]


for box in catalogue():
    kit = load(box.name)
    created = commands.create("t", kit, [Sitter("person", "ana", "Ana"), Sitter("open")], now())
    table, log = created.after, list(created.events)

    def goes_on(change):
        global table
        log.extend(change.events)
        table = change.after

    goes_on(commands.take_seat(table, 1, "bruno", "Bruno", now()))
    for _ in range(8):
        game = table.kit.game
        action = game.notation.write_action(rng.choice(game.actions(table.state)))
        guest = table.seats[table.turn].guest
        goes_on(wish(table, guest, type="act", action=action))
        shown(table)
        if table.outcome:
            break
    if not table.outcome:
        last = table.moves[table.history.last_decision()].seat
        free = all(move.seat is not None for move in table.moves[-1:])
        if free:
            goes_on(wish(table, table.seats[last].guest, type="undo"))
            goes_on(wish(table, table.seats[1 - last].guest, type="answer_undo", what="accepted"))
            shown(table)
        goes_on(wish(table, "ana", type="resign"))
    shown(table)
    assert past_view(table, 1, "ana", "fr")["areas"]
    linked, again = commands.rematch(table, 0, "fresh", now())
    goes_on(linked)
    shown(again.after)
    assert fold_all(begun(log[0], "t"), log[1:]) == table
    print(box.name, table.outcome.winners, table.rematch)

heavy = {"fastapi", "starlette", "pydantic", "sqlalchemy", "asyncio", "numpy", "numba"}
assert not heavy & {name.partition(".")[0] for name in sys.modules.keys() - before}, sys.modules
"""


def test_a_table_is_played_from_creation_to_rematch_without_any_extra(bare: Bare) -> None:
    played = bare.python(PLAYED).splitlines()
    assert [line.split()[0] for line in played] == ["babylone", "croisements", "plus4", "redline"]
    assert all(line.endswith("fresh") for line in played)
