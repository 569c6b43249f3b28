"""Positions as numbers: always as many, within the bounds, the same for all who see the same."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.adapters.observations import Observations
from ludotheque.conformance.walking import walked
from ludotheque.core.numbers import HIGHEST, LOWEST
from tests.adapters.specs import sampled_specs


@pytest.mark.parametrize("spec", sampled_specs())
def test_vectors_have_one_size_and_hide_nothing_that_a_seat_sees(spec: str) -> None:
    kit = load(spec)
    told, seats = Observations(kit), kit.game.seats
    for state, _ in walked(spec, "numbers", 80)[::3]:
        first, last = told.vector(state, 0), told.vector(state, seats - 1)
        assert len(first) == len(last) == told.size
        assert min(first) >= LOWEST
        assert max(first) <= HIGHEST
        assert first[:seats] == [1, *[0] * (seats - 1)]
        assert last[:seats] == [*[0] * (seats - 1), 1]
        assert first[seats:] == last[seats:]
        turn = kit.game.turn(state)
        assert first[seats : 2 * seats] == [int(seat == turn) for seat in range(seats)]
        assert kit.game.notation.read_state(kit.game.notation.write_state(state)) == state


def test_piles_are_their_height_and_the_colour_on_top() -> None:
    assert _round("babylone(start=2,1)", "v vn - 0") == [1, 1, 0, 2, 1, 0, 0, 0, 0]


def test_pawns_stand_on_squares_from_the_bottom() -> None:
    told = _round("plus4(mode=endless)", "Br/-/-/- 1 2:0")
    assert told[:8] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert not any(told[8:64])
    assert told[64:] == [2, 0, 0]


def test_letters_and_pawns_stand_on_their_squares() -> None:
    strips = ".".join(map(str, range(1, 15)))
    told = _round("croisements", f"1 {strips} b1.d1.f1 a14.c14.h14 0 0")
    letter = load("croisements").round.rules.strips[0][1]  # type: ignore[attr-defined]
    assert told[3:6] == [ord(letter) - 64, 1, 0]
    assert sum(told[1:336:3]) == sum(told[2:336:3]) == 3
    assert told[336:] == [1, 0, 0]


def test_tiles_lie_in_hands_or_on_squares() -> None:
    told = _round("redline", "B26@0,0 / Y26 Y0 | B1 / 0 last=B placed=1")
    tiles = [tuple(told[start : start + 13]) for start in range(0, 48 * 13, 13)]
    nowhere = (0,) * 11
    assert tiles[0] == (1, 0, *nowhere)  # Y0
    assert tiles[24 + 1] == (0, 1, *nowhere)  # B1
    assert sorted(tile for tile in tiles if tile[2])[0][2:] == (1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0)
    west = told[48 * 13 : 48 * 13 + 19]
    assert west[:3] == [1, -1, 0]
    assert west[3:11] == [0, 0, 1, 0, 0, 0, 0, 0]
    assert told[-6:] == [0, 1, 0, 0, 0, 0]


def _round(spec: str, state: str) -> list[int]:
    """The part of the vector that is about the round on the table."""
    kit = load(spec)
    read = kit.game.notation.read_state(f"[] begin=0 {state}")
    return Observations(kit).vector(read, 0)[2 * 2 + 1 + 2 + 1 :]
