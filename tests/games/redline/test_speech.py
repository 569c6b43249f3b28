"""What Redline says in situations that surprise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.player import settle
from ludotheque.core.scene import Painter
from ludotheque.core.texts import NO_PROMPT, Prompt
from ludotheque.games import AnyKit
from ludotheque.games.redline.rules import Action, State, reserve

TWO, THREE = load("redline"), load("redline(players=3)")
NAMES = ["Ada", "Bo", "Cy"]
OPEN = "B26@0,0 / Y04 Y13 | B1 Y0 / 0 last=B placed=1"
ALIGNING = "Y1@0,0 Y37@0,2 B567@1,1 / Y0 Y04 | B1 / 0 last=B placed=1"


def read(text: str, kit: AnyKit = TWO) -> State:
    state = kit.round.notation.read_state(text)
    assert isinstance(state, State)
    return state


def said(state: State | str, seat: int = 0, kit: AnyKit = TWO, lang: str = "en") -> Prompt:
    now = read(state, kit) if isinstance(state, str) else state
    return kit.round.painter.prompt(now, seat, kit.words(lang, NAMES))


def with_empty_reserve(state: State) -> State:
    """The same, with all other tiles in the last hand."""
    return replace(state, hands=(*state.hands[:-1], (*state.hands[-1], *reserve(state))))


@pytest.mark.parametrize(
    ("hand", "owed", "do", "why"),
    [
        ("B15 Y13 Y1", "0,0", "Nothing fits: return two tiles.", "Choose the first."),
        ("B15 Y13", "0", "Return one more tile.", ""),
        ("B15 Y13", "0,0", "Nothing fits: return your two tiles.", "You will be out of the game."),
        ("B15", "0", "Nothing fits: return your last tile.", "You will be out of the game."),
    ],
)
def test_where_nothing_fits_tiles_are_returned(hand: str, owed: str, do: str, why: str) -> None:
    text = f"B26@0,0 / {hand} | Y0 B1 / 0 last=B placed=1 owe={owed}"
    assert said(text) == Prompt(do, why)
    assert said(text, seat=1) == NO_PROMPT


def test_over_several_rounds_one_is_out_of_the_round() -> None:
    text = "B26@0,0 / B15 | Y0 B1 / 0 last=B placed=1 owe=0"
    assert said(text, kit=load("redline(rounds=2)")).why == "You will be out of the round."


def test_the_first_tile_goes_to_the_centre() -> None:
    first = settle(TWO.round, TWO.round.initial(), Random(1))
    assert said(first) == Prompt("Choose the first tile.", "It goes to the centre.")
    steps = TWO.round.painter.steps(first, TWO.words("en")).prompts
    assert steps["hand square ghost"].many.do == "Turn it if you like, then place it."


@pytest.mark.parametrize(
    ("hand", "do"),
    [
        ("Y04 Y02", "Choose one of your tiles."),
        ("Y04 Y02 B1", "Choose a framed tile."),
        ("Y04 B1", "Only one tile fits: choose it."),
    ],
)
def test_it_says_how_many_tiles_fit(hand: str, do: str) -> None:
    assert said(f"B26@0,0 / {hand} | Y1 / 0 last=B placed=1").do == do


def test_an_alignment_with_an_empty_reserve_is_owed_for() -> None:
    base = read("B26@0,0 / Y04 Y13 | B1 Y0 | B02 / 0 last=B placed=0", THREE)
    owed = replace(base, owing=(1, 2))
    because = "Ada made an alignment, and the reserve is empty."
    assert said(owed, 1, THREE) == Prompt("Choose a tile to return.", because)
    assert said(owed, 0, THREE).do == "Waiting for Bo and Cy."
    assert said(owed, 2, THREE) == NO_PROMPT
    last = replace(owed, owing=(2,))
    assert said(last, 2, THREE).do == "Return your last tile."
    assert said(last, 0, THREE).do == "Waiting for Cy."


def test_many_who_owe_a_tile_are_only_counted() -> None:
    six = load("redline(players=6)")
    hands = "Y04 | B1 | B02 | B03 | B05 | B07"
    state = read(f"B26@0,0 / {hands} / 0 last=B placed=0", six)
    assert said(replace(state, owing=(1, 2, 3, 4)), 0, six).do == "Waiting for 4 opponents."


def test_whoever_is_out_is_told_so() -> None:
    out = read("B26@0,0 / Y04 Y13 | B1 | / 0 last=B placed=0 out=2", THREE)
    assert said(out, 2, THREE) == Prompt("You have no tile left.", "The game goes on without you.")


def test_an_empty_reserve_is_a_tip() -> None:
    assert said(OPEN).tip == ""
    assert said(with_empty_reserve(read(OPEN))).tip.startswith("Reserve empty:")


def test_a_return_to_an_empty_reserve_says_that_one_draws_again() -> None:
    stuck = with_empty_reserve(read("B26@0,0 / B15 Y13 Y1 | Y0 B1 / 0 last=B placed=1 owe=0,0"))
    action, words = TWO.round.notation.read_action("-B15"), TWO.words("en", NAMES)
    again = "The reserve has tiles again: a new alignment lets you draw."
    assert TWO.round.painter.tell(stuck, action, words).endswith(f" {again}")
    verdicts = [TWO.round.painter.verdict(stuck, action, seat, words) for seat in (0, 1)]
    assert verdicts == [again, ""]
    second = TWO.round.apply(stuck, action)
    assert "again" not in TWO.round.painter.tell(
        second, TWO.round.notation.read_action("-Y1"), words
    )


def outlook(state: State | str, action: str, kit: AnyKit = TWO) -> tuple[str, bool] | None:
    now = read(state, kit) if isinstance(state, str) else state
    painter: Painter[State, Action] = kit.round.painter
    presses = next(g.presses for g in painter.gestures(now, None) if g.action == action)
    return painter.outlook(now, presses, kit.words("en", NAMES))


def test_a_placement_says_before_what_it_would_bring() -> None:
    assert outlook(OPEN, "Y26@1,0") is None
    draws = ("New alignment: you will draw a tile.", False)
    assert outlook(ALIGNING, "Y2@0,1") == draws
    owes = outlook(with_empty_reserve(read(ALIGNING)), "Y2@0,1")
    assert owes is not None
    assert owes[0].startswith("New alignment, empty reserve")
    wins = "B2@0,0 / Y0 Y04 Y02 | B1 B04 B03 / 0 last=B placed=1"
    assert outlook(wins, "Y6@1,0") == ("Nobody will be able to place: you will win.", False)


def test_the_last_tile_without_a_draw_is_always_warned_of() -> None:
    text = "Y1@0,0 Y37@0,2 B567@1,1 B03@-1,3 / Y0 | Y04 B1 / 0 last=B placed=1"
    others = [
        g.action for g in TWO.round.painter.gestures(read(text), None) if "0,1" not in g.action
    ]
    found = outlook(text, others[0])
    assert found is not None
    assert found[1]
    assert found[0].endswith("you will be out of the game.")
    assert outlook(text, "Y2@0,1") == ("New alignment: you will draw a tile.", False)


def test_what_was_done_is_told_in_a_short_sentence() -> None:
    words = TWO.words("en", NAMES)
    state = read(ALIGNING)
    action = TWO.round.notation.read_action("Y2@0,1")
    told = TWO.round.painter.tell(state, action, words)
    assert told == "Ada places a yellow tile: new alignment, of one colour."
    verdict = TWO.round.painter.verdict
    assert verdict(state, action, 0, words.addressing(0)) == "New alignment: you draw a tile."
    assert verdict(state, action, 0, words) == "New alignment: Ada draws a tile."
    to_ada = TWO.round.painter.tell(state, action, words.addressing(0))
    assert to_ada == "You place a yellow tile: new alignment, of one colour."
    four = "Y147@0,0 B25@1,1 Y56@2,1 B125@1,0 B36@-1,1 Y23@-2,1 B7@-1,0 / Y0 Y04 | B0 / 0"
    state = read(f"{four} last=B placed=1")
    places = [
        a for a in TWO.round.actions(state) if TWO.round.notation.write_action(a)[-3:] == "2,0"
    ]
    told = TWO.round.painter.tell(state, places[0], words)
    assert told == "Ada places a yellow tile: new alignment, alternating."
    stuck = read("B26@0,0 / B15 | Y0 B1 / 0 last=B placed=1 owe=0")
    told = TWO.round.painter.tell(stuck, TWO.round.notation.read_action("-B15"), words)
    assert told == "Ada cannot place, and returns a blue tile. Ada is out of the game."


@pytest.mark.parametrize(
    ("press", "why"),
    [
        ("hand-Y13", "This tile fits nowhere for now."),
        ("held-B1", "This tile is in Bo’s hand."),
        ("reserve", "You draw only after a new alignment."),
        ("square-1,0", "First choose one of your tiles."),
    ],
)
def test_a_press_that_begins_nothing_is_explained(press: str, why: str) -> None:
    reason = TWO.round.meaning(read(OPEN), [press])
    assert reason is not None
    assert TWO.words("en", NAMES).say(reason).startswith(why)
