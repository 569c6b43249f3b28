"""Numbers for a game that has none of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque import load
from ludotheque.core.numbers import LOWEST, Numbers, any_game
from ludotheque.games import AnyKit, open_box
from ludotheque.games.redline.tiles import TILES


def without_numbers(spec: str) -> AnyKit:
    kit = load(spec)
    return open_box(replace(kit.box, numbers=None), kit.options)


@pytest.mark.parametrize("spec", ["babylone(start=2,2)", "plus4(mode=endless)"])
def test_play_meets_every_action_of_a_game_whose_texts_are_few(spec: str) -> None:
    """All positions of the first are looked at, games of the second are played."""
    met: Numbers[object, object] = without_numbers(spec).numbers
    assert sorted(met.labels) == sorted(load(spec).numbers.labels)
    assert len(set(met.labels)) == len(met.labels)
    assert met.chance_labels == ()


def test_what_chance_does_is_labelled_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_game, "_FEW_POSITIONS", 0)
    monkeypatch.setattr(any_game, "_MOST_POSITIONS", 30)
    met = without_numbers("redline").numbers
    assert sorted(met.chance_labels) == sorted(load("redline").numbers.chance_labels)
    assert met.labels
    assert not any(label.startswith("+") for label in met.labels)


def test_without_a_grid_a_position_is_its_text() -> None:
    kit = without_numbers("babylone(start=2,1)")
    state = kit.round.notation.read_state("v vn - 0")
    told = bytes(kit.numbers.vector(state))
    assert told.rstrip(b"\0") == b"v vn - 0"
    assert len(told) == any_game.TEXT_BYTES


def test_a_text_that_is_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_game, "TEXT_BYTES", 4)
    kit = without_numbers("babylone(start=2,1)")
    assert bytes(kit.numbers.vector(kit.round.notation.read_state("v vn - 0"))) == b"v vn"


def test_no_length_is_known_of_it() -> None:
    assert without_numbers("babylone(start=2,1)").numbers.longest_match is None
    assert load("babylone(start=2,1)").numbers.longest_match == 3


def test_the_lowest_number_is_the_tile_farthest_from_the_first() -> None:
    assert 1 - len(TILES) == LOWEST
