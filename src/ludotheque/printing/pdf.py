"""Draws the leaflet and the sheets of a game as one vector PDF with embedded typefaces."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from ludotheque.core.scene import Palette, Piece, PrintSet, Rectangle
from ludotheque.core.texts import texts
from ludotheque.games import AnyKit
from ludotheque.printing.columns import Column, Drawn, Written
from ludotheque.printing.fonts import BOLD, ITALIC, SANS, SERIF_BOLD, load_fonts, runs, width
from ludotheque.printing.inks import Inks, inks
from ludotheque.printing.leaflet import MARGIN, Leaflet, origin_of, set_leaflet, top_of
from ludotheque.printing.paper import POINTS_PER_MM, Paper
from ludotheque.printing.pen import Pen
from ludotheque.printing.sheets import SIDE_MM, Block, Cut, Sheet, crop_marks, lay_out

rl_config.useA85 = 0  # binary data: as text it would be a quarter longer
_HAIRLINE_PT = 0.25
_BLEED_MM = 2.0
_BAR_MM = 50  # the line at the foot of a sheet to check that it was printed to scale
_FOOT_MM = 8.0  # from the lower edge of the paper
_HEADING_MM = 8.5  # from a block up to its heading, above the crop marks
_SMALL_PT = 7.5


def make_pdf(
    kit: AnyKit, lang: str, paper: Paper, size_mm: float | None = None, *, plain: bool = False
) -> bytes:
    """The leaflet with the rules and the sheets to cut out; equal arguments give equal bytes."""
    made = kit.print_set(lang)
    if made is None:
        raise ValueError(f"{kit.name} is not printed")
    return _Document(kit, made, lang, paper, plain).made(size_mm)


class _Document:
    """A PDF that is being made."""

    def __init__(self, kit: AnyKit, made: PrintSet, lang: str, paper: Paper, plain: bool) -> None:
        load_fonts()
        self._kit, self._set, self._lang, self._paper = kit, made, lang, paper
        self._say = texts(__package__, lang)
        self._name, self._origin = kit.box.title(lang), origin_of(kit.box, lang)
        self._imprint = f"{self._origin} {self._say('unofficial')}"
        self._plain: Mapping[str, str] | None = made.plain if plain else None
        self._house = inks(Palette(), self._plain)
        self._file = BytesIO()
        self._wide, self._high = (side * POINTS_PER_MM for side in paper)
        self._forms: dict[Piece, str] = {}
        size = (self._wide, self._high)
        self._canvas: Any = Canvas(
            self._file, pagesize=size, invariant=1, lang=lang, initialFontName=SANS
        )

    def made(self, size_mm: float | None) -> bytes:
        """Draws all pages, and returns the bytes of the file."""
        box, canvas = self._kit.box, self._canvas
        canvas.setTitle(f"{self._name} — {self._say('rules')}")
        canvas.setAuthor(", ".join(box.authors) or box.publisher)
        canvas.setSubject(self._imprint)
        canvas.setCreator("Ludothèque")
        canvas.setViewerPreference("PrintScaling", "None")
        self._leaflet(set_leaflet(box.name, self._lang, self._paper))
        for sheet in lay_out(self._set, self._paper, size_mm):
            self._sheet(sheet)
        canvas.save()
        return self._file.getvalue()

    def _leaflet(self, leaflet: Leaflet) -> None:
        self._list(self._say("rules"))
        for number, columns in enumerate(leaflet.pages):
            self._title() if number == 0 else self._head()
            for x, column in columns:
                self._column(x, self._high - top_of(number), column)
            self._line_at_foot(number + 1, len(leaflet.pages))
            self._canvas.showPage()

    def _title(self) -> None:
        """Writes the name and the origin of the game at the top of the first page."""
        top = self._high - MARGIN
        self._write(MARGIN, top - 20, self._name, SERIF_BOLD, 24)
        self._write(self._wide - MARGIN, top - 11, self._say("rules"), BOLD, 9, "end")
        self._write(self._wide - MARGIN, top - 23, self._origin, SANS, 9, "end")
        self._write(MARGIN, top - 36, self._say("unofficial"), ITALIC, 9, colour="muted")
        self._rule(top - 42)

    def _head(self) -> None:
        """Writes the line at the top of a later page."""
        top = self._high - MARGIN
        self._write(MARGIN, top - 8, self._name, SERIF_BOLD, 11)
        self._rule(top - 12)

    def _rule(self, y: float) -> None:
        self._stroke("wood-edge", 0.6)
        self._canvas.line(MARGIN, y, self._wide - MARGIN, y)

    def _line_at_foot(self, page: int, pages: int) -> None:
        self._write(MARGIN, MARGIN, self._imprint, ITALIC, _SMALL_PT, colour="muted")
        number = self._say("page", title=self._name, n=page, of=pages)
        self._write(self._wide - MARGIN, MARGIN, number, SANS, _SMALL_PT, "end", "muted")

    def _column(self, x: float, top: float, column: Column) -> None:
        for y, row in column:
            for mark in row.marks:
                left, at = x + mark.x, top - y - mark.y
                if isinstance(mark, Written):
                    self._write(left, at, mark.text, mark.font, mark.size, colour=mark.colour)
                else:
                    self._figure(mark, left, at)

    def _figure(self, mark: Drawn, x: float, y: float) -> None:
        colours = inks(mark.scene.palette, self._plain)
        pen = Pen(self._canvas, colours, mark.scene.symbols)
        pen.view(mark.shapes, mark.view, (x, y), mark.scale)

    def _sheet(self, sheet: Sheet) -> None:
        colours = inks(self._set.palette, self._plain)
        for block in sheet:
            self._block(block, colours)
        self._foot()
        self._canvas.showPage()

    def _block(self, block: Block, colours: Inks) -> None:
        x, y = block.box.x, block.box.y - _HEADING_MM
        self._list(block.label)
        self._write(*self._at(x, y), block.label, BOLD, 9)
        for cut in block.cuts:
            self._bleed(cut, colours)
        for cut in block.cuts:
            self._cut(cut, colours)
        if not block.apart:
            self._guides(block)

    def _bleed(self, cut: Cut, colours: Inks) -> None:
        if cut.piece.bleed:
            box, more = cut.box, _BLEED_MM
            self._canvas.setFillColor(HexColor(colours[cut.piece.bleed]))
            around = Rectangle(box.x - more, box.y - more, box.w + 2 * more, box.h + 2 * more)
            self._canvas.rect(*self._corner(around), stroke=0, fill=1)

    def _cut(self, cut: Cut, colours: Inks) -> None:
        """Draws a piece as a PDF form of its exact size, which programs can measure."""
        x, y, wide, high = self._corner(cut.box)
        if cut.piece not in self._forms:
            name = self._forms[cut.piece] = f"piece{len(self._forms) + 1}"
            self._canvas.beginForm(name, 0, 0, wide, high)
            pen = Pen(self._canvas, colours, self._set.symbols)
            pen.view(cut.piece.art, cut.piece.view, (0, high), wide / cut.piece.view.w)
            self._canvas.endForm()
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.doForm(self._forms[cut.piece])
        self._canvas.restoreState()

    def _guides(self, block: Block) -> None:
        """Draws crop marks beside the pieces, and a hairline around each for scissors."""
        self._stroke("muted", _HAIRLINE_PT)
        for cut in block.cuts:
            self._canvas.rect(*self._corner(cut.box), stroke=1, fill=0)
        self._stroke("ink", _HAIRLINE_PT)
        for x1, y1, x2, y2 in crop_marks(block):
            self._canvas.line(*self._at(x1, y1), *self._at(x2, y2))

    def _foot(self) -> None:
        """Draws a line of known length, with a note on how to print and the origin of the game."""
        bottom = self._paper.height_mm - _FOOT_MM
        x, y = self._at(SIDE_MM, bottom)
        end = x + _BAR_MM * POINTS_PER_MM
        self._stroke("ink", 0.6)
        self._canvas.line(x, y + 12, end, y + 12)
        for tick in (x, end):
            self._canvas.line(tick, y + 9, tick, y + 15)
        self._write(end + 6, y + 9.5, self._say("foot", n=_BAR_MM), SANS, _SMALL_PT)
        self._write(x, y, f"{self._name}. {self._imprint}", ITALIC, _SMALL_PT, colour="muted")

    def _list(self, heading: str) -> None:
        """Adds this page to the table of contents that PDF viewers show."""
        self._canvas.bookmarkPage(heading)
        self._canvas.addOutlineEntry(heading, heading)

    def _write(
        self, x: float, y: float, text: str, font: str, size: float, anchor: str = "start",
        colour: str = "ink",
    ) -> None:  # fmt: skip
        self._canvas.setFillColor(HexColor(self._house[colour]))
        x -= width(text, font, size) if anchor == "end" else 0
        for run, face in runs(text, font):
            self._canvas.setFont(face, size)
            self._canvas.drawString(x, y, run)
            x += width(run, face, size)

    def _stroke(self, colour: str, thick: float) -> None:
        self._canvas.setStrokeColor(HexColor(self._house[colour]))
        self._canvas.setLineWidth(thick)

    def _at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A point of a sheet in points from the lower left."""
        return x_mm * POINTS_PER_MM, self._high - y_mm * POINTS_PER_MM

    def _corner(self, box: Rectangle) -> tuple[float, float, float, float]:
        """A rectangle of a sheet in points: its lower left corner, its width and its height."""
        x, y = self._at(box.x, box.y + box.h)
        return x, y, box.w * POINTS_PER_MM, box.h * POINTS_PER_MM
