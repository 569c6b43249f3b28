"""Scenes: each part has a name, each action one gesture, and presses mean an action or a reason."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ludotheque.conformance.checks import check_filled, check_reason
from ludotheque.conformance.drawings import check_scene
from ludotheque.conformance.positions import each_step
from ludotheque.conformance.walking import walked
from ludotheque.core import caching
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.scene import Part, Scene, Typed, Viewpoint
from ludotheque.core.texts import LANGUAGES, NO_PROMPT
from ludotheque.games import AnyKit
from ludotheque.render import to_svg, to_text

_AMPLE_ROOM = 1_000_000  # cached results: far more than a few games need


def steps(kit: AnyKit, every: int = 1) -> Iterator[tuple[Any, Any]]:
    """The states of a game, at most the first 200."""
    return each_step(kit, walked(kit.spec, 2, 200)[::every])


def test_every_part_is_named_once_in_both_languages(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=3):
        labels = []
        for lang in LANGUAGES:
            scene = kit.game.scene(state, lang=lang)
            parts = list(scene.parts())
            twice = [name for name, n in Counter(part.id for part in parts).items() if n > 1]
            assert not twice, f"two parts are called “{twice[0]}”"
            check_labels(scene, lang)
            labels.append({part.id: part.label for part in parts})
        assert labels[0].keys() == labels[1].keys(), "the parts differ between the languages"


def check_labels(scene: Scene, lang: str) -> None:
    assert scene.lang == lang
    assert scene.status, f"the scene has no status in {lang}"
    for area in scene.areas:
        assert area.label, f"the area “{area.name}” has no label in {lang}"
    for part in scene.parts():
        assert part.label.strip(), f"the part “{part.id}” has no label in {lang}"
        check_filled(part.label)


def test_every_action_has_exactly_one_gesture(kit: AnyKit) -> None:
    """A gesture with typing stands for every action that begins with its text."""
    write = kit.game.notation.write_action
    for state, _ in steps(kit, every=2):
        gestures = kit.game.scene(state).gestures
        acting = kit.game.turn(state)
        wanted = [] if acting is None else list(map(write, kit.game.actions(state)))
        plain = [gesture.action for gesture in gestures if gesture.typed is None]
        typed = [gesture for gesture in gestures if gesture.typed is not None]
        starts = {gesture.action: gesture.typed for gesture in typed}
        assert len(starts) == len(typed), "two typed gestures begin with the same text"
        assert bool(typed) <= kit.game.examples, "a gesture is typed, but all actions are listed"
        twice = [action for action, n in Counter(plain).items() if n > 1]
        assert not twice, f"the action {twice[0]} has two gestures"
        beyond = sorted(set(plain) - set(wanted))
        assert not beyond, f"a gesture leads to {beyond[0]}, which is not among the actions"
        for action in wanted:
            if action not in plain:
                check_typed(action, starts)


def check_typed(action: str, starts: Mapping[str, Typed | None]) -> None:
    start = max((len(begin) for begin in starts if action.startswith(begin)), default=None)
    assert start is not None, f"the action {action} has no gesture"
    asked = starts[action[:start]]
    assert asked is not None
    word = action[start:]
    assert word.startswith(asked.initial), f"{word} does not begin with {asked.initial}"
    missing = Counter(asked.letters) - Counter(word)
    assert not missing, f"{word} lacks required letters: {', '.join(missing)}"


def test_every_gesture_is_made_of_parts_and_means_its_action(kit: AnyKit) -> None:
    write = kit.game.notation.write_action
    for state, _ in steps(kit, every=2):
        scene = kit.game.scene(state)
        ids = {part.id for part in scene.parts()}
        twice = [p for p, n in Counter(g.presses for g in scene.gestures).items() if n > 1]
        assert not twice, f"two gestures press {' '.join(twice[0])}"
        for gesture in scene.gestures:
            presses = gesture.presses
            missing = sorted(set(presses) - ids)
            assert not missing, f"{gesture.action} presses “{missing[0]}”, which is not a part"
            for begun in (presses[:length] for length in range(len(presses))):
                early = kit.game.meaning(state, begun)
                assert early is None, f"pressing {' '.join(begun)} already means {early}"
            meant = kit.game.meaning(state, presses)
            said = meant is None if gesture.typed else write(meant) == gesture.action
            assert said, f"{' '.join(presses)} leads to {gesture.action}, but means {meant}"


def test_only_the_one_who_acts_has_gestures(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=5):
        acting = kit.game.turn(state)
        for seat in range(kit.game.seats):
            offered = bool(kit.game.scene(state, seat).gestures)
            assert offered <= (seat == acting), f"seat {seat} has gestures, but is not to move"
            assert offered or seat != acting, f"seat {seat} is to move, but has no gesture"


def test_what_can_be_done_and_said_is_the_same_without_a_scene(kit: AnyKit) -> None:
    painter, words = kit.game.painter, kit.words("fr", ["Ada", "Grace"])
    for state, _ in steps(kit, every=5):
        for seat in (None, *range(kit.game.seats)):
            scene = painter.scene(state, Viewpoint(words, seat))
            who = f"for seat {seat}" if seat is not None else "for an onlooker"
            gestures = painter.gestures(state, seat)
            assert gestures == scene.gestures, f"{who}, the scene has other gestures"
            prompt = painter.prompt(state, seat, words)
            assert prompt == scene.prompt, f"{who}, the scene has another prompt"
            assert painter.steps(state, words) is scene.steps, f"{who}, the scene has other steps"


def test_a_scene_that_offers_nothing_lacks_gestures_ghosts_and_what_to_do(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=5):
        for seat in (None, *range(kit.game.seats)):
            full = Viewpoint[Any, Any](kit.words("en"), seat)
            offered = kit.game.painter.scene(state, full)
            shown = kit.game.painter.scene(state, full._replace(offers=False))
            assert (shown.offers, shown.ghosts) == ((), {})
            acting = seat in (None, kit.game.turn(state))
            assert shown.prompt == (NO_PROMPT if acting else offered.prompt)
            rest = replace(offered, offers=(), ghosts={}, prompt=NO_PROMPT)
            assert replace(shown, prompt=NO_PROMPT) == rest


@pytest.fixture
def room() -> Iterator[None]:
    """Empties the caches, and makes them large enough for all that the test draws."""
    caching.clear()
    caching.set_bound(_AMPLE_ROOM)
    yield
    caching.set_bound(caching.DEFAULT_BOUND_KIB)


@pytest.mark.usefixtures("room")
def test_a_part_that_stays_as_it_was_is_the_same_object(kit: AnyKit) -> None:
    """Changes are found by identity, which is fast."""
    words, old = kit.words("fr", ["Ada", "Grace"]), dict[tuple[int, str], Part]()
    after = None
    for state, action in steps(kit):
        for seat in range(kit.game.seats):
            scene = kit.game.painter.scene(state, Viewpoint(words, seat, after))
            still = [part for part in scene.parts() if not part.was and not part.marks]
            new = {(seat, part.id): part for part in still}
            copies = [n for n, part in new.items() if part == old.get(n) and part is not old[n]]
            assert not copies, f"the part “{copies[0][1]}” did not change, but was made again"
            old |= new
        after = (state, action)


def test_any_presses_mean_a_legal_action_a_reason_or_nothing_yet(kit: AnyKit) -> None:
    rng = Random(kit.spec)
    for state, _ in steps(kit, every=4):
        ids = [part.id for part in kit.game.scene(state).parts()]
        for _ in range(40):
            presses = [rng.choice(ids) for _ in range(rng.randint(1, 3))]
            meant = kit.game.meaning(state, presses)
            if isinstance(meant, Reason):
                check_reason(kit, meant)
            elif meant is not None:
                legal = meant in kit.game.actions(state)
                assert legal, f"pressing {' '.join(presses)} means {meant}, which is not allowed"


def test_presses_on_parts_that_are_not_there_break_nothing(kit: AnyKit) -> None:
    """Wrong ids yield a reason, no answer yet, or the meaning of the other presses."""
    rng = Random(kit.spec)
    for state, _ in steps(kit, every=9):
        ids = [part.id for part in kit.game.scene(state).parts()]
        for _ in range(30):
            presses = [_bent(rng.choice(ids), rng) for _ in range(rng.randint(1, 4))]
            meant = _meant(kit, state, presses)
            answered = isinstance(meant, Reason | None) or meant in kit.game.actions(state)
            assert answered, f"pressing {presses} means {meant}, which is not allowed"


def _meant(kit: AnyKit, state: Any, presses: list[str]) -> object:
    try:
        return kit.game.meaning(state, presses)
    except Refusal as refusal:
        return refusal.reason


def _bent(name: str, rng: Random) -> str:
    kind, _, rest = name.partition("-")
    return rng.choice([name, kind, f"{kind}-", f"{kind}-é²", f"{kind}-{rest}9", f"-{rest}", ""])


def test_a_press_that_cannot_go_on_is_answered_with_a_reason(kit: AnyKit) -> None:
    """After the first press, every part of a kind to press next continues or gives a reason."""
    seen: set[tuple[str, str]] = set()
    for state, _ in steps(kit, every=3):
        scene = kit.game.scene(state)
        paths = {g.presses[:n] for g in scene.gestures for n in range(len(g.presses) + 1)}
        for gesture in scene.gestures:
            seen.update(pairwise(map(_kind, gesture.presses)))
        firsts = sorted({g.presses[:1] for g in scene.gestures if len(g.presses) > 1})[:6]
        for first in firsts:
            for part in scene.parts():
                presses = (*first, part.id)
                if (_kind(first[0]), _kind(part.id)) in seen and presses not in paths:
                    meant = kit.game.meaning(state, presses)
                    unanswered = f"pressing {' '.join(presses)} leads nowhere, but has no reason"
                    assert isinstance(meant, Reason), unanswered


def _kind(part: str) -> str:
    return part.partition("-")[0]


def test_what_moved_says_where_it_was(kit: AnyKit) -> None:
    before = None
    for state, action in steps(kit):
        if before is not None:
            mover = kit.game.turn(before[0])
            parts = list(kit.game.scene(before[0], mover).parts())
            old = {part.id for part in parts}
            new = kit.game.scene(state, mover, after=before)
            moved = [part for part in new.parts() if part.was is not None]
            lost = [part.was for part in moved if part.was not in old]
            assert not lost, f"a part says that it was “{lost[0]}”, which was not a part"
            same_round = len(state.results) == len(before[0].results)
            if mover is not None and same_round and before[0].first is not None:
                old_pieces, new_pieces = _pieces(parts), _pieces(new.parts())
                stays = old_pieces == new_pieces or _only_came_or_went(old_pieces, new_pieces)
                assert moved or stays, "a piece moved, but no part gives its origin in `was`"
        before = (state, action)


def _pieces(parts: Iterable[Part]) -> dict[str, str]:
    return {part.id: part.label for part in parts if part.role == "piece"}


def _only_came_or_went(old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """Whether pieces were only added, or only removed."""
    return old.keys() < new.keys() or new.keys() < old.keys()


def test_every_action_is_told_in_both_languages(kit: AnyKit) -> None:
    for state, action in steps(kit):
        if action is not None:
            told = [kit.game.tell(state, action, lang) for lang in LANGUAGES]
            silent = kit.game.turn(state) is None and not any(told)
            assert all(told) or silent, f"the action is not described in both languages: {told}"
            assert silent or told[0] != told[1], f"both languages describe it alike: {told[0]}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_acts_is_called_you_or_by_name_not_both(kit: AnyKit, lang: str) -> None:
    """A text without a form for "you" uses the name of the person addressed."""
    names = [f"§{seat}§" for seat in range(kit.game.seats)]
    words, tell = kit.words(lang, names), kit.game.painter.tell
    for state, action in steps(kit, every=3):
        seat = None if action is None else kit.game.turn(state)
        if seat is not None:
            told, named = (tell(state, action, w) for w in (words.addressing(seat), words))
            both = told != named and names[seat] in told
            assert not both, f"“{told}” calls the player both “you” and by name"


def test_people_are_called_by_their_names_everywhere(kit: AnyKit) -> None:
    """Only the names differ from the texts without names, and no label of a seat remains."""
    plain = kit.words("en")
    names = {f"§{seat}§": plain.seat(seat) for seat in range(kit.game.seats)}
    named = kit.words("en", list(names))
    label = re.compile(rf"\b(?:{'|'.join(names.values())})\b")

    def unnamed(text: str) -> str:
        for name, label in names.items():
            text = text.replace(name, label)
        return text

    painter = kit.game.painter
    for state, action in steps(kit, every=7):
        for seat in (None, 0):
            shown = repr(painter.scene(state, Viewpoint(named, seat)))
            same = unnamed(shown) == repr(painter.scene(state, Viewpoint(plain, seat)))
            assert same, "players' names change more than the names in the scene"
            assert not label.search(shown), "the scene calls a named player by the seat's label"
        if action is not None:
            told = painter.tell(state, action, named)
            plainly = painter.tell(state, action, plain)
            assert unnamed(told) == plainly, f"with names, “{plainly}” becomes “{told}”"
            assert not label.search(told), f"“{told}” calls a named player by the seat's label"


def test_drawings_are_well_formed_and_carry_the_labels(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=6):
        scene = kit.game.scene(state)
        root = ET.fromstring(to_svg(scene))
        titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
        labels = {part.label for part in scene.parts() if part.role != "ghost"}
        assert labels == titles, f"the drawing lacks labels: {labels ^ titles}"
        assert not [e for e in root.iter() if "style" in e.attrib], "a shape has a style of its own"
        text = to_text(scene)
        assert scene.status in text, "the drawing in characters lacks the status"
        assert all(line == line.rstrip() for line in text.splitlines())


def test_every_symbol_and_every_colour_is_defined(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=6):
        check_scene(kit.game.scene(state))
