"""Where pieces lie on the sheets: all of them, in their size, on the paper, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from ludotheque import load
from ludotheque.core.scene import (
    Circle,
    Group,
    Path,
    PrintSet,
    Rect,
    Rectangle,
    Shape,
    Text,
    Use,
)
from ludotheque.games import names
from ludotheque.printing.paper import PAPERS, Paper
from ludotheque.printing.sheets import (
    MARK_GAP_MM,
    Sheet,
    TooLarge,
    crop_marks,
    lay_out,
    sizes_mm,
)

SPECS = (*names(), "croisements(language=en)", "babylone(start=4,4,4,4,4,4)")
NEAREST_MM = 4.9  # to the edge of the paper: printers leave up to 4.3 mm white
CLOSE = 1e-6


def print_set(spec: str) -> PrintSet:
    made = load(spec).print_set("en")
    assert made is not None
    return made


def layouts() -> Iterator[tuple[PrintSet, Paper, float, list[Sheet]]]:
    for spec in SPECS:
        made = print_set(spec)
        for paper in PAPERS.values():
            sizes = sizes_mm(made, paper)
            for size in (None, sizes[0], sizes[-1]):
                yield made, paper, size or made.size_mm, lay_out(made, paper, size)


def test_every_piece_lies_on_a_sheet_as_often_as_it_is_needed() -> None:
    for made, _, _, sheets in layouts():
        wanted = Counter({piece: piece.count for g in made.groups for piece in g.pieces})
        assert Counter(c.piece for sheet in sheets for b in sheet for c in b.cuts) == wanted


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("redline", [24, 24]),
        ("babylone", [12]),
        ("babylone(start=4,4,3,1)", [12]),
        ("plus4", [1, 34, 2]),
        ("croisements", [1, 1, 14, 14, 6]),
    ],
)
def test_a_set_is_what_the_rules_name(spec: str, counts: list[int]) -> None:
    assert [group.count for group in print_set(spec).groups] == counts


def test_every_piece_has_its_size() -> None:
    for made, _, size_mm, sheets in layouts():
        for cut in (cut for sheet in sheets for block in sheet for cut in block.cuts):
            view, scale = cut.piece.view, size_mm / made.measure
            assert cut.box.w == pytest.approx(view.w * scale)
            assert cut.box.h == pytest.approx(view.h * scale)


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("redline", (40, 40)),
        ("babylone", (60, 39.09)),
        ("plus4", (183.21, 145.71)),
        ("croisements", (182.7, 154.35)),
    ],
)
def test_the_first_piece_is_so_large_unless_another_size_is_wanted(
    spec: str, size: tuple[float, float]
) -> None:
    ((block, *_), *_) = lay_out(print_set(spec), PAPERS["a4"])
    assert (block.cuts[0].box.w, block.cuts[0].box.h) == pytest.approx(size, abs=0.01)


def test_nothing_reaches_where_printers_do_not_print() -> None:
    for _, paper, _, sheets in layouts():
        for block in (block for sheet in sheets for block in sheet):
            corners = [(c.box.x, c.box.y) for c in block.cuts]
            corners += [(c.box.x + c.box.w, c.box.y + c.box.h) for c in block.cuts]
            if not block.apart:
                corners += [end for a, b, c, d in crop_marks(block) for end in ((a, b), (c, d))]
            for x, y in corners:
                assert NEAREST_MM < x < paper.width_mm - NEAREST_MM
                assert NEAREST_MM < y < paper.height_mm - NEAREST_MM


def test_no_piece_lies_over_another() -> None:
    for _, _, _, sheets in layouts():
        for sheet in sheets:
            boxes = [cut.box for block in sheet for cut in block.cuts]
            assert not any(overlap(a, b) for a, b in combinations(boxes, 2))


def overlap(a: Rectangle, b: Rectangle) -> bool:
    across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    down = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return across > CLOSE and down > CLOSE


def test_pieces_with_straight_edges_touch_so_that_one_cut_serves_two() -> None:
    for made in map(print_set, SPECS):
        for sheet in lay_out(made, PAPERS["letter"]):
            for block in (block for block in sheet if not block.apart):
                area = sum(cut.box.w * cut.box.h for cut in block.cuts)
                rows = {round(cut.box.y, 6) for cut in block.cuts}
                whole = block.box.w * block.box.h
                last_row = [c for c in block.cuts if round(c.box.y, 6) == max(rows)]
                missing = block.box.w - sum(cut.box.w for cut in last_row)
                assert area == pytest.approx(whole - missing * last_row[0].box.h)


def test_crop_marks_stand_in_line_with_every_edge_and_on_no_piece() -> None:
    for made in map(print_set, SPECS):
        for block in (b for sheet in lay_out(made, PAPERS["a4"]) for b in sheet if not b.apart):
            marks, box = crop_marks(block), block.box
            level = {y for _, y, _, to in marks if y == to}
            for cut in block.cuts:
                for edge in (cut.box.y, cut.box.y + cut.box.h):
                    assert any(abs(edge - y) < 0.001 for y in level)
            for x1, y1, x2, y2 in marks:
                beside = max(box.x - x2, x1 - box.x - box.w, box.y - y2, y1 - box.y - box.h)
                assert beside == pytest.approx(MARK_GAP_MM, abs=0.001)


@pytest.mark.parametrize("spec", names())
def test_a_size_that_does_not_fit_is_refused(spec: str) -> None:
    made, paper = print_set(spec), PAPERS["a4"]
    assert made.size_mm in sizes_mm(made, paper)
    with pytest.raises(TooLarge):
        lay_out(made, paper, sizes_mm(made, paper).stop)


def test_pieces_are_never_told_apart_by_colour_alone() -> None:
    for spec in names():
        made = print_set(spec)
        pieces = [piece for group in made.groups for piece in group.pieces]
        cursors = {"plus4": 2}.get(spec, 0)  # which are small pawns
        looks = {tuple(outlines(piece.art, made)) for piece in pieces}
        assert len(looks) == len(pieces) - cursors, spec


def outlines(shapes: Iterable[Shape], made: PrintSet) -> Iterator[str]:
    """A drawing without its colours and sizes: outlines, textures and letters."""
    for shape in shapes:
        match shape:
            case Use(symbol):
                yield f"turned {shape.turn_degrees}"
                yield from outlines(made.symbols[symbol], made)
            case Group(inside):
                yield from outlines(inside, made)
            case Text(text=text):
                yield text
            case Path(d, paint):
                yield f"{d} {bool(paint.fill)}"
            case Rect(_, paint) | Circle(_, _, _, paint):
                yield type(shape).__name__ + paint.fill * paint.fill.startswith("#")


def test_without_colour_there_are_greys_only_and_lines_stay_clear() -> None:
    for made in map(print_set, names()):
        assert made.plain.keys() <= made.palette.day.keys()
        for name, tone in made.plain.items():
            assert tone[1:3] == tone[3:5] == tone[5:7], name
