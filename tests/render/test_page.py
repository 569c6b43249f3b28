"""A rules page as one HTML file."""

from __future__ import annotations

from html.parser import HTMLParser

from ludotheque.core.page import Figure, read_page
from ludotheque.core.scene import Scene
from ludotheque.render.page import page_to_html
from tests.render.scenes import SCENE

SOURCE = """# A game <of> two

What it is.

## 1. Aim

1.1 Be first & last.

![A figure](- v - 0 => a>b)

1.2 [R] A ruling of ours.
"""


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.images: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.images += [found["src"] or ""] if tag == "img" else []

    def handle_data(self, data: str) -> None:
        self.said += [data.strip()] if data.strip() else []


def test_paragraphs_rulings_and_figures_are_there() -> None:
    drawn: list[Figure] = []

    def draw(figure: Figure) -> Scene:
        drawn.append(figure)
        return SCENE

    seen = Seen()
    seen.feed(page_to_html(read_page(SOURCE), draw, "en"))
    assert seen.ids == ["1.1", "1.2"], "ids of a figure stay within its picture"
    assert drawn == [Figure("A figure", "- v - 0", "a>b")]
    assert seen.images[0].startswith("data:image/svg+xml,%3Csvg")
    for text in ("A game <of> two", "What it is.", "1. Aim", "Be first & last.", "Our ruling"):
        assert text in seen.said
    assert seen.said.count("Our ruling") == 1
