"""What finished games tell of the people who played them."""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.core.game import Seat
from ludotheque.play.levels import level_after
from ludotheque.table.seats import BOT, PERSON, Sitter, read_sitter
from ludotheque.table.table import Event, Table

TELLING = ("created", "opened", "seated", "over")
"""The kinds of events that tell who has won against whom."""


def bots_beaten(log: Iterable[Event], guest: str) -> set[str]:
    """The bots that a guest has won against in the game of this log, if only bots sat opposite.

    A game that was opened at a position, or from a file, is no win over anybody. Only the kinds of
    events in `TELLING` are needed.
    """
    sitters: dict[Seat, Sitter] = {}
    returns: list[float] = []
    for event in log:
        if event.kind == "created":
            sitters = dict(enumerate(map(read_sitter, event.body["seats"])))
        elif event.kind == "seated":
            sitters[event.body["seat"]] = read_sitter(event.body)
        elif event.kind == "opened":
            return set()
        elif event.kind == "over":
            returns = event.body["returns"]
    return _bots_beaten(sitters, returns, guest)


def _bots_beaten(sitters: dict[Seat, Sitter], returns: list[float], guest: str) -> set[str]:
    mine = [seat for seat, who in sitters.items() if who.kind == PERSON and who.guest == guest]
    others = [who for seat, who in sitters.items() if seat not in mine]
    alone = len(mine) == 1 and all(who.kind == BOT for who in others)
    won = alone and bool(returns) and returns[mine[0]] == max(returns) > 0
    return {who.bot for who in others} if won else set()


def next_opponent(table: Table, mine: tuple[Seat, ...]) -> str:
    """The level above the bots that somebody on one seat has just beaten; empty if none."""
    end, names = table.outcome, list(table.kit.bots)
    beaten = {who.bot for seat, who in enumerate(table.seats) if seat not in mine}
    won = end is not None and len(mine) == 1 and mine[0] in end.winners
    if not won or len(beaten) != 1 or not beaten <= set(names[:-1]):
        return ""
    return level_after(table.kit, beaten)
