"""What Babylone says: which piles move, who goes first, who cannot move any more."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.core.scene import Viewpoint
from ludotheque.core.texts import Prompt

KIT = load("babylone")
MATCH = load("babylone(to_win=3)")
WORDS = KIT.words("en", ["Ada", "Bo"])


def said(text: str, seat: int = 0) -> Prompt:
    return KIT.round.painter.prompt(KIT.round.notation.read_state(text), seat, WORDS)


def test_it_says_which_piles_move() -> None:
    start = "v v v n n n r r r b b b 0"
    assert said(start) == Prompt("Choose a pile to move.", "The tablets belong to everyone.")
    assert said("vr v v n n n - r r b b b 0") == Prompt("Choose a pile to move.")
    some = said("bv - rv nvnbn - - - - - rrb - - 0")
    assert some == Prompt("Choose a framed pile.", "The others go nowhere for now.")


def test_the_choice_who_goes_first_is_named() -> None:
    state = KIT.game.apply(KIT.game.initial(), KIT.game.notation.read_action("chooser 1"))
    painter = KIT.game.painter
    assert painter.prompt(state, 1, WORDS).do == "Who goes first? You choose."
    assert painter.prompt(state, 0, WORDS).do == "Bo chooses who goes first."
    scene = painter.scene(state, Viewpoint(WORDS, 1))
    assert scene.prompt.do == "Who goes first? You choose."
    assert scene.steps.prompts["button"].play == "Play"


def test_the_loser_of_a_round_is_told_why_the_choice_is_theirs() -> None:
    game = MATCH.game
    state = game.initial(0)
    while not state.results:
        state = game.apply(state, game.actions(state)[0])
    chooser = state.chooser
    assert chooser is not None
    told = game.painter.prompt(state, chooser, MATCH.words("fr"))
    assert told.do == "Manche perdue\u00a0: choisissez qui commence la suivante."


def test_a_lone_place_to_go_is_said() -> None:
    step = KIT.round.painter.steps(KIT.round.initial(), WORDS).prompts["pile"]
    assert step.one.do == "It goes on this pile only: stack it there."
    assert step.many.do == "Choose the pile to stack it on."


def test_a_move_says_before_what_the_pile_will_be() -> None:
    state = KIT.round.notation.read_state("vr v v n n n - r r b b b 0")
    outlook = KIT.round.painter.outlook(state, ["pile-a", "pile-b"], WORDS)
    assert outlook is not None
    assert outlook.text == "The pile will have 3 tablets, with green on top."


@pytest.mark.parametrize(
    ("presses", "why"),
    [
        (["pile-d"], "This pile goes on no other for now."),
        (["place-b"], "This place is empty"),
        (["pile-a", "pile-d"], "Heights 2 and 5, tops beige and black: nothing in common."),
    ],
)
def test_refusals_say_what_differs(presses: list[str], why: str) -> None:
    state = KIT.round.notation.read_state("bv - rv nvnbn - - - - - rrb - - 0")
    reason = KIT.round.meaning(state, presses)
    assert reason is not None
    assert WORDS.say(reason).startswith(why)
