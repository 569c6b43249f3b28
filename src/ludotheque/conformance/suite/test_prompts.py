"""Prompts: at every decision and at every step of every gesture, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import pytest

from ludotheque.conformance.checks import check_filled, check_prompt
from ludotheque.conformance.positions import each_step
from ludotheque.conformance.walking import walked
from ludotheque.core.kit import Box
from ludotheque.core.scene import Gesture
from ludotheque.core.texts import LANGUAGES, NO_PROMPT, Prompt, texts
from ludotheque.games import AnyKit

NAMES = ["Maximilien", "Bartholomé", "Konstantin", "Alessandra", "Emmanuelle", "Clementine"]
BY_THE_PAGE = {"{n}", "{last}", "{L}", "{letters}"}
TYPING = ("initial", "missing", "ready")
BARE = {texts("ludotheque.table", lang)("table.your_turn") for lang in LANGUAGES}


def decisions(kit: AnyKit, every: int = 1) -> Iterator[tuple[Any, int]]:
    """The states of a game in which a player is to move, with that player."""
    for state, _ in each_step(kit, walked(kit.spec, 2, 200)[::every]):
        turn = kit.game.turn(state)
        if turn is not None:
            yield state, turn


def heads(gesture: Gesture) -> list[str]:
    """The keys of the steps of a gesture: the kinds pressed so far, then those for a typed word."""
    begun = [press.partition("-")[0] for press in gesture.presses]
    found = list(accumulate(begun, "{} {}".format))
    return [*found, *(f"{found[-1]} {step}" for step in TYPING if gesture.typed)]


def test_every_decision_is_asked_for(kit: AnyKit) -> None:
    for state, turn in decisions(kit):
        for lang in LANGUAGES:
            prompt = kit.game.painter.prompt(state, turn, kit.words(lang, NAMES))
            check_prompt(prompt)
            assert prompt.do.rstrip(".") not in BARE, "the prompt says only whose turn it is"
            watched = kit.game.painter.prompt(state, None, kit.words(lang, NAMES))
            assert watched == prompt, f"to an onlooker, the prompt is “{watched.do}”"


def test_whoever_waits_is_told_something_whole_or_nothing(kit: AnyKit) -> None:
    for state, turn in decisions(kit, every=3):
        for lang in LANGUAGES:
            words = kit.words(lang, NAMES)
            for seat in set(range(kit.game.seats)) - {turn}:
                prompt = kit.game.painter.prompt(state, seat, words)
                if prompt != NO_PROMPT:
                    check_prompt(prompt)


def test_every_step_of_every_gesture_has_its_prompt(kit: AnyKit) -> None:
    painter = kit.game.painter
    for state, turn in decisions(kit, every=2):
        wanted = {key for gesture in painter.gestures(state, turn) for key in heads(gesture)}
        for lang in LANGUAGES:
            missing = sorted(wanted - painter.steps(state, kit.words(lang)).prompts.keys())
            assert not missing, f"there is no prompt in {lang} after pressing “{missing[0]}”"


def test_steps_are_whole_but_for_what_the_page_fills_in(kit: AnyKit) -> None:
    for state, _ in decisions(kit, every=5):
        for lang in LANGUAGES:
            for step in kit.game.painter.steps(state, kit.words(lang)).prompts.values():
                for prompt in {step.many, step.one, step.only}:
                    check_prompt(prompt, BY_THE_PAGE)
                for label in (step.play, step.turn, step.back):
                    check_filled(label)


def test_the_steps_are_made_once(kit: AnyKit) -> None:
    """Messages refer to the steps by a key, so viewers with and without names must share them."""
    painter = kit.game.painter
    for state, _ in decisions(kit, every=5):
        anonymous = painter.steps(state, kit.words("fr"))
        named = painter.steps(state, kit.words("fr", NAMES))
        assert named is anonymous, "the steps are made again for people with names"
        assert painter.steps(state, kit.words("en")) is not anonymous


def test_what_gestures_would_bring_about_is_said_whole(kit: AnyKit) -> None:
    painter = kit.game.painter
    for state, turn in decisions(kit):
        for gesture in painter.gestures(state, turn)[::3]:
            for lang in LANGUAGES:
                outlook = painter.outlook(state, gesture.presses, kit.words(lang, NAMES))
                if outlook is not None:
                    check_prompt(Prompt(outlook.text))


def test_parts_of_a_gesture_bring_nothing_about(kit: AnyKit) -> None:
    for state, turn in decisions(kit, every=7):
        for gesture in kit.game.painter.gestures(state, turn)[::5]:
            for length in range(len(gesture.presses)):
                begun = gesture.presses[:length]
                early = kit.game.painter.outlook(state, begun, kit.words("en"))
                assert early is None, f"pressing {' '.join(begun)} already has an effect"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_box_says_what_it_is_about(box: Box, lang: str) -> None:
    said = [box.aim(lang), *box.in_a_minute(lang), box.press_that_plays(lang)]
    assert len(set(said)) == 5
    for sentence in said:
        check_prompt(Prompt(sentence))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_aim_is_that_of_the_options(kit: AnyKit, lang: str) -> None:
    check_prompt(Prompt(kit.aim(lang)))
