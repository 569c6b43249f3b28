"""Who is asking: the guest behind a cookie, the language and the theme."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES
from ludotheque.render.themes import CHOICES
from ludotheque.table.commands import deny

if TYPE_CHECKING:
    from ludotheque.server.site import Site

_YEAR = 365 * 24 * 3600
GUEST, LANG, THEME = "guest", "lang", "theme"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest with a name, or somebody who has not sat down yet (an empty id)."""

    guest: str
    name: str
    lang: str
    theme: str


def site_of(connection: HTTPConnection) -> Site:
    """The site that the application serves."""
    site: Site = connection.app.state.site
    return site


async def visitor(connection: HTTPConnection) -> Visitor:
    """Who is asking, by the token or the cookies, and in which language."""
    known = await site_of(connection).tables.guest(secret_of(connection))
    if known is None and token_of(connection):
        raise deny("no_token")
    guest, name = known or ("", "")
    theme = cookies_of(connection).get(THEME, "")
    return Visitor(guest, name, language(connection), theme if theme in CHOICES else "")


def secret_of(connection: HTTPConnection) -> str:
    """What shows who is asking: the token of a program, else the cookie of a browser."""
    return token_of(connection) or cookies_of(connection).get(GUEST, "")


def token_of(connection: HTTPConnection) -> str:
    """The token that a program sends, if any."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" else ""


def cookies_of(connection: HTTPConnection) -> dict[str, str]:
    """The cookies, none if they cannot be read."""
    try:
        jar = SimpleCookie(connection.headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value[:100] for name, morsel in jar.items()}


def language(connection: HTTPConnection) -> str:
    """The chosen language, else the first known one that the browser names, else French."""
    chosen = cookies_of(connection).get(LANG, "")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    for piece in accepted.split(",")[:10]:
        lang = piece.split(";")[0].strip().lower()[:2]
        if lang in LANGUAGES:
            return lang
    return "fr"


async def known_guest(connection: HTTPConnection, response: Response) -> str:
    """The guest who is asking, made and given a cookie if nobody has met them."""
    who = await visitor(connection)
    if who.guest:
        return who.guest
    guest, secret = await site_of(connection).tables.new_guest()
    remember(connection, response, GUEST, secret)
    return guest


def remember(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Sets a cookie that scripts cannot read."""
    secure = site_of(connection).settings.secure or connection.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
