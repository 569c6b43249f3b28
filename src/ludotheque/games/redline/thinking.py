"""How the stronger players of Redline find their action: by the tree, and by exact endgames."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from threading import Lock

import ludotheque.games.redline.layout as at
from ludotheque.core.game import Seat
from ludotheque.core.player import settle
from ludotheque.games.redline.kernel import placement, selected
from ludotheque.games.redline.layout import Table
from ludotheque.games.redline.outlook import weights
from ludotheque.games.redline.packing import LYING, number_of, pack
from ludotheque.games.redline.rules import (
    CENTRE,
    Action,
    Place,
    Redline,
    RedlineOptions,
    Return,
    State,
)
from ludotheque.games.redline.solver import Solver
from ludotheque.games.redline.tiles import COLOURS, TILES
from ludotheque.games.redline.tree import favourite, grow, new_tree, winning
from ludotheque.kernels.chance import seeded

REACH = 3
_LIES = {(lying.colour, bit): lying for lying, bit in LYING.items()}
_solving = Lock()


@cache
def prepare(options: RedlineOptions, proofs: bool) -> None:
    """Compiles what the two ways to think need, by a short thought at the beginning of a round."""
    game, chance = Redline(options), Random(0)
    state = settle(game, game.initial(), chance)
    first = by_tree(game, state, 1, chance)
    if proofs:
        state = settle(game, game.apply(state, first), chance)
        by_proof(game, state, game.actions(state), 1, 0, chance)


def by_tree(game: Redline, state: State, iterations: int, rng: Random) -> Action:
    """One that wins at once, or the action that the search comes back to most often."""
    table = pack(game, state)
    number = winning(table)
    if number < 0:
        tree = new_tree(iterations)
        grow(table, tree, iterations, REACH, weights(), seeded(rng.getrandbits(60)))
        number = favourite(tree)
    return action_of(table, state, number)


def action_of(table: Table, state: State, number: int) -> Action:
    """The kernel's action of that number as the rules have it."""
    if table[at.PHASE] == at.RETURNING:
        hand = table[at.SEAT + at.EACH_SEAT * table[at.RETURNER]]
        return Return(TILES[selected(hand, number)])
    index, colour, lying = placement(table, number)
    squares = {number_of(square): square for square in state.board.demands}
    square = squares.get(int(table[at.OPENS + index]), CENTRE)
    return Place(_LIES[COLOURS[colour], lying], square)


def by_proof(
    game: Redline, state: State, actions: Sequence[Action], most: int, seat: Seat, rng: Random
) -> Action | None:
    """One of the best actions of an endgame of two; None if it has more than `most` positions."""
    with _solving:
        solver = _solver(game.options)
        solver.most = most
        chances = solver.exact([game.apply(state, action) for action in actions])
    if chances is None:
        return None
    own = chances if seat == 0 else [1 - chance for chance in chances]
    best = max(own)
    equals = [action for action, chance in zip(actions, own, strict=True) if chance == best]
    return rng.choice(equals)


@lru_cache(maxsize=1)
def _solver(options: RedlineOptions) -> Solver:
    """The search for exact values and its memory, one for all who think in this process."""
    return Solver(options)
