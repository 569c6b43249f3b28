"""The numbers of actions: each its own, the same everywhere, and none beyond the bound."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.adapters.actions import Actions
from ludotheque.conformance.walking import walk, walked
from ludotheque.games import AnyKit
from ludotheque.games.redline.numbers import most_open_squares, open_squares
from ludotheque.games.redline.rules import Redline
from tests.adapters.specs import sampled_specs


def kit_of(spec: str) -> tuple[AnyKit, Actions]:
    kit = load(spec)
    return kit, Actions(kit)


@pytest.mark.parametrize("spec", sampled_specs())
def test_legal_actions_have_numbers_of_their_own(spec: str) -> None:
    kit, actions = kit_of(spec)
    for state, _ in walked(spec, "numbers", 80):
        legal = actions.legal(state)
        wanted = kit.game.actions(state)
        assert sorted(map(repr, legal.values())) == sorted(map(repr, wanted))
        assert list(legal) == sorted(legal)
        chance = kit.game.turn(state) is None
        labels = actions.chance_labels if chance else actions.labels
        assert all(labels[number] for number in legal)
        assert all(actions.number(state, action) == n for n, action in legal.items())


@pytest.mark.parametrize("spec", sampled_specs())
def test_labels_differ(spec: str) -> None:
    _, actions = kit_of(spec)
    assert len(set(actions.labels)) == len(actions) > 0
    assert len(set(actions.chance_labels)) == len(actions.chance_labels)


@pytest.mark.parametrize(
    ("spec", "count", "label"),
    [
        ("plus4", 4, "3"),
        ("plus4(mode=endless)", 8, "3*"),
        ("babylone", 12 * 11 + 2, "a>l"),
        ("croisements", 3 * 112 * 6 + 16 + 1, "2-e4/5"),
        ("redline", 184 * 30 + 48, "Y26@#3"),
    ],
)
def test_how_many_there_are(spec: str, count: int, label: str) -> None:
    _, actions = kit_of(spec)
    assert len(actions) == count
    assert label in actions.labels


def test_labels_name_pieces_and_places_by_their_order() -> None:
    kit, actions = kit_of("croisements")
    strips = ".".join(map(str, range(1, 15)))
    state = kit.game.notation.read_state(f"[] begin=0 0 {strips} b1.d1.f1 a14.c14.h14 0 0")
    action: Any = kit.game.notation.read_action("d1-d2/f1 WORD")
    assert actions.labels[actions.number(state, action)] == "2-d2/3"
    kit, actions = kit_of("redline")
    state = kit.game.notation.read_state("[] begin=0 B26@0,0 / Y26 Y0 | B1 / 0 last=B placed=1")
    west, east = (kit.game.notation.read_action(f"Y26@{x},0") for x in (-1, 1))
    assert actions.labels[actions.number(state, west)] == "Y26@#1"
    assert actions.labels[actions.number(state, east)] == "Y26@#2"
    with pytest.raises(ValueError, match=r"Y26@7,7 is no action"):
        actions.number(state, kit.game.notation.read_action("Y26@7,7"))


def test_redline_never_has_more_open_squares_than_counted() -> None:
    assert most_open_squares() == 30
    game = Redline()
    most = 0
    for seed in range(6):
        for state, _ in walk(game, Random(seed)):
            most = max(most, len(open_squares(state)))
            ends = [bin(d.needed).count("1") for d in state.board.demands.values()]
            spokes = sum(len(tile.spokes) for tile in state.board.tiles.values())
            assert sum(ends) <= max(0, spokes - 2 * (len(state.board.tiles) - 1))
    assert 3 < most <= 30
