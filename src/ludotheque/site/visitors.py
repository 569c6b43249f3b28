"""What a request says about the person behind it: secret, language and theme."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.reader import Asker, Reader
from ludotheque.render.themes import CHOICES

GUEST, LANG, THEME = "guest", "lang", "theme"
_COOKIE_S = 365 * 24 * 3600  # a year from the last visit
# What is read of a `Cookie` header: ours have 200 letters together, and other sites on the same
# host may add theirs, which browsers bound to 4,096 bytes each.
_COOKIES_LETTERS = 8192
_COOKIES_READ = "ludotheque.cookies"  # where a request keeps them, so that they are read once
_FRESH = "ludotheque.secret"  # where the state of a request keeps the secret for its cookie
_VALUE_LETTERS = 100  # no secret or choice of ours is longer
_LANGUAGES_READ = 10  # a browser names two or three


def secret_of(connection: HTTPConnection) -> str:
    """What identifies a guest: the token of a program, else the cookie of a browser."""
    return token_of(connection) or cookies_of(connection).get(GUEST, "")


def token_of(connection: HTTPConnection) -> str:
    """The token that a program sends, if any."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip()[:_VALUE_LETTERS] if kind.lower() == "bearer" else ""


def cookies_of(connection: HTTPConnection) -> Mapping[str, str]:
    """Our own cookies; what else the header holds is skipped, however it is written."""
    known: Mapping[str, str] | None = connection.scope.get(_COOKIES_READ)
    if known is None:
        known = read_cookies(connection.headers.get("cookie", ""))
        connection.scope[_COOKIES_READ] = known
    return known


def take_cookies(connection: HTTPConnection) -> None:
    """Reads our cookies, and drops the header, so that nobody else reads it.

    FastAPI would, for every request, by Python's own parser: with values full of backslashes that
    takes the square of their length (CVE-2024-7592).
    """
    cookies_of(connection)
    scope = connection.scope
    scope["headers"] = [header for header in scope["headers"] if header[0] != b"cookie"]


def read_cookies(header: str) -> Mapping[str, str]:
    """The cookies of ours in a header; none if it is longer than browsers send."""
    if len(header) > _COOKIES_LETTERS:
        return {}
    pairs = (piece.partition("=") for piece in header.split(";"))
    named = {name.strip(): value.strip()[:_VALUE_LETTERS] for name, _, value in pairs}
    return {name: named[name] for name in (GUEST, LANG, THEME) if name in named}


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from, as the proxies in between tell it."""
    return connection.client.host if connection.client else ""


def asker_of(connection: HTTPConnection) -> Asker:
    """Who asks, by the secret that is sent: to look up its guest would cost a query."""
    return Asker(address_of(connection), secret_of(connection))


def language(connection: HTTPConnection) -> str:
    """The chosen language, else the first known one that the browser names, else French."""
    chosen = cookies_of(connection).get(LANG, "")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    for piece in accepted.split(",")[:_LANGUAGES_READ]:
        lang = piece.split(";")[0].strip().lower()[:2]
        if lang in LANGUAGES:
            return lang
    return "fr"


def stranger(connection: HTTPConnection) -> Reader:
    """A reader of whom nothing is known but language and theme."""
    theme = cookies_of(connection).get(THEME, "")
    shown = theme if theme in CHOICES else ""
    return Reader("", "", language(connection), shown, address=address_of(connection))


def remember(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Sets a cookie that scripts cannot read, for another year."""
    secure = connection.app.state.settings.secure or connection.url.scheme == "https"
    response.set_cookie(
        name, value, max_age=_COOKIE_S, httponly=True, samesite="lax", secure=secure
    )


def remember_guest(connection: HTTPConnection, secret: str) -> None:
    """Has the answer to this request set the cookie of its guest."""
    connection.scope["state"][_FRESH] = secret


def cookie_to_set(connection: HTTPConnection) -> str:
    """The header by which the answer sets the cookie of its guest; empty if it need not."""
    secret = connection.scope.get("state", {}).get(_FRESH)
    if not secret:
        return ""
    carrier = Response()
    remember(connection, carrier, GUEST, secret)
    return carrier.headers["set-cookie"]
