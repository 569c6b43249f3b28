"""How the stronger bots of Redline find their action: by the tree, or by an exact endgame."""

from __future__ import annotations

from functools import cache
from random import Random
from threading import Lock
from typing import TYPE_CHECKING

import ludotheque.games.redline.layout as at
from ludotheque.core.caching import cache_of_large
from ludotheque.core.player import settle
from ludotheque.games.redline.kernel import placement, selected
from ludotheque.games.redline.layout import Integers
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
from ludotheque.games.redline.thinking.outlook import weights
from ludotheque.games.redline.thinking.tree import favourite, grow, new_tree, room_for, winning
from ludotheque.games.redline.tiles import COLOURS, TILES
from ludotheque.kernels.chance import seeded

if TYPE_CHECKING:
    from ludotheque.games.redline.solver import Solver

RANDOM_ACTIONS = 3  # played beyond the tree before the outlook judges (docs/evidence/ladders.md)
PROVED_TILES = (
    6  # in both hands; with more, few endgames are small enough (docs/explanation/solved.md)
)
USUAL_ITERATIONS = 12_000  # of the champion: its tree has room for all other levels
_LIES = {(lying.colour, bit): lying for lying, bit in LYING.items()}
_growing, _solving = Lock(), Lock()
_room = cache_of_large(1)(new_tree)
"""The array of all trees, one after the other: allocating it each time would be slower."""


@cache
def prepare(options: RedlineOptions, proofs: bool) -> None:
    """Compiles the kernels and allocates the memory, by making a short decision."""
    game, chance = Redline(options), Random(0)
    state = settle(game, game.initial(), chance)
    first = decide(game, state, 1, 0, chance)
    if proofs:
        by_proof(game, settle(game, game.apply(state, first), chance), 1, chance)


def decide(game: Redline, state: State, iterations: int, most: int, rng: Random) -> Action:
    """An action that wins at once, else one proved within `most` positions, else the tree's."""
    table = pack(game, state)
    number = winning(table)
    if number >= 0:
        return action_of(table, state, number)
    found = None
    if most and sum(map(len, state.hands)) <= PROVED_TILES:
        found = by_proof(game, state, most, rng)
    return found or by_tree(table, state, iterations, rng)


def by_tree(table: Integers, state: State, iterations: int, rng: Random) -> Action:
    """The action that the search looked at most often."""
    with _growing:
        tree = _room(max(iterations, USUAL_ITERATIONS))[: room_for(iterations)]
        grow(table, tree, iterations, RANDOM_ACTIONS, weights(), seeded(rng.getrandbits(60)))
        return action_of(table, state, favourite(tree))


def action_of(table: Integers, state: State, number: int) -> Action:
    """The action of the rules for the kernel's action of that number."""
    if table[at.PHASE] == at.RETURNING:
        hand = table[at.SEAT + at.EACH_SEAT * table[at.RETURNER]]
        return Return(TILES[selected(hand, number)])
    index, colour, lying = placement(table, number)
    squares = {number_of(square): square for square in state.board.demands}
    square = squares.get(int(table[at.OPENS + index]), CENTRE)
    return Place(_LIES[COLOURS[colour], lying], square)


def by_proof(game: Redline, state: State, most: int, rng: Random) -> Action | None:
    """One of the best actions of an endgame of two.

    None if it has more than `most` positions, or if every action loses, since the other player can
    still make a mistake.
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


@cache_of_large(1)
def _solver(options: RedlineOptions) -> Solver:
    """The exact search with its memory, shared by all players of this process."""
    from ludotheque.games.redline.solver import Solver  # noqa: PLC0415  # needs NumPy

    return Solver(options)
