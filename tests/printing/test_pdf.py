"""The PDF, read by another library: sizes, typefaces, colours and metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

from ludotheque.games import load_for
from ludotheque.printing.leaflet import origin_of
from ludotheque.printing.paper import PAPERS, POINTS_PER_MM
from ludotheque.printing.pdf import make_pdf
from ludotheque.printing.sheets import lay_out
from tests.printing.prints import ALL, Wanted, made, read

LEAFLET = 2  # pages


# A form where ReportLab draws it: moved, and neither scaled nor turned.
FORM = re.compile(rb"q\s+1 0 0 1 ([\d.]+) ([\d.]+) cm\s+(/\S+) Do\s+Q")
LEVEL = re.compile(rb"n ([\d.]+) ([\d.]+) m ([\d.]+) \2 l S")
COLOUR = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\s")
NO_VECTOR = re.compile(rb"\s(?:BI|ID|sh|[\d.]+ [\d.]+ [\d.]+ [\d.]+ [kK])\s")


def data_of(page: PageObject) -> bytes:
    contents = page.get_contents()
    assert contents is not None
    return contents.get_data()


def placed(page: PageObject) -> list[tuple[float, ...]]:
    """Where forms are drawn on a page and how large they are, in mm from its lower left."""
    resources: Any = page["/Resources"]
    found, data = [], data_of(page)
    for x, y, name in FORM.findall(data):
        left, bottom, right, top = map(float, resources["/XObject"][name.decode()]["/BBox"])
        assert (left, bottom) == (0, 0)
        found.append(tuple(n / POINTS_PER_MM for n in (float(x), float(y), right, top)))
    assert len(found) == data.count(b" Do")
    return found


def streams(reader: PdfReader) -> Iterator[tuple[bytes, Any]]:
    """The drawing and the resources of every page and of every form."""
    for page in reader.pages:
        resources: Any = page["/Resources"]
        yield data_of(page), resources
        for form in resources.get("/XObject", {}).values():
            assert form["/Subtype"] == "/Form", "no picture in dots"
            yield form.get_object().get_data(), form["/Resources"]


@pytest.mark.parametrize("wanted", ALL)
def test_the_file_measures_right(wanted: Wanted) -> None:
    reader, paper = read(wanted), PAPERS[wanted.paper]
    kit = load_for(wanted.game, wanted.lang)
    pieces = kit.print_set(wanted.lang)
    assert pieces is not None
    sheets = lay_out(pieces, paper)
    assert len(reader.pages) == LEAFLET + len(sheets)
    for page in reader.pages:
        size = float(page.mediabox.width), float(page.mediabox.height)
        assert size == pytest.approx([n * POINTS_PER_MM for n in paper], abs=0.001)
        assert page.cropbox == page.mediabox
        assert page.get("/UserUnit", 1) == 1
    for sheet, page in zip(sheets, reader.pages[LEAFLET:], strict=True):
        boxes = [cut.box for block in sheet for cut in block.cuts]
        wanted_mm = [(b.x, paper.height_mm - b.y - b.h, b.w, b.h) for b in boxes]
        lines = [float(end) - float(start) for start, _, end in LEVEL.findall(data_of(page))]
        assert any(length == pytest.approx(50 * POINTS_PER_MM, abs=0.01) for length in lines)
        assert placed(page) == [pytest.approx(at, abs=0.01) for at in wanted_mm]


@pytest.mark.parametrize("wanted", ALL)
def test_typefaces_are_embedded_and_everything_is_drawn_in_lines(wanted: Wanted) -> None:
    fonts = 0
    for data, resources in streams(read(wanted)):
        for font in resources.get("/Font", {}).values():
            assert "/FontFile2" in font["/FontDescriptor"]
            fonts += 1
        assert not NO_VECTOR.search(data)
    assert fonts


@pytest.mark.parametrize("wanted", ALL)
def test_only_greys_are_used_where_no_colour_is_wanted(wanted: Wanted) -> None:
    colours = {tone for data, _ in streams(read(wanted)) for tone in COLOUR.findall(data)}
    assert len(colours) > 5
    assert any(len(set(tone)) > 1 for tone in colours) != wanted.plain


@pytest.mark.parametrize("wanted", [w for w in ALL if w.game == "babylone"])
def test_every_page_says_that_it_is_unofficial_and_whose_game_it_is(wanted: Wanted) -> None:
    box = load_for(wanted.game, wanted.lang).box
    unofficial = {"fr": "non officielle, pour un usage personnel", "en": "Unofficial edition, for"}
    reader = read(wanted)
    for page in reader.pages:
        text = " ".join(page.extract_text().split())
        assert unofficial[wanted.lang] in text
        assert origin_of(box, wanted.lang) in text
    contents: Any = reader.outline
    titles = {"fr": ["Règle du jeu", "12 tablettes"], "en": ["Rules of the game", "12 tablets"]}
    assert [entry.title for entry in contents] == titles[wanted.lang]
    about: Any = reader.metadata
    assert unofficial[wanted.lang] in about.subject
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]


def test_the_same_print_is_the_same_file() -> None:
    wanted = Wanted("babylone", "fr", "a4", False)
    assert make_pdf(load_for("babylone", "fr"), "fr", PAPERS["a4"]) == made(wanted)


def test_pieces_can_be_of_another_size() -> None:

    small = make_pdf(load_for("redline", "fr"), "fr", PAPERS["a4"], 25)
    reader = PdfReader(BytesIO(small))
    boxes = placed(reader.pages[LEAFLET])
    assert len(boxes) == 48, "both colours on one sheet"
    assert all(box[2:] == pytest.approx((25, 25), abs=0.01) for box in boxes)
