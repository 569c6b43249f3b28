"""What a request says about its visitor: secret, address, language and theme."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.reader import Asker, Reader
from ludotheque.render.themes import CHOICES
from ludotheque.site.limits import network_of

GUEST, LANG, THEME = "guest", "lang", "theme"
_COOKIE_S = 365 * 24 * 3600  # a year from the last visit
# The longest `Cookie` header that is read: ours have 200 letters together, and other sites on the
# same host may add theirs, which browsers limit to 4,096 bytes each.
_COOKIES_LETTERS = 8192
_COOKIES_READ = "ludotheque.cookies"  # the key of the parsed cookies in a request
_FRESH = "ludotheque.secret"  # the key of the secret that becomes a cookie
_VALUE_LETTERS = 100  # longer than our secrets and choices
_LANGUAGES_READ = 10  # browsers name two or three


def secret_of(connection: HTTPConnection) -> str:
    """The guest's secret: the token of a program, else the cookie of a browser; may be empty."""
    return token_of(connection) or cookies_of(connection).get(GUEST, "")


def token_of(connection: HTTPConnection) -> str:
    """The bearer token that a program sends; empty if there is none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip()[:_VALUE_LETTERS] if kind.lower() == "bearer" else ""


def cookies_of(connection: HTTPConnection) -> Mapping[str, str]:
    """Our own cookies, parsed once for each request; all others are ignored."""
    known: Mapping[str, str] | None = connection.scope.get(_COOKIES_READ)
    if known is None:
        known = read_cookies(connection.headers.get("cookie", ""))
        connection.scope[_COOKIES_READ] = known
    return known


def take_cookies(connection: HTTPConnection) -> None:
    """Reads our cookies, and removes the header so that nothing else parses it.

    FastAPI would parse it for every request with Python's own parser, which takes quadratic time
    for values full of backslashes (CVE-2024-7592).
    """
    cookies_of(connection)
    scope = connection.scope
    scope["headers"] = [header for header in scope["headers"] if header[0] != b"cookie"]


def read_cookies(header: str) -> Mapping[str, str]:
    """Our cookies in a header; empty if the header is longer than browsers send."""
    if len(header) > _COOKIES_LETTERS:
        return {}
    pairs = (piece.partition("=") for piece in header.split(";"))
    named = {name.strip(): value.strip()[:_VALUE_LETTERS] for name, _, value in pairs}
    return {name: named[name] for name in (GUEST, LANG, THEME) if name in named}


def address_of(connection: HTTPConnection) -> str:
    """The client's address or IPv6 network, as trusted proxies report it; empty if unknown."""
    return network_of(connection.client.host) if connection.client else ""


def asker_of(connection: HTTPConnection) -> Asker:
    """The address and the secret, which stands for the guest: a lookup would cost a query."""
    return Asker(address_of(connection), secret_of(connection))


def language(connection: HTTPConnection) -> str:
    """The chosen language, else the first supported one that the browser names, else French."""
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
    """A reader without a guest, with language, theme and address."""
    theme = cookies_of(connection).get(THEME, "")
    shown = theme if theme in CHOICES else ""
    return Reader("", "", language(connection), shown, address=address_of(connection))


def remember(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Sets a cookie for a year, which scripts cannot read."""
    secure = connection.app.state.settings.secure or connection.url.scheme == "https"
    response.set_cookie(
        name, value, max_age=_COOKIE_S, httponly=True, samesite="lax", secure=secure
    )


def remember_guest(connection: HTTPConnection, secret: str) -> None:
    """Makes the answer to this request set the guest's cookie."""
    connection.scope["state"][_FRESH] = secret


def forget_fresh_guest(connection: HTTPConnection) -> None:
    """Undoes `remember_guest`: the answer sets no cookie."""
    connection.scope["state"].pop(_FRESH, None)


def cookie_to_set(connection: HTTPConnection) -> str:
    """The `Set-Cookie` header for the guest's cookie; empty if none is to be set."""
    secret = connection.scope.get("state", {}).get(_FRESH)
    if not secret:
        return ""
    carrier = Response()
    remember(connection, carrier, GUEST, secret)
    return carrier.headers["set-cookie"]
