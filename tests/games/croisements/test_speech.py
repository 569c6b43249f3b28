"""What Croisements says, from the first pawn put to the last turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque import load
from ludotheque.core.scene import LastMade
from ludotheque.core.texts import NO_PROMPT, Prompt, Steps
from ludotheque.games.croisements.rules import MOST_TURNS
from ludotheque.games.croisements.scene import CroisementsPainter
from ludotheque.games.croisements.state import Announce, Pass, State
from tests.games.croisements.boards import ALL, act, spelled, standing

GAME = spelled({})
PAINTER = CroisementsPainter(GAME)
WORDS = load("croisements").words("en", ["Ada", "Bo"])
MIDDLE = standing("a3 d5 g4", "c7 e6 h7")
ARRIVED = standing("a12 c13 e14", "c7 e6 h7", turns=3)


def said(state: State, seat: int = 0) -> Prompt:
    return PAINTER.prompt(state, seat, WORDS)


def steps(state: State) -> Steps:
    return PAINTER.steps(state, WORDS)


def test_pawns_are_put_one_after_the_other() -> None:
    state = State(0, ALL)
    for turn, count in enumerate((1, 1, 2, 2, 3, 3)):
        assert said(state, turn % 2).do == f"Place a pawn on your first row ({count} of 3)."
        assert said(state, 1 - turn % 2) == NO_PROMPT
        state = GAME.apply(state, GAME.actions(state)[0])
    assert said(state).do == "Choose one of your pawns."


def test_without_a_crossing_one_can_only_pass() -> None:
    painter = CroisementsPainter(GAME)
    painter.ways = LastMade(lambda state: {})
    assert painter.prompt(MIDDLE, 0, WORDS).do == "No crossing is possible: pass."


def test_the_last_turn_is_named_to_both() -> None:
    assert said(ARRIVED, 1) == Prompt(
        "Last turn: choose one of your pawns.", "Ada’s pawns have arrived: score what you can."
    )
    assert said(ARRIVED, 0) == Prompt("Your three pawns have arrived.", "Bo has one more turn.")


def test_what_may_soon_end_the_game_is_said() -> None:
    assert said(MIDDLE).why == ""
    assert said(replace(MIDDLE, idle=2)).why == ""
    idle = said(replace(MIDDLE, idle=4)).why
    assert idle == "4 turns in a row without a move: at 6 the game ends."
    again = said(replace(MIDDLE, once=frozenset({MIDDLE.position}))).why
    assert again == "This position has come up before. The third time, the game ends."
    late = said(replace(MIDDLE, turns=MOST_TURNS - 10)).why
    assert late == "Turn 191 of at most 200."


def test_every_step_up_to_the_word_has_its_own_prompt() -> None:
    prompts = steps(MIDDLE).prompts
    assert prompts["pawn"].many.do == "Choose the landing square."
    assert prompts["pawn square"].many.do == "Choose the supporting pawn."
    word = prompts["pawn square pawn"]
    assert word.many.do == "Find a French word that begins with {L}."
    assert (
        word.one.why
        == "It contains at least these letters. Support: {last}, the only one possible."
    )
    assert prompts["pawn square pawn missing"].many.do == "Still missing: {letters}."
    assert prompts["pawn square pawn ready"].play == "Announce"
    english = load("croisements(language=en)").round.painter
    word = english.steps(MIDDLE, WORDS).prompts["pawn square pawn"]
    assert word.many.do.startswith("Find an English word")


def test_a_pass_says_how_many_there_were() -> None:
    assert steps(MIDDLE).prompts["button"].many.why == ""
    again = steps(replace(MIDDLE, idle=2)).prompts["button"].many
    assert again.why == "It will be turn 3 in a row without a move; at 6 the game ends."
    assert steps(MIDDLE) is steps(replace(MIDDLE, turns=8))


@pytest.mark.parametrize(
    ("state", "presses", "text", "always"),
    [
        (standing("a11 d5 g4", "c7 e6 h7"), ["pawn-a11", "square-a12", "pawn-h7"], "", False),
        (MIDDLE, ["button-pass"], "", False),
        (replace(MIDDLE, idle=5), ["button-pass"], "The game will end: you 0, Bo 0.", True),
    ],
)
def test_an_end_is_said_before_it_comes(
    state: State, presses: list[str], text: str, always: bool
) -> None:
    found = PAINTER.outlook(state, presses, WORDS)
    assert (found or ("", False)) == (text, always)


def test_a_crossing_says_before_what_its_square_is_worth() -> None:
    state = standing("a11 c11 g4", "c7 e6 h7")
    crossing = next(c for c in GAME.crossings(state) if str(c.pawn) == "a11" and c.square.row == 11)
    presses = [f"pawn-{crossing.pawn}", f"square-{crossing.square}", f"pawn-{crossing.support}"]
    found = PAINTER.outlook(state, presses, WORDS)
    assert found is not None
    assert found.text == "This square is worth 1 point."
    assert PAINTER.points(state) is None


def test_an_unlisted_word_is_told_to_its_player_alone() -> None:
    lost = act(GAME, "a3-b4/d5 ZZZZQ?")
    assert isinstance(lost, Announce)
    assert "ZZZZQ" not in PAINTER.tell(MIDDLE, lost, WORDS)
    verdict = PAINTER.verdict(MIDDLE, lost, 0, WORDS.addressing(0))
    assert verdict == "ZZZZQ is not in the list: turn lost. Your pawn stays where it is."
    assert PAINTER.verdict(MIDDLE, lost, 1, WORDS) == ""
    assert PAINTER.verdict(MIDDLE, Pass(), 0, WORDS) == ""


@pytest.mark.parametrize(
    ("presses", "why"),
    [
        (["pawn-c7"], "This pawn is Bo’s: it can support yours, but you cannot move it."),
        (["square-a4"], "First choose one of your pawns."),
        (["pawn-a3", "square-b7"], "A pawn goes straight"),
    ],
)
def test_a_press_that_leads_nowhere_is_explained(presses: list[str], why: str) -> None:
    reason = PAINTER.meaning(MIDDLE, presses)
    assert reason is not None
    assert WORDS.say(reason).startswith(why)  # type: ignore[arg-type]
