"""Games to print, from the page of their box."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.site.running import Running


@pytest.fixture(scope="module")
def site(sites: dict[str, Running]) -> Iterator[Running]:
    with sites["sqlite"].without_traceback():
        yield sites["sqlite"]


def test_a_box_offers_its_game_to_print(site: Running) -> None:
    with site.guest("fr") as guest:
        page = guest.get("/box/babylone").text
        assert 'action="/print/babylone.pdf"' in page
        assert "en niveaux de gris" in page
        answer = guest.get("/print/babylone.pdf")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="babylone.pdf"'
    assert answer.headers["cache-control"] == "no-store"
    pages = PdfReader(BytesIO(answer.content)).pages
    assert (len(pages), round(pages[0].mediabox.height)) == (3, 842)
    assert "12 tablettes" in pages[2].extract_text()


def test_the_paper_and_the_language_are_those_of_the_visitor(site: Running) -> None:
    with site.guest("en") as guest:
        plain = guest.get("/print/babylone.pdf?paper=letter&plain=yes")
        again = guest.get("/print/babylone.pdf?paper=letter&plain=yes")
        coloured = guest.get("/print/babylone.pdf?paper=letter")
    pages = PdfReader(BytesIO(plain.content)).pages
    assert round(pages[0].mediabox.height) == 792
    assert "12 tablets" in pages[2].extract_text()
    assert plain.content == again.content != coloured.content


@pytest.mark.parametrize(
    ("path", "status"),
    [("chess.pdf", 404), ("babylone", 404), ("babylone.pdf?paper=a5", 400)],
)
def test_nothing_else_is_printed(site: Running, path: str, status: int) -> None:
    with site.guest("fr") as guest:
        assert guest.get(f"/print/{path}").status_code == status
