"""Scenes for the browser: what can be pressed is a button, nothing is styled inline."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from ludotheque.render.live import live_areas, still
from tests.render.scenes import SCENE, with_piece


def parts(area: dict[str, Any]) -> dict[str, ET.Element]:
    root = ET.fromstring(f"<svg>{area['svg']}</svg>")
    return {g.attrib["data-id"]: g for g in root.iter("g") if "data-id" in g.attrib}


def test_areas_say_where_they_are_and_what_they_are_called() -> None:
    board, hand = live_areas(SCENE)
    assert (board["name"], board["label"], board["endless"]) == ("board", "The board", False)
    assert board["box"] == [0, 0, 110, 80]
    assert hand["name"] == "hand"


def test_what_a_gesture_names_is_a_button_and_the_rest_a_picture() -> None:
    board, hand = map(parts, live_areas(SCENE))
    roles = {name: part.attrib["role"] for name, part in (board | hand).items()}
    assert roles == {
        "piece-1": "button",
        "place-2": "button",
        "ghost-3": "img",
        "trace-4": "img",
        "hand-5": "img",
    }
    assert [n for n, part in board.items() if "aria-hidden" in part.attrib] == ["trace-4"]
    assert board["piece-1"].attrib["aria-label"] == "a <piece> & more"


def test_a_part_has_room_to_press_a_ring_and_where_it_was() -> None:
    moved = parts(live_areas(with_piece(was="hand-5"))[0])["piece-1"]
    hit, ring = moved.findall("rect")
    assert (hit.attrib["width"], hit.attrib["height"]) == ("40", "40")
    assert ring.attrib["class"] == "ring s-ink"
    assert ring.attrib["width"] == "50"
    assert moved.attrib["data-was"] == "hand-5"
    assert not [e for e in moved.iter() if "style" in e.attrib]


def test_a_still_shows_the_board_and_close_up_only_its_pieces() -> None:
    whole, close = still(SCENE, label="A <cover>"), still(SCENE, close=True)
    assert 'viewBox="-14 -14 138 108"' in whole
    assert 'role="img" aria-label="A &lt;cover&gt;"' in whole
    assert 'viewBox="-4 6 68 68"' in close, "the piece with a margin of 14"
    assert 'aria-hidden="true"' in close
    assert whole.count("<g transform") == 3, "the piece, the place, the trace"
    assert close.count("<g transform") == 1
