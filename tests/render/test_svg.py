"""Scenes as SVG files: well-formed, labelled, coloured by class, as short as can be."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from ludotheque.core.scene import Group, Paint, Path, Rect, Rectangle, Shape, Text, Use
from ludotheque.render import Framed, to_svg, to_text
from ludotheque.render.svg import mark_svg, number, shape_svg
from tests.render.scenes import SCENE, with_piece

SVG = "{http://www.w3.org/2000/svg}"


def test_what_people_wrote_is_escaped_and_read_back() -> None:
    root = ET.fromstring(to_svg(SCENE))
    assert root.attrib["aria-label"] == "A <game>, your turn & mine"
    assert root.attrib["lang"] == "en"
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert titles == ["a <piece> & more", "a place", "a trace", "a card"], "and no ghost"


def test_a_picture_says_what_the_table_waits_for() -> None:
    assert "your turn &amp; mine</text>" in to_svg(SCENE)


def test_areas_lie_one_below_the_other() -> None:
    root = ET.fromstring(to_svg(SCENE))
    places = [g.attrib["transform"] for g in root.findall(f"{SVG}g")]
    board, hand = (float(place.split("(")[1].split()[1].rstrip(")")) for place in places)
    scale = 1.5  # the board is enlarged up to that
    assert hand == pytest.approx(board + 80 * scale + 26)


def test_a_part_that_moved_says_what_it_was() -> None:
    assert 'data-was="hand-5"' in to_svg(with_piece(was="hand-5"))
    assert "data-was" not in to_svg(SCENE)


def test_colours_are_classes_and_textures_are_references() -> None:
    area = Rectangle(0, 0, 10, 10)
    plain = shape_svg(Rect(area, Paint("moss", "ink", 2), 3))
    assert 'class="f-moss s-ink"' in plain
    assert 'stroke-width="2"' in plain
    assert 'fill="url(#dots)"' in shape_svg(Rect(area, Paint("#dots")))
    assert 'fill="none"' in shape_svg(Path("M0 0", Paint("", "ink", 1)))


def test_ends_of_lines_are_round_unless_butt() -> None:
    line = Paint("", "ink", 4, "1 2")
    whole = to_svg(SCENE).partition(">")[0]
    assert 'stroke-linecap="round" stroke-linejoin="round"' in whole, "all within inherits it"
    assert "stroke-linecap" not in shape_svg(Path("M0 0L1 1", line))
    assert 'stroke-linecap="butt"' in shape_svg(Path("M0 0L1 1", line, butt=True))
    assert 'stroke-dasharray="1 2"' in shape_svg(Path("M0 0L1 1", line))


def test_groups_lift_move_and_cut() -> None:
    inside = (Text(1, 2, "x<y", 9, anchor="middle", serif=True),)
    assert 'filter="url(#lift)"' in shape_svg(Group(inside, "lift"))
    assert 'transform="translate(3 4)"' in shape_svg(Group(inside, at=(3, 4)))
    cut = shape_svg(Group(inside, clip=Rectangle(1, 2, 3, 4)))
    assert cut.startswith('<svg x="1" y="2" width="3" height="4" viewBox="1 2 3 4">')
    assert 'text-anchor="middle" class="serif f-ink">x&lt;y</text>' in cut
    assert shape_svg(Group((), faint=True)) == '<g opacity=".45"></g>'


def test_a_symbol_is_placed_scaled_and_turned() -> None:
    assert shape_svg(Use("leaf")) == '<use href="#leaf"/>'
    assert shape_svg(Use("leaf", at=(0, 4))) == '<use href="#leaf" y="4"/>'
    assert shape_svg(Use("leaf", 0.5)) == '<use href="#leaf" transform="scale(0.5)"/>'
    turned = shape_svg(Use("leaf", 0.5, (3, 4), 90))
    assert 'transform="translate(3 4) rotate(90) scale(0.5)"' in turned


def test_a_picture_defines_the_symbols_it_uses_and_those_that_they_use() -> None:
    symbols: dict[str, tuple[Shape, ...]] = {
        "tree": (Use("leaf"),),
        "leaf": (Path("M0 0", Paint("ink")),),
        "moss": (),
    }
    scene = replace(with_piece(art=(Group((Use("tree"),)),)), symbols=symbols)
    picture = to_svg(scene)
    assert '<g id="tree"><use href="#leaf"/></g>' in picture
    assert '<g id="leaf">' in picture
    assert 'id="moss"' not in picture


def test_each_mark_is_drawn_in_its_own_way() -> None:
    marks = ("last", "decisive", "refused", "lit", "chosen")
    last, decisive, refused, lit, chosen = (mark_svg(mark, 40, 40, 8) for mark in marks)
    assert len({last, decisive, refused, lit, chosen}) == 5
    assert "s-alert" in refused
    assert "stroke-dasharray" in lit
    assert "stroke-dasharray" not in chosen


def test_numbers_are_as_short_as_they_can_be() -> None:
    assert [number(n) for n in (1.0, 1.25, -0.04, 10.0, 0.5)] == ["1", "1.2", "0", "10", "0.5"]
    assert number(1 / 3, 3) == "0.333"


def test_a_framed_scene_draws_and_prints_itself() -> None:
    assert Framed(SCENE)._repr_svg_() == to_svg(SCENE)
    assert str(Framed(SCENE)) == to_text(SCENE)
