"""Help for players: pages written in Markdown, in which `{key}` stands for a text of the house."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque import catalogue
from ludotheque.core.texts import read_resource, texts, typeset
from ludotheque.house import PACKAGE
from ludotheque.house.answers import house_of
from ludotheque.house.house import House

PAGES = ("first-game", "with-others", "progress", "your-games", "offline")
"""The help pages in the order of their list; all of them are in the documentation, too."""
_ONLINE, _OFFLINE = {"with-others", "your-games"}, {"offline"}
_TEXT = re.compile(r"\{([a-z_.]+)\}")
_LINK = re.compile(r"\(([a-z-]+)\.[a-z]{2}\.md(#[\w-]+)?\)")


class HelpPage(NamedTuple):
    """A page: its title, the titles of its sections, and the rest as HTML."""

    name: str
    title: str
    sections: tuple[str, ...]
    article: str


async def help_index(request: Request) -> Response:
    """The list of help pages, and the rules of the games."""
    house = house_of(request)
    who = await house.reader(request)
    shown = [help_in(name, who.lang) for name in _names(house)]
    return house.constant_page(
        request, who, "help", "", lambda: {"pages": shown, "boxes": catalogue()}
    )


async def help_page(request: Request) -> Response:
    """A help page; in the pocket and on a site without it, some are left out."""
    house, name = house_of(request), str(request.path_params["name"])
    who = await house.reader(request)
    if name not in _names(house):
        raise HTTPException(404)
    return house.constant_page(
        request, who, "help_page", name, lambda: {"page": help_in(name, who.lang)}
    )


def pages(pocket: bool, offline: bool) -> tuple[str, ...]:
    """The pages of the pocket, or of a site that offers it (`offline`) or not."""
    if pocket:
        return tuple(name for name in PAGES if name not in _ONLINE)
    return PAGES if offline else tuple(name for name in PAGES if name not in _OFFLINE)


def _names(house: House) -> tuple[str, ...]:
    return pages(house.templates.pocket, house.templates.offline)


def source(name: str, lang: str) -> str:
    """A page in Markdown, with the texts of the house filled in."""
    words = texts(PACKAGE, lang)
    written = typeset(read_resource(PACKAGE, f"help/{name}.{lang}.md"), lang)
    return _TEXT.sub(lambda key: words(key[1]), written)


@cache
def help_in(name: str, lang: str) -> HelpPage:
    """A page in a language; HTML in its source would be shown as text."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # the pocket has these pages as files

    written = source(name, lang)
    title, _, rest = written.partition("\n")
    linked = _LINK.sub(r"(/help/\1\2)", rest)
    article = MarkdownIt("commonmark", {"html": False}).render(linked)
    sections = re.findall(r"^## (.*)$", rest, re.MULTILINE)
    return HelpPage(name, title.removeprefix("# "), tuple(sections), article)
