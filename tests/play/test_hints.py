"""Three steps towards any action of any game: narrowing, in words, on parts that are there."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.scene import Gesture, Scene
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import AnyKit
from ludotheque.play.hints import Hint, advice, hints
from tests.specs import specs

KITS = {spec: load(spec) for spec in specs()}
POSITIONS, LONGEST = 6, 60


@pytest.fixture(params=sorted({kit.spec for kit in KITS.values()}))
def kit(request: pytest.FixtureRequest) -> AnyKit:
    return KITS[request.param]


@cache
def walked(spec: str) -> list[tuple[Any, Any, tuple[Hint, ...]]]:
    """Some positions of a random game with a player to move, each with an action and its hint."""
    kit = KITS[spec]
    found = [
        (state, action)
        for state, action in islice(walk(kit.game.rules, Random(spec)), LONGEST)
        if action is not None and kit.game.turn(state) is not None
    ]
    some = found[:: max(1, len(found) // POSITIONS)]
    return [(state, action, hints(kit, state, action)) for state, action in some]


def gesture_for(scene: Scene, text: str) -> Gesture:
    return next(
        g for g in scene.gestures if g.action == text or (g.typed and text.startswith(g.action))
    )


def test_the_last_step_presses_what_makes_the_action(kit: AnyKit) -> None:
    for state, action, (*_, move) in walked(kit.spec):
        text = kit.game.notation.write_action(action)
        scene = kit.game.scene(state, kit.game.turn(state))
        assert move.parts == gesture_for(scene, text).presses
        assert move.kind == "move"
        if not gesture_for(scene, text).typed:
            assert kit.game.meaning(state, move.parts) == action


def test_each_step_is_on_parts_that_can_be_seen_and_narrows_the_view(kit: AnyKit) -> None:
    for state, _, (where, second, move) in walked(kit.spec):
        scene = kit.game.scene(state, kit.game.turn(state))
        seen = {part.id: part for part in scene.parts()}
        assert where.kind == "where"
        assert all(seen[name].role not in ("ghost", "trace") for name in where.parts + second.parts)
        assert set(where.parts) & set(move.parts)
        firsts = {gesture.presses[0] for gesture in scene.gestures}
        assert len(where.parts) > 1 or len(firsts) == 1, "it gives the move away"
        assert len(set(where.parts)) == len(where.parts)
        if second.kind == "piece":
            assert set(second.parts) < set(move.parts) or "plain" in second.parts[0]
        else:
            assert second.parts == where.parts


def test_where_pieces_are_places_too_the_piece_is_among_those_shown_first(kit: AnyKit) -> None:
    """Piles go onto piles: to show where one goes, and then another pile, would contradict."""
    for state, _, (where, second, _) in walked(kit.spec):
        scene = kit.game.scene(state, kit.game.turn(state))
        pieces = {part.id for part in scene.parts() if part.role == "piece"}
        firsts = {gesture.presses[0] for gesture in scene.gestures}
        if second.kind == "piece" and {*where.parts} <= pieces & firsts:
            assert {*second.parts} <= {*where.parts}


def test_no_side_is_named_of_a_board_that_may_lie_on_its_side() -> None:
    sides = {load("croisements").words("en")(f"hint.{side}") for side in ("left", "top", "right")}
    for spec in ("croisements", "babylone"):
        named = [
            any(side in hints(KITS[spec], state, action, "en")[0].text for side in sides)
            for state, action, _ in walked(spec)
        ]
        assert any(named) == (spec == "babylone")


def test_many_places_are_narrowed_to_fewer(kit: AnyKit) -> None:
    """Three and more squares, piles or columns to choose from are never all lit."""
    for state, _, (where, *_) in walked(kit.spec):
        scene = kit.game.scene(state, kit.game.turn(state))
        firsts = {gesture.presses[0] for gesture in scene.gestures}
        areas = [area for area in scene.areas if {p.id for p in area.parts} & set(where.parts)]
        pressed = {press for gesture in scene.gestures for press in gesture.presses}
        there = [p for p in areas[0].parts if p.id in pressed and p.role != "ghost"]
        if len(areas) == 1 and len(there) > 2 and len(firsts) > 2:
            assert len(where.parts) < len(there)


def test_every_step_is_a_sentence_in_both_languages(kit: AnyKit) -> None:
    for state, action, found in walked(kit.spec)[::2]:
        told = {lang: hints(kit, state, action, lang) for lang in LANGUAGES}
        for french, english in zip(*told.values(), strict=True):
            assert french.text != english.text
            assert french.parts == english.parts
            assert french.kind == english.kind
            for hint in (french, english):
                assert_sentence(hint)
        assert told["fr"] == found, "the same again"


def assert_sentence(hint: Hint) -> None:
    assert hint.text[0].isupper()
    assert hint.text.endswith(".")
    assert "{" not in hint.text
    assert "None" not in hint.text


def taught(spec: str, *actions: str) -> tuple[Hint, Hint, Hint]:
    """The hint after these actions, in English."""
    kit = load(spec)
    state = kit.game.initial()
    for text in actions:
        state = kit.game.apply(state, kit.game.notation.read_action(text))
    return hints(kit, state, advice(kit, state), "en")


def test_four_in_a_row_is_named_before_it_is_shown() -> None:
    where, why, move = taught("plus4", "begin 0", *"121212")
    assert where == Hint("where", "The right move is on the left.", ("column-1", "column-2"))
    assert why.text == "Here is the idea. Four pawns line up in column 1."
    assert move == Hint("move", "Push column 1.", ("column-1",))


def test_a_threat_is_named() -> None:
    """Red has three in column 1 and would push it again; Blue pushes it first."""
    _, why, move = taught("plus4", "begin 0", *"12131")
    assert (
        why.text
        == "Here is the idea. Otherwise the opponent would line up four by pushing column 1."
    )
    assert move.text == "Push column 1."


def test_with_two_kinds_of_pawns_the_second_step_says_which() -> None:
    kit = load("plus4(mode=endless)")
    state = kit.game.apply(kit.game.initial(), kit.game.notation.read_action("begin 0"))
    read = kit.game.notation.read_action
    assert hints(kit, state, read("2"))[1].parts == ("hand-plain",)
    assert hints(kit, state, read("2*"))[1].parts == ("hand-bonus",)
    played = kit.game.apply(kit.game.apply(state, read("2*")), read("1"))
    assert hints(kit, played, read("2"))[1].kind == "why"


def test_who_begins_is_hinted_without_giving_it_away_at_once() -> None:
    where, why, move = taught("babylone", "chooser 0")
    assert where.parts == ("button-first", "button-second")
    assert "second" in why.text
    assert move == Hint("move", "Go second.", ("button-second",))


def test_the_first_tile_of_redline_is_sought_in_the_hand() -> None:
    kit = KITS["redline"]
    state = next(s for s, _ in walk(kit.game.rules, Random(1)) if kit.game.turn(s) is not None)
    where = hints(kit, state, kit.game.actions(state)[0])[0]
    assert where.text.startswith("Regardez votre main, ")
    assert 1 < len(where.parts) < 8
    assert all(part.startswith("hand-") for part in where.parts)


def test_a_word_is_told_last() -> None:
    kit = KITS["croisements"]
    state = next(s for s, _ in walk(kit.game.rules, Random(2)) if s.round and s.round.turns == 4)
    found = advice(kit, state)
    where, pieces, move = hints(kit, state, found)
    assert found.word in move.text
    assert found.word not in where.text + pieces.text
    crossing = found.crossing
    assert pieces.parts == (f"pawn-{crossing.pawn}", f"pawn-{crossing.support}")
    assert f"square-{crossing.square}" in where.parts


def test_where_nobody_acts_or_the_teacher_fails_it_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = load("babylone")
    with pytest.raises(Refusal) as refused:
        advice(kit, kit.game.initial())
    assert refused.value.reason.key == "hint.nobody"

    def broken(state: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(kit.teacher, "advice", broken)
    state = kit.game.apply(kit.game.initial(), kit.game.notation.read_action("chooser 0"))
    with pytest.raises(Refusal) as refused:
        advice(kit, state)
    reason = refused.value.reason
    assert reason == Reason("hint.none")
    assert all(kit.text(reason, lang) for lang in LANGUAGES)
