"""The tree search of Redline and its estimates, against the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque.games.redline.layout as at
from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.games.redline import thinking
from ludotheque.games.redline.kernel import LUCK, act, acting
from ludotheque.games.redline.packing import pack
from ludotheque.games.redline.rules import Place, Redline, Return, State
from ludotheque.games.redline.thinking.outlook import SEEN_LENGTH, aligning, judge, look, weights
from ludotheque.games.redline.thinking.tree import (
    ALIGNMENT_WEIGHT,
    COUNT,
    EACH_NODE,
    FIRST,
    ROOT,
    VISITS,
    WEIGHT,
    WEIGHTS,
    WHOLE_WIN,
    WON,
    favourite,
    grow,
    new_tree,
)
from ludotheque.kernels import PLAIN
from ludotheque.kernels.chance import seeded
from tests.specs import specs

SPECS = [spec for spec in specs() if spec.startswith("redline") and "rounds" not in spec]
SPECS += ["redline(players=3,hand=10,contrast=yes)", "redline(players=5)"]


def game_of(spec: str) -> Redline:
    rules = load(spec).round.rules
    assert isinstance(rules, Redline)
    return rules


@cache
def positions(spec: str, games: int = 1) -> list[State]:
    """Positions along random games in which a player has a choice."""
    game, rng = game_of(spec), Random(spec)
    walked = [state for number in range(games) for state, _ in walk(game, rng, number % game.seats)]
    return [s for s in walked if game.turn(s) is not None and len(game.actions(s)) > 1]


def grown(game: Redline, state: State, iterations: int, seed: int = 1, reach: int = 5) -> Any:
    table, tree = pack(game, state), new_tree(iterations)
    grow(table, tree, iterations, reach, weights(), seeded(seed))
    return table, tree


@pytest.mark.parametrize("spec", SPECS)
def test_every_action_of_the_kernel_is_one_of_the_rules(spec: str) -> None:
    game = game_of(spec)
    for state in positions(spec)[:: 8 if PLAIN else 1]:
        table = pack(game, state)
        ours = [thinking.action_of(table, state, n) for n in range(table[at.WIDTH])]
        assert Counter(ours) == Counter(game.actions(state))


@pytest.mark.parametrize("spec", SPECS)
def test_every_number_leads_where_its_action_leads(spec: str) -> None:
    """Not only the same set of actions: each under its own number."""
    game = game_of(spec)
    for state in positions(spec)[:: 20 if PLAIN else 5]:
        start = pack(game, state)
        for number in range(0, start[at.WIDTH], 3):
            table = start.copy()
            act(table, number)
            then = pack(game, game.apply(state, thinking.action_of(start, state, number)))
            for field in (at.PHASE, at.MOVER, at.RESERVE, at.WIDTH, at.LAST, at.WINNER):
                assert table[field] == then[field]
            assert (table[at.SEAT : at.OPENS] == then[at.SEAT : at.OPENS]).all()


@pytest.mark.parametrize("spec", SPECS)
def test_the_search_leaves_the_position_and_counts_what_it_did(spec: str) -> None:
    game, iterations = game_of(spec), 10 if PLAIN else 400
    for state in positions(spec)[:: 30 if PLAIN else 6]:
        table, tree = grown(game, state, iterations)
        assert (table == pack(game, state)).all()
        first, count = int(tree[ROOT + FIRST]), int(tree[ROOT + COUNT])
        children = tree[first : first + EACH_NODE * count].reshape(-1, EACH_NODE)
        assert count == len(game.actions(state))
        looked = int(tree[ROOT + VISITS])
        second, most = sorted(children[:, VISITS])[-2:]
        assert looked == children[:, VISITS].sum()
        assert looked == iterations or most - second > iterations - looked
        assert (children[:, WON] <= WHOLE_WIN * children[:, VISITS]).all()
        assert (children[:, WON] >= 0).all()
        assert children[:, WEIGHT].sum() == tree[ROOT + WEIGHTS]
        assert children[favourite(tree), VISITS] == children[:, VISITS].max()


@pytest.mark.parametrize("spec", ["redline", "redline(contrast=yes)", "redline(players=4)"])
def test_placements_that_align_weigh_more(spec: str) -> None:
    game, found = game_of(spec), 0
    for state in positions(spec, 1 if PLAIN else 6):
        actions = game.actions(state)
        if not state.board.tiles or isinstance(actions[0], Return):
            continue
        table, tree = grown(game, state, 1)
        for number in range(len(actions)):
            action = thinking.action_of(table, state, number)
            after = game.apply(state, action)
            aligned = after.drawing or (bool(after.owing) and after.mover == state.mover)
            weight = tree[tree[ROOT + FIRST] + EACH_NODE * number + WEIGHT]
            assert weight == (ALIGNMENT_WEIGHT if aligned else 1)
            found += aligned
    assert found > (0 if PLAIN else 5)


def test_what_it_looks_at_is_there() -> None:
    """Tiles, tiles that fit, ways, squares and squares with an alignment, by the plain rules."""
    for spec in ("redline", "redline(players=3,contrast=yes)"):
        game = game_of(spec)
        for state in positions(spec)[:: 10 if PLAIN else 2]:
            if not state.board.tiles:
                continue
            table, seen = pack(game, state), np.zeros(SEEN_LENGTH)
            look(table, seen)
            for seat, hand in enumerate(state.hands):
                places = list(game.placements(state.board, hand))
                squares = {place.square for place in places}
                rows = {p.square for p in places if _aligns(table, p)}
                tiles = {frozenset(_turned(p)) for p in places}
                told = seen[9 * seat : 9 * seat + 5] * (8, 8, 4, 8, 4)
                expected = (len(hand), len(tiles), len(places) ** 0.5, len(squares), len(rows))
                assert told == pytest.approx(expected)


def _turned(place: Place) -> set[str]:
    spokes = [int(spoke) for spoke in place.tile.spokes]
    turned = ["".join(sorted(str((s + 2 * n) % 8) for s in spokes)) for n in range(4)]
    return {place.tile.colour + spokes for spokes in turned}


def _aligns(table: Any, place: Place) -> bool:
    square = (place.square[0] + at.SIDE * place.square[1]) % at.AREA
    return bool(aligning(table, square, "YB".index(place.tile.colour)))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_chances_add_up_and_those_who_are_out_have_none(players: int) -> None:
    game = game_of(f"redline(players={players})")
    for state, action in walk(game, Random(players)):
        if state.board.tiles and action is not None:
            chances = np.zeros(6)
            judge(pack(game, state), weights(), np.zeros(SEEN_LENGTH), chances)
            assert chances.sum() == pytest.approx(1)
            for seat in range(6):
                still_in = seat < players and seat in state.still_in and bool(state.hands[seat])
                assert (chances[seat] > 0) == still_in


def test_another_seed_brings_another_tree() -> None:
    game, state = game_of("redline"), positions("redline")[3]
    one, other = (grown(game, state, 50, seed)[1] for seed in (1, 2))
    assert not (one == other).all()


def test_the_search_draws_every_tile_as_often_as_chance_does() -> None:
    """A position where a draw comes first: its children are visited alike."""
    game = game_of("redline")
    drawing = next(s for n in range(9) for s, _ in walk(game, Random(n)) if s.drawing)
    iterations = 200 if PLAIN else 6000
    table, tree = grown(game, drawing, iterations, reach=0)
    first, count = int(tree[ROOT + FIRST]), int(tree[ROOT + COUNT])
    visits = tree[first : first + EACH_NODE * count : EACH_NODE]
    assert acting(table) == LUCK
    assert count == len(game.actions(drawing))
    even = visits.sum() / count
    assert even > 0.9 * iterations / count
    assert abs(visits - even).max() < 5 * even**0.5


def test_a_full_tree_goes_on_without_growing() -> None:
    game, state = game_of("redline"), positions("redline")[0]
    table, tree = pack(game, state), new_tree(0)
    grow(table, tree, 100 if PLAIN else 5000, 5, weights(), seeded(1))
    assert tree[0] <= len(tree)
    assert tree[ROOT + VISITS] > (50 if PLAIN else 2500)
