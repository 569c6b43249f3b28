"""Turns positions of the rules into arrays of the kernel, and plays random games from them."""

from __future__ import annotations

import ludotheque.games.redline.layout as at
from ludotheque.core.estimate import share
from ludotheque.core.solver import Verdict
from ludotheque.games.redline.kernel import hold, lay, placements, play_on
from ludotheque.games.redline.layout import Integers, new_table
from ludotheque.games.redline.rules import Redline, State, reserve
from ludotheque.games.redline.tiles import COLOURS, TILES, Square, mask, turns
from ludotheque.kernels.arrays import zeros
from ludotheque.kernels.chance import seeded

NUMBER = {tile: number for number, tile in enumerate(TILES)}
LYING = {
    lying: 4 * (number % 24) + turn
    for tile, number in NUMBER.items()
    for turn, lying in enumerate(turns(tile))
}


def pack(game: Redline, state: State) -> Integers:
    """The position as an array of the kernel."""
    options = game.options
    table = new_table(game.seats, options.hand, options.contrast, options.own_dead_end)
    table[at.RESERVE] = sum(1 << NUMBER[tile] for tile in reserve(state))
    for seat, hand in enumerate(state.hands):
        for tile in hand:
            hold(table, seat, NUMBER[tile])
    for group in state.out:
        for seat in group:
            table[at.SEAT + at.EACH_SEAT * seat + at.PLACE_OUT] = table[at.GONE] + 1
        table[at.GONE] += len(group)
    _lay_all(table, state)
    _set_phase(game, table, state)
    return table


def number_of(square: Square) -> int:
    """The number of a square in the array (see `layout`)."""
    return (square[0] + at.SIDE * square[1]) % at.AREA


def _lay_all(table: Integers, state: State) -> None:
    """Lays every tile, then lists the open squares."""
    for square, tile in state.board.tiles.items():
        lay(table, number_of(square), COLOURS.index(tile.colour) + 1, mask(tile.spokes))
    if not table[at.LAID]:
        return
    table[at.LAST] = COLOURS.index(state.board.last) + 1
    opened = dict.fromkeys(int(square) for square in table[at.OPENS : at.OPENS + table[at.OPEN]])
    left = [sq for sq in opened if not table[at.SQUARES + at.EACH_SQUARE * sq + at.COLOUR]]
    table[at.OPENS : at.OPENS + len(left)] = left
    table[at.OPEN] = len(left)


def _set_phase(game: Redline, table: Integers, state: State) -> None:
    """Writes the phase, the acting seat, and its number of actions."""
    if state.placed_last is not None:
        table[at.PLACED] = state.placed_last
    if state.winner is not None:
        table[at.PHASE], table[at.WINNER], table[at.WIDTH] = at.OVER, state.winner, 0
    elif state.owing:
        returner, owed = state.owing[0], len(state.owing)
        table[at.PHASE], table[at.RETURNER], table[at.OWED] = at.RETURNING, returner, owed
        table[at.WIDTH] = len(state.hands[returner])
    elif game.turn(state) is None:
        table[at.PHASE], table[at.WIDTH] = at.DRAWING, len(reserve(state))
    else:
        table[at.PHASE], table[at.WIDTH] = at.PLACING, placements(table, state.mover)
    table[at.MOVER] = state.mover


def played(game: Redline, state: State, times: int, seed: int) -> tuple[Verdict, ...]:
    """Each seat's chance to win, estimated from that many random games."""
    start, wins = pack(game, state), zeros(game.seats)
    play_on(start.copy(), start, times, seeded(seed), wins)
    found = [share(int(won), times) for won in wins]
    return tuple(Verdict(e.value, odds=True, low=e.low, high=e.high) for e in found)
