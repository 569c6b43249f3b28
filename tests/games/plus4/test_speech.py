"""What Plus 4 says: with the bonus pawn or without, before a repetition, before a push."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque import load
from ludotheque.core.reason import Reason
from ludotheque.core.texts import Prompt
from ludotheque.games import AnyKit

PLAIN, ENDLESS, ROUNDS = (
    load(f"plus4(mode={mode})") for mode in ("elementary", "endless", "rounds")
)
NAMES = ["Ada", "Bo"]


def said(text: str, kit: AnyKit, lang: str = "en") -> Prompt:
    state = kit.round.notation.read_state(text)
    return kit.round.painter.prompt(state, kit.round.turn(state), kit.words(lang, NAMES))


def test_the_first_push_is_explained() -> None:
    why = "Your pawn enters at the top and pushes the others down."
    assert said("-/-/-/- 0 0:0", PLAIN) == Prompt("Choose a column.", why)
    assert said("-/r/-/- 1 0:0", PLAIN).why == why, "the other's first"
    assert said("b/r/-/- 0 0:0", PLAIN) == Prompt("Choose a column.")


def test_the_bonus_pawn_is_offered_while_it_is_in_hand() -> None:
    for kit, unless in ((ENDLESS, False), (ROUNDS, True)):
        prompt = said("-/-/-/- 0 0:0", kit)
        assert prompt.do == "Choose a column, or the bonus pawn ★ first."
        assert ("unless" in prompt.tip) == unless
    assert said("b/R/-/- 0 0:0", ENDLESS).why == "Your ★ is in the grid."


@pytest.mark.parametrize(
    ("kit", "end"),
    [
        (PLAIN, "the game is a draw."),
        (ENDLESS, "the game ends: the higher score wins."),
        (ROUNDS, "the round is a draw."),
    ],
    ids=["elementary", "endless", "rounds"],
)
def test_a_position_that_came_before_is_named(kit: AnyKit, end: str) -> None:
    state = kit.round.notation.read_state("rbrb/brbr/-/- 0 0:0")
    assert kit.round.painter.prompt(state, 0, kit.words("en")).why == ""
    state = replace(state, once=frozenset({state.position}))
    prompt = kit.round.painter.prompt(state, 0, kit.words("en"))
    assert prompt.do.startswith("Choose a column")
    assert prompt.why == f"This position has come up before. The third time, {end}"


@pytest.mark.parametrize(
    ("kit", "text", "push", "outlook"),
    [
        (PLAIN, "-/rbrb/-/- 0 0:0", "2", "Full column: the blue pawn at the bottom will fall out."),
        (PLAIN, "r/r/rb/bb 0 0:0", "4", "This push gives you a line."),
        (PLAIN, "-/br/-/- 0 0:0", "2", None),
        (PLAIN, "rb/rb/rb/b 0 0:0", "1", None),
        (PLAIN, "rb/bb/rb/b 0 0:0", "4", "This push gives Bo a line."),
        (PLAIN, "br/br/r/br 1 0:0", "3", "This push gives each of you a line."),
        (ENDLESS, "rbbb/rb/r/r 0 1:0", "4", "This line was already complete: no point."),
    ],
)
def test_a_push_says_before_what_it_would_bring(
    kit: AnyKit, text: str, push: str, outlook: str | None
) -> None:
    state = kit.round.notation.read_state(text)
    found = kit.round.painter.outlook(state, [f"column-{push}"], kit.words("en", NAMES))
    assert (found and found.text) == outlook


@pytest.mark.parametrize(
    ("part", "key"), [("pawn-2-1", "in_grid"), ("hand-plain", "choose_column")]
)
def test_plain_pawns_are_no_beginning(part: str, key: str) -> None:
    state = PLAIN.round.notation.read_state("-/br/-/- 0 0:0")
    reason = PLAIN.round.meaning(state, [part])
    assert isinstance(reason, Reason)
    assert reason.key == key


def test_the_step_before_a_push_leaves_the_column_to_the_page() -> None:
    state = ENDLESS.round.initial()
    steps = ENDLESS.round.painter.steps(state, ENDLESS.words("fr")).prompts
    assert steps["column"].many.do == "Pousser la colonne {last}\u202f?"
    assert steps["column"].play == "Pousser"
    assert steps["hand"].back == "Pion simple"


def test_whose_bonus_pawn_falls_out_is_told_so_whoever_pushes() -> None:
    state = ENDLESS.round.notation.read_state("rbrB/-/-/- 0 0:0")
    push, words = ENDLESS.round.notation.read_action("1"), ENDLESS.words("en", NAMES)
    verdict = ENDLESS.round.painter.verdict
    assert verdict(state, push, 0, words) == ""
    own = verdict(state, push, 1, words.addressing(1))
    assert own == "Your bonus pawn ★ fell out: it is back in hand."
    shared = verdict(state, push, 1, words)
    assert shared == f"{NAMES[1]}’s bonus pawn ★ fell out: it is back in hand."
