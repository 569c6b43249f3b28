"""Scenes for the browser: parts with a place and a look, drawings named by what they are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ludotheque.core.scene import Family, Part, Rectangle, Use
from ludotheque.render.live import (
    SceneryCollector,
    _ends_with_ghost,
    look_of,
    scenery_keys,
    sent,
    still,
    whole_scene,
)
from tests.render.scenes import BOARD, PIECE, SCENE, with_piece


def test_areas_say_where_they_are_and_what_they_are_called() -> None:
    board, hand = whole_scene(SCENE)["areas"]
    assert (board["name"], board["label"], board["endless"]) == ("board", "The board", False)
    assert board["box"] == (0, 0, 110, 80)
    assert hand["name"] == "hand"


def test_a_part_is_a_place_and_a_look() -> None:
    drawn = whole_scene(SCENE)
    name, look, x, y, *_ = drawn["areas"][0]["parts"][0]
    fields: tuple[object, ...] = drawn["looks"][look]
    assert (name, x, y) == ("piece-1", 10, 20)
    label, art, *size = fields
    assert (label, size) == ("a <piece> & more", [40, 40]), "nothing unusual is left to say"
    assert drawn["drawings"][str(art)].startswith("<")


def test_marks_and_where_a_part_was_come_after_its_place() -> None:
    moved = whole_scene(with_piece(was="hand-5"))["areas"][0]["parts"][0]
    assert moved[4:] == ((), "hand-5")
    marked = whole_scene(with_piece(marks=("last",)))
    entry: tuple[Any, ...] = marked["areas"][0]["parts"][0]
    (mark,) = entry[4]
    assert "<path" in marked["drawings"][mark]


def test_what_is_sent_of_a_part_is_worked_out_once_and_not_for_another() -> None:
    assert sent(PIECE) is sent(PIECE)
    moved = replace(PIECE, box=Rectangle(1, 2, 40, 40))
    assert sent(moved)[0][2:] == (1, 2)
    assert sent(PIECE)[0][2:] != (1, 2)
    assert replace(PIECE) == PIECE, "what is sent of a part is no part of it"


def test_a_ghost_lies_over_what_is_pressed_before_it() -> None:
    lying = Family(("piece-", "place-", "ghost-"), "{2}", {"1": {"2": ["3"]}})
    drawn = whole_scene(replace(SCENE, offers=(lying,)))
    assert "ghost-3" not in [part[0] for part in drawn["areas"][0]["parts"]]
    look, over = drawn["ghosts"]["ghost-3"]
    assert (drawn["looks"][look][0], over) == ("a ghost", "place-2")


def test_all_symbols_of_a_game_come_with_the_first_view() -> None:
    assert whole_scene(SCENE)["symbols"]["leaf"].startswith("<")
    assert "symbols" not in SceneryCollector(SCENE, {"leaf"}).fresh()


def test_what_was_sent_is_named_by_its_key_alone() -> None:
    known: set[str] = set()
    first = SceneryCollector(SCENE, known)
    areas = [first.area(area) for area in SCENE.areas]
    assert first.fresh()
    second = SceneryCollector(SCENE, known)
    assert [second.area(area) for area in SCENE.areas] == areas
    assert not second.fresh()


def test_the_scenery_of_a_scene_is_all_but_its_parts() -> None:
    known = scenery_keys(SCENE)
    sheet = SceneryCollector(SCENE, known)
    for area in SCENE.areas:
        sheet.area(area)
    fresh = sheet.fresh()
    assert set(fresh) == {"drawings", "looks"}
    assert set(fresh["drawings"]) == {look[1] for look in fresh["looks"].values() if look[1]}


def test_equal_squares_look_equal_whatever_they_are_called() -> None:
    def square(name: str, label: str) -> Part:
        return Part(f"square-{name}", label, Rectangle(0, 0, 10, 10), role="place")

    one, other = square("b9", "square b9, letter S"), square("c2", "square c2, letter S")
    assert look_of(one) == look_of(other)
    assert look_of(one).fields[0] == ("square ", ", letter S")
    assert look_of(one) != look_of(square("c2", "square c2, letter T"))
    assert look_of(square("b9", "a square")).fields[0] == "a square"


def test_a_still_shows_the_board_and_close_up_only_its_pieces() -> None:
    whole, close = still(SCENE, label="A <cover>"), still(SCENE, close=True)
    assert 'viewBox="-14 -14 138 108"' in whole
    assert 'role="img" aria-label="A &lt;cover&gt;"' in whole
    assert 'viewBox="-4 6 68 68"' in close, "the piece with a margin of 14"
    assert 'aria-hidden="true"' in close
    assert len(re.findall("<g( transform|>)", whole)) == 3, "the piece, the place, the trace"
    assert len(re.findall("<g( transform|>)", close)) == 1


def test_a_close_up_of_a_board_without_pieces_shows_the_board() -> None:
    empty = replace(SCENE, areas=(replace(BOARD, parts=()),))
    assert 'viewBox="-14 -14 138 108"' in still(empty, close=True)
    assert "viewBox" in still(replace(empty, areas=(replace(BOARD, parts=(), endless=True),)))


def test_symbols_of_two_games_are_set_apart_on_one_page() -> None:
    part = replace(PIECE, art=(Use("leaf"),))
    scene = replace(SCENE, areas=(replace(BOARD, parts=(part,)),))
    drawn = still(scene, scope="garden")
    assert '<g id="garden-leaf">' in drawn
    assert '<use href="#garden-leaf"' in drawn


def test_a_family_that_ends_with_ghosts_says_so() -> None:
    assert _ends_with_ghost(Family(("hand-", "ghost-"), "{1}", {}))
    assert not _ends_with_ghost(Family(("hand-",), "{0}", []))
