"""The prints that the tests look at: each game once in colour and once without."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader

from ludotheque.games import load_for, names
from ludotheque.printing.paper import PAPERS
from ludotheque.printing.pdf import make_pdf


class Wanted(NamedTuple):
    game: str
    lang: str
    paper: str
    plain: bool


ALL = [
    wanted
    for game in names()
    for wanted in (Wanted(game, "fr", "a4", False), Wanted(game, "en", "letter", True))
]


@cache
def made(wanted: Wanted) -> bytes:
    kit = load_for(wanted.game, wanted.lang)
    return make_pdf(kit, wanted.lang, PAPERS[wanted.paper], plain=wanted.plain)


@cache
def read(wanted: Wanted) -> PdfReader:
    return PdfReader(BytesIO(made(wanted)))
