"""Babylone, paragraph by paragraph."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.reason import IllegalAction, SpecError
from ludotheque.core.series import Begin, Choice, Chooser
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State
from ludotheque.play.match import Match
from ludotheque.play.perft import perft
from ludotheque.render import to_text
from tests.games.babylone import second
from tests.marks import rule

KIT = load("babylone")
GAME = KIT.round


def read(text: str) -> State:
    state = GAME.notation.read_state(text)
    assert isinstance(state, State)
    return state


def why(state: State, action: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refused:
        GAME.play(state, GAME.notation.read_action(action))
    return refused.value.reason.key, refused.value.reason.rule


@rule("babylone", "1.1")
def test_twelve_piles_of_one_tablet() -> None:
    assert GAME.initial().piles == ("v",) * 3 + ("n",) * 3 + ("r",) * 3 + ("b",) * 3


@rule("babylone", "1.2")
def test_the_places_of_the_tablets_make_no_difference() -> None:
    shuffled = read("b r v n v n b r v r n b 0")
    assert perft(GAME.rules, shuffled, 3) == perft(GAME.rules, GAME.initial(), 3)


@rule("babylone", "4.3")
def test_start_sets_the_tablets_within_2_and_24() -> None:
    assert load("babylone(start=4,4,3,1)").round.initial().piles == tuple("vvvvnnnnrrrb")
    assert len(load("babylone(start=4,4,4,4,4,4)").round.initial().piles) == 24
    for bad in ("1", "12,13", "0,3", "1,1,1,1,1,1,1", "24,1", "x"):
        with pytest.raises(SpecError):
            load(f"babylone(start={bad})")
    with pytest.raises(IllegalAction):
        GAME.notation.read_state("v v 0")


@rule("babylone", "1.3")
def test_the_upper_pile_takes_the_place_of_the_lower_and_all_stays_visible() -> None:
    after = GAME.play(GAME.initial(), Move(4, 7))
    assert after.piles[7] == "nr"
    assert after.piles[4] == ""
    scene = GAME.scene(after, lang="en")
    labels = {part.id: part.label for part in scene.parts()}
    assert labels["pile-h"] == "pile h, 2 tablets, from top to bottom: black, red"
    assert labels["place-e"] == "place e, empty"


@rule("babylone", "2.1")
def test_whole_piles_move_and_keep_their_order() -> None:
    state = read("vr v v n n n - r r b b b 1")
    assert GAME.play(state, Move(0, 1)).piles[1] == "vrv"
    assert why(state, "g>a") == ("no_pile", "2.1")
    assert why(state, "a>x") == ("no_pile", "2.1")
    assert why(state, "a>a") == ("same_pile", "2.1")


@rule("babylone", "2.2")
def test_same_height_or_same_colour_on_top() -> None:
    state = read("vr v v n n n - r r b b b 1")
    assert why(state, "a>d") == ("unlike", "2.2")
    assert why(state, "h>a") == ("unlike", "2.2"), "the colour below the top does not count"
    legal = {GAME.notation.write_action(move) for move in GAME.actions(state)}
    assert {"a>b", "a>c", "b>a", "b>d", "l>b"} <= legal
    assert "d>a" not in legal


@rule("babylone", "2.3")
def test_players_alternate_and_must_move() -> None:
    for state, _ in walk(GAME.rules, Random(0)):
        if GAME.outcome(state) is None:
            assert GAME.turn(state) == sum(not pile for pile in state.piles) % 2


@rule("babylone", "3.1")
def test_who_cannot_move_loses() -> None:
    stuck = read("vnrbvn - - nrbv - - rb - - - - - 0")
    end = GAME.outcome(stuck)
    assert end is not None
    assert end.returns == (-1, 1)
    assert end.points == (0, 1)
    assert end.reason.key == "blocked"
    assert why(stuck, "a>d") == ("over", "3.1")
    assert KIT.text(end.reason, "en") == "Player A cannot move any more. (rule 3.1)"


@rule("babylone", "3.2")
def test_resigning_gives_the_win_to_the_other() -> None:
    for kit in (KIT, load("babylone(to_win=3)")):
        match = Match(kit)
        match.settle(Random(1))
        match.resign(0)
        assert match.outcome is not None
        assert match.outcome.winners == (1,)
        with pytest.raises(IllegalAction):
            match.play("first")


@rule("babylone", "1.4")
@pytest.mark.parametrize(("chooser", "seat"), [("first", 0), ("second", 1)])
def test_the_youngest_chooses_where_the_option_names_the_seat(chooser: str, seat: int) -> None:
    kit = load(f"babylone(chooser={chooser},to_win=3)")
    for goes_first in (True, False):
        match = Match(kit)
        assert match.settle(Random(1)) == [], "no lots are drawn"
        assert match.turn == seat
        match.play(Choice(goes_first))
        assert match.state.first == (seat if goes_first else 1 - seat)
    for first in (0, 1):
        assert Match(kit, first=first).state.first == first
    for refused in ("[] lot", f"[] choose={1 - seat}"):
        with pytest.raises(IllegalAction):
            kit.game.notation.read_state(refused)


@rule("babylone", "1.4")
def test_the_lot_names_who_chooses_to_go_first_or_second() -> None:
    game = KIT.game
    state = game.initial()
    assert game.turn(state) is None
    assert list(game.actions(state)) == [Chooser(0), Chooser(1)]
    assert list(game.weights(state)) == [1, 1]
    for seat in (0, 1):
        chosen = game.play(state, Chooser(seat))
        assert game.turn(chosen) == seat
        assert game.turn(game.play(chosen, Choice(True))) == seat
        assert game.turn(game.play(chosen, Choice(False))) == 1 - seat
        with pytest.raises(IllegalAction) as refused:
            game.play(chosen, Move(0, 1))
        assert refused.value.reason.rule == "1.4"
    with pytest.raises(IllegalAction):
        game.play(state, Begin(0))


@rule("babylone", "4.1", "4.2")
def test_the_loser_chooses_and_three_rounds_win() -> None:
    game = load("babylone(start=2,to_win=3)").game
    state = game.apply(game.initial(), Chooser(1))
    winners = []
    for choice in (True, True, False, False):
        chooser = game.turn(state)
        assert chooser is not None
        state = game.play(state, Choice(choice))
        first = game.turn(state)
        assert first == (chooser if choice else 1 - chooser)
        state = game.play(state, Move(0, 1))
        winners.append(first)
        if game.outcome(state) is None:
            assert game.turn(state) == 1 - winners[-1], "the loser chooses"
            assert state.round is not None, "the finished round stays on the table"
    assert winners == [1, 0, 0, 0]
    end = game.outcome(state)
    assert end is not None
    assert end.points == (3, 1)
    assert end.returns == (1, -1)
    assert end.reason.key == "series.target"


@pytest.mark.parametrize(
    "counts", [(3, 3, 3, 3), (2,), (4, 4, 3, 1), (2, 1, 2), (1, 1, 1, 1, 1, 1)]
)
def test_perft_agrees_with_a_second_count(counts: tuple[int, ...]) -> None:
    game = Babylone(BabyloneOptions(start=counts))
    for depth in range(5 if sum(counts) < 12 else 4):
        assert perft(game, game.initial(), depth) == second.perft(second.start(counts), depth)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4).filter(lambda c: 2 <= sum(c) <= 6))
def test_perft_agrees_to_the_end_of_small_games(counts: list[int]) -> None:
    game = Babylone(BabyloneOptions(start=tuple(counts)))
    for depth in range(sum(counts) + 1):
        assert perft(game, game.initial(), depth) == second.perft(
            second.start(tuple(counts)), depth
        )


def test_the_board_as_text() -> None:
    drawn = to_text(GAME.scene(read("vr v v n n n - r r b b b 1"), lang="en"))
    assert drawn == (
        "Babylone — Player B to play\n\n"
        "  a      b      c      d        V v  green\n"
        " [V]    [V]    [V]    [N]       N n  black\n"
        "  r                             R r  red\n"
        "                                B b  beige\n"
        "  e      f      g      h\n"
        " [N]    [N]           [R]\n\n"
        "  i      j      k      l\n"
        " [R]    [B]    [B]    [B]\n"
    )
