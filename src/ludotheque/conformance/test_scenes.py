"""Scenes: every part named, every action one gesture, every gesture an action or a reason."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from ludotheque.conformance.walking import walked
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.scene import Part, Viewpoint
from ludotheque.core.texts import NO_PROMPT
from ludotheque.games import AnyKit
from ludotheque.render import to_svg, to_text

LANGUAGES = ("fr", "en")


def steps(kit: AnyKit, every: int = 1) -> list[tuple[Any, Any]]:
    """The states of a game, the first 200 of a long one."""
    return walked(kit.spec, 2, 200)[::every]


def test_every_part_is_named_once_in_both_languages(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=3):
        labels = []
        for lang in LANGUAGES:
            scene = kit.game.scene(state, lang=lang)
            parts = list(scene.parts())
            assert len({part.id for part in parts}) == len(parts)
            assert all(part.label.strip() and "{" not in part.label for part in parts)
            assert all(area.label for area in scene.areas)
            assert scene.status
            assert scene.lang == lang
            labels.append({part.id: part.label for part in parts})
        assert labels[0].keys() == labels[1].keys()


def test_every_action_has_exactly_one_gesture(kit: AnyKit) -> None:
    """A typed one stands for every action that begins as it does."""
    write = kit.game.notation.write_action
    for state, _ in steps(kit, every=2):
        gestures = kit.game.scene(state).gestures
        acting = kit.game.turn(state)
        wanted = [] if acting is None else list(map(write, kit.game.actions(state)))
        plain = [gesture.action for gesture in gestures if gesture.typed is None]
        typed = [gesture for gesture in gestures if gesture.typed is not None]
        starts = {gesture.action: gesture.typed for gesture in typed}
        assert len(starts) == len(typed)
        assert bool(typed) <= kit.game.examples
        words = [action for action in wanted if action not in plain]
        assert sorted(plain) == sorted(set(wanted) - set(words))
        for action in words:
            start = max(len(begin) for begin in starts if action.startswith(begin))
            asked = starts[action[:start]]
            assert asked is not None
            assert action[start:].startswith(asked.initial)
            assert not Counter(asked.letters) - Counter(action[start:])


def test_every_gesture_is_made_of_parts_and_means_its_action(kit: AnyKit) -> None:
    write = kit.game.notation.write_action
    for state, _ in steps(kit, every=2):
        scene = kit.game.scene(state)
        ids = {part.id for part in scene.parts()}
        assert len({gesture.presses for gesture in scene.gestures}) == len(scene.gestures)
        for gesture in scene.gestures:
            assert set(gesture.presses) <= ids
            for length in range(len(gesture.presses)):
                assert kit.game.meaning(state, gesture.presses[:length]) is None
            meant = kit.game.meaning(state, gesture.presses)
            assert meant is None if gesture.typed else write(meant) == gesture.action


def test_only_the_one_who_acts_has_gestures(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=5):
        acting = kit.game.turn(state)
        for seat in range(kit.game.seats):
            gestures = kit.game.scene(state, seat).gestures
            assert bool(gestures) == (seat == acting)


def test_what_can_be_done_and_said_is_the_same_without_a_scene(kit: AnyKit) -> None:
    painter, words = kit.game.painter, kit.words("fr", ["Ada", "Grace"])
    for state, _ in steps(kit, every=5):
        for seat in (None, *range(kit.game.seats)):
            scene = painter.scene(state, Viewpoint(words, seat))
            assert painter.gestures(state, seat) == scene.gestures
            assert painter.prompt(state, seat, words) == scene.prompt
            assert painter.steps(state, words) is scene.steps


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


def test_a_part_that_stays_as_it_was_is_the_same_object(kit: AnyKit) -> None:
    """So that what changed is found quickly, whoever looks."""
    words, old = kit.words("fr", ["Ada", "Grace"]), dict[tuple[int, str], Part]()
    after = None
    for state, action in steps(kit):
        for seat in range(kit.game.seats):
            scene = kit.game.painter.scene(state, Viewpoint(words, seat, after))
            still = [part for part in scene.parts() if not part.was and not part.marks]
            new = {(seat, part.id): part for part in still}
            copies = [n for n, part in new.items() if part == old.get(n) and part is not old[n]]
            assert not copies
            old |= new
        after = (state, action)


def test_any_presses_mean_a_legal_action_a_reason_or_nothing_yet(kit: AnyKit) -> None:
    rng = Random(kit.spec)
    page = kit.rules_page()
    for state, _ in steps(kit, every=4):
        ids = [part.id for part in kit.game.scene(state).parts()]
        for _ in range(40):
            presses = [rng.choice(ids) for _ in range(rng.randint(1, 3))]
            meant = kit.game.meaning(state, presses)
            if isinstance(meant, Reason):
                assert page.find(meant.rule) is not None
                assert all(kit.text(meant, lang) for lang in LANGUAGES)
            elif meant is not None:
                assert meant in kit.game.actions(state)


def test_presses_on_parts_that_are_not_there_break_nothing(kit: AnyKit) -> None:
    """Whatever a program sends: a reason, nothing yet, or what its other presses mean."""
    rng = Random(kit.spec)
    for state, _ in steps(kit, every=9):
        ids = [part.id for part in kit.game.scene(state).parts()]
        for _ in range(30):
            presses = [_bent(rng.choice(ids), rng) for _ in range(rng.randint(1, 4))]
            meant = _meant(kit, state, presses)
            assert isinstance(meant, Reason | None) or meant in kit.game.actions(state), presses


def _meant(kit: AnyKit, state: Any, presses: list[str]) -> object:
    try:
        return kit.game.meaning(state, presses)
    except Refusal as refusal:
        return refusal.reason


def _bent(name: str, rng: Random) -> str:
    kind, _, rest = name.partition("-")
    return rng.choice([name, kind, f"{kind}-", f"{kind}-é²", f"{kind}-{rest}9", f"-{rest}", ""])


def test_a_press_that_cannot_go_on_is_answered_with_a_reason(kit: AnyKit) -> None:
    """After the first press, anything of the kind that is pressed next means something."""
    seen: set[tuple[str, str]] = set()
    for state, _ in steps(kit, every=3):
        scene = kit.game.scene(state)
        paths = {g.presses[:n] for g in scene.gestures for n in range(len(g.presses) + 1)}
        for gesture in scene.gestures:
            seen.update(
                zip(map(_kind, gesture.presses), map(_kind, gesture.presses[1:]), strict=False)
            )
        firsts = sorted({g.presses[:1] for g in scene.gestures if len(g.presses) > 1})[:6]
        for first in firsts:
            for part in scene.parts():
                presses = (*first, part.id)
                if (_kind(first[0]), _kind(part.id)) in seen and presses not in paths:
                    assert isinstance(kit.game.meaning(state, presses), Reason), presses


def _kind(part: str) -> str:
    return part.partition("-")[0]


def test_what_moved_says_where_it_was(kit: AnyKit) -> None:
    before = None
    for state, action in steps(kit):
        if before is not None:
            parts = list(kit.game.scene(before[0]).parts())
            old = {part.id for part in parts}
            new = kit.game.scene(state, after=before)
            moved = [part for part in new.parts() if part.was is not None]
            assert all(part.was in old for part in moved)
            same_round = len(state.results) == len(before[0].results)
            if kit.game.turn(before[0]) is not None and same_round and before[0].first is not None:
                left = _pieces(parts) - _pieces(list(new.parts()))  # others may have come
                assert moved or not left or "-" in kit.game.notation.write_action(before[1])
        before = (state, action)


def _pieces(parts: list[Part]) -> set[tuple[str, str]]:
    return {(part.id, part.label) for part in parts if part.role == "piece"}


def test_every_action_is_told_in_both_languages(kit: AnyKit) -> None:
    for state, action in steps(kit):
        if action is not None:
            told = [kit.game.tell(state, action, lang) for lang in LANGUAGES]
            assert all(told) or (kit.game.turn(state) is None and not any(told))
            assert told[0] != told[1] or not told[0]


def test_people_are_called_by_their_names_everywhere(kit: AnyKit) -> None:
    """It is the same to the letter but for the names; none stays for those who have none."""
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
            assert unnamed(shown) == repr(painter.scene(state, Viewpoint(plain, seat)))
            assert not label.search(shown)
        if action is not None:
            told = painter.tell(state, action, named)
            assert unnamed(told) == painter.tell(state, action, plain)
            assert not label.search(told)


def test_drawings_are_well_formed_and_carry_the_labels(kit: AnyKit) -> None:
    for state, _ in steps(kit, every=6):
        scene = kit.game.scene(state)
        root = ET.fromstring(to_svg(scene))
        titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
        assert {p.label for p in scene.parts() if p.role != "ghost"} == titles
        assert not [e for e in root.iter() if "style" in e.attrib]
        text = to_text(scene)
        assert scene.status in text
        assert all(line == line.rstrip() for line in text.splitlines())


def test_colours_of_every_class_are_defined_in_every_theme(kit: AnyKit) -> None:
    state = steps(kit)[len(steps(kit)) // 2][0]
    for theme in ("auto", "day", "night", "contrast"):
        svg = to_svg(kit.game.scene(state), theme)
        body = svg.split("</defs>")[1]
        used = set(
            re.findall(r"\b[fs]-([A-Za-z-]+)", " ".join(re.findall(r'class="([^"]*)"', body)))
        )
        for name in used:
            assert f"--{name}:" in svg, name
