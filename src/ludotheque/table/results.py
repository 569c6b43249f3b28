"""How finished games ended for the people who played them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.play.levels import level_after
from ludotheque.table.seats import BOT, PERSON, Sitter, read_sitter
from ludotheque.table.table import Event, Table

TELLING = ("created", "opened", "seated", "over")
"""The kinds of events that `result_of` needs: those that say who won against whom."""
WON, LOST, DRAWN = "won", "lost", "drawn"


class GameResult(NamedTuple):
    """How a game ended for one person; a shared first place counts as `drawn`.

    `others` are the opponents; `at` is when it ended, in milliseconds since 1970, if known.
    """

    how: str
    others: tuple[Sitter, ...]
    at: int | None = None


def result_of(log: Iterable[Event], guest: str) -> GameResult | None:
    """How the game of this log ended for a guest; None if it does not count.

    Not counted are unfinished games, those that began from a position or a file, and those in which
    the guest had several seats, on one screen, or none. Only events in `TELLING` are needed.
    """
    sitters, end = _end_of(log)
    mine = [s for s, who in sitters.items() if who.kind == PERSON and who.guest == guest]
    if end is None or len(mine) != 1:
        return None
    others = tuple(who for seat, who in sitters.items() if seat not in mine)
    return GameResult(_how(end.body["returns"], mine[0]), others, end.at)


def beaten_in(result: GameResult) -> set[str]:
    """The bots that were beaten; empty unless the game was won and all opponents were bots."""
    won = result.how == WON and all(who.kind == BOT for who in result.others)
    return {who.bot for who in result.others} if won else set()


def has_scores(table: Table) -> bool:
    """Whether the points say more than who won: in several rounds, or if a round counts points."""
    kit, end, board = table.kit, table.outcome, table.state.round
    if end is None or not any(end.points):
        return False
    one_round = 1 in (kit.series.format.rounds, kit.series.format.target)
    return not one_round or (board is not None and kit.round.painter.points(board) is not None)


def _end_of(log: Iterable[Event]) -> tuple[dict[Seat, Sitter], Event | None]:
    """Who sat where at the end of a game, and its last event.

    None in place of the event if the game has not ended, or was not played from the start.
    """
    sitters, end = dict[Seat, Sitter](), None
    for event in log:
        if event.kind == "created":
            sitters = dict(enumerate(map(read_sitter, event.body["seats"])))
        elif event.kind == "seated":
            sitters[event.body["seat"]] = read_sitter(event.body)
        elif event.kind == "opened":
            return {}, None
        elif event.kind == "over":
            end = event
    return sitters, end


def _how(returns: Sequence[float], mine: Seat) -> str:
    """Whether a seat won, lost, or shared the first place, which counts as drawn."""
    if returns[mine] < max(returns):
        return LOST
    return WON if list(returns).count(returns[mine]) == 1 else DRAWN


def next_opponent(table: Table, mine: tuple[Seat, ...]) -> str:
    """The level above the bots that a guest on one seat has just beaten; empty if none."""
    end, names = table.outcome, list(table.kit.bots)
    beaten = {who.bot for seat, who in enumerate(table.seats) if seat not in mine}
    won = end is not None and len(mine) == 1 and mine[0] in end.winners
    if not won or len(beaten) != 1 or not beaten <= set(names[:-1]):
        return ""
    return level_after(table.kit, beaten)
