"""How the stronger players of Redline find their action: by the tree, and by exact endgames."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from threading import Lock

import ludotheque.games.redline.layout as at
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
from ludotheque.games.redline.tree import favourite, grow, new_tree, room_for, winning
from ludotheque.kernels.chance import seeded

REACH = 3
SMALL = 6
USUAL = 12_000
_LIES = {(lying.colour, bit): lying for lying, bit in LYING.items()}
_growing, _solving = Lock(), Lock()


@cache
def prepare(options: RedlineOptions, proofs: bool) -> None:
    """Compiles what it thinks with and takes the room for it, by short thoughts of its own."""
    game, chance = Redline(options), Random(0)
    state = settle(game, game.initial(), chance)
    first = decide(game, state, 1, 0, chance)
    if proofs:
        by_proof(game, settle(game, game.apply(state, first), chance), 1, chance)


def decide(game: Redline, state: State, iterations: int, most: int, rng: Random) -> Action:
    """What wins at once, or is proved best by at most `most` positions, or what the tree finds."""
    table = pack(game, state)
    number = winning(table)
    if number >= 0:
        return action_of(table, state, number)
    found = None
    if most and sum(map(len, state.hands)) <= SMALL:
        found = by_proof(game, state, most, rng)
    return found or by_tree(table, state, iterations, rng)


def by_tree(table: Table, state: State, iterations: int, rng: Random) -> Action:
    """The action that the search comes back to most often."""
    with _growing:
        tree = _room(max(iterations, USUAL))[: room_for(iterations)]
        grow(table, tree, iterations, REACH, weights(), seeded(rng.getrandbits(60)))
        return action_of(table, state, favourite(tree))


@lru_cache(maxsize=1)
def _room(iterations: int) -> Table:
    """Where trees grow, one after the other: memory at hand is quicker than new memory."""
    return new_tree(iterations)


def action_of(table: Table, state: State, number: int) -> Action:
    """The kernel's action of that number as the rules have it."""
    if table[at.PHASE] == at.RETURNING:
        hand = table[at.SEAT + at.EACH_SEAT * table[at.RETURNER]]
        return Return(TILES[selected(hand, number)])
    index, colour, lying = placement(table, number)
    squares = {number_of(square): square for square in state.board.demands}
    square = squares.get(int(table[at.OPENS + index]), CENTRE)
    return Place(_LIES[COLOURS[colour], lying], square)


def by_proof(game: Redline, state: State, most: int, rng: Random) -> Action | None:
    """One of the best actions of an endgame of two.

    None if it has more than `most` positions, or if all is lost: the other may not know.
    """
    actions, seat = game.actions(state), game.turn(state)
    with _solving:
        solver = _solver(game.options)
        solver.most = most
        chances = solver.exact([game.apply(state, action) for action in actions])
    own = [chance if seat == 0 else 1 - chance for chance in chances or ()]
    best = max(own, default=0.0)
    if best == 0:
        return None
    return rng.choice(
        [action for action, chance in zip(actions, own, strict=True) if chance == best]
    )


@lru_cache(maxsize=1)
def _solver(options: RedlineOptions) -> Solver:
    """The search for exact values and its memory, one for all who think in this process."""
    return Solver(options)
