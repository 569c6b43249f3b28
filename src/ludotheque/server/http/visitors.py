"""What a request says about the person behind it: secret, language and theme."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES
from ludotheque.render.themes import CHOICES

GUEST, LANG, THEME = "guest", "lang", "theme"
_COOKIE_S = 365 * 24 * 3600  # a year from the last visit
_VALUE_LETTERS = 100  # no secret or choice of ours is longer
NAME_SENT_LETTERS = 200  # a longer name is refused; of others, `clean_name` shows the beginning
_LANGUAGES_READ = 10  # a browser names two or three


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest with a name, or somebody who has not sat down yet (an empty id).

    `secret` is set if the guest was just added: the answer must bring it as a cookie.
    """

    guest: str
    name: str
    lang: str
    theme: str
    secret: str = ""


def secret_of(connection: HTTPConnection) -> str:
    """What identifies a guest: the token of a program, else the cookie of a browser."""
    return token_of(connection) or cookies_of(connection).get(GUEST, "")


def token_of(connection: HTTPConnection) -> str:
    """The token that a program sends, if any."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip()[:_VALUE_LETTERS] if kind.lower() == "bearer" else ""


def cookies_of(connection: HTTPConnection) -> dict[str, str]:
    """The cookies, none if they cannot be read."""
    try:
        jar = SimpleCookie(connection.headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value[:_VALUE_LETTERS] for name, morsel in jar.items()}


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


def stranger(connection: HTTPConnection) -> Visitor:
    """A visitor of whom nothing is known but language and theme."""
    theme = cookies_of(connection).get(THEME, "")
    return Visitor("", "", language(connection), theme if theme in CHOICES else "")


def remember(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Sets a cookie that scripts cannot read."""
    secure = connection.app.state.settings.secure or connection.url.scheme == "https"
    response.set_cookie(
        name, value, max_age=_COOKIE_S, httponly=True, samesite="lax", secure=secure
    )
