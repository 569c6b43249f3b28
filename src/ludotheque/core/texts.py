"""The words a person sees: TOML tables beside the code, one for each language, French first."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from ludotheque.core.reason import Reason, Value

_Piece = tuple[str, str, str]
LANGUAGES = ("fr", "en")
RULE = "rule"


class Texts:
    """The texts of one package in one language, with the shared ones behind them.

    Where people sit at the table, the texts can carry their names (`with_names`): every sentence
    that speaks of a seat then speaks of them.
    """

    def __init__(
        self, entries: Mapping[str, str], lang: str, nameless: Texts | None = None
    ) -> None:
        """Holds dotted keys and their templates; `nameless` is the same before names came in."""
        self.entries = entries
        self.lang = lang
        self._nameless = nameless
        self._none_is_singular = lang == "fr"

    def __contains__(self, key: str) -> bool:
        """Whether there is a text for that key."""
        return key in self.entries

    def __call__(self, key: str, /, **values: Value) -> str:
        """The text for that key, filled in; `{n:tile|tiles}` is the word for the number."""
        text = self.entries[key]
        if "|" in text:
            return "".join([self._filled(piece, values) for piece in _pieces(text)])
        return text.format(**values) if "{" in text or "}" in text else text

    def seat(self, seat: int) -> str:
        """What a seat is called: the name of the person on it, or its label."""
        return self(f"seat.{seat}")

    def say(self, reason: Reason) -> str:
        """The reason as a sentence, with its rules paragraph."""
        named = {n: self._name(v) for n, v in reason.values}
        text = self(reason.key, **named)
        return f"{text} {self(RULE, number=reason.rule)}" if reason.rule else text

    def with_names(self, names: Sequence[str]) -> Texts:
        """The same texts with these names for the seats; an empty name leaves a seat its label."""
        return _with_names(self.nameless, tuple(names)) if any(names) else self.nameless

    @property
    def nameless(self) -> Texts:
        """The same texts without names: what a cache that all tables share is keyed by."""
        return self._nameless or self

    def _filled(self, piece: _Piece, values: Mapping[str, Value]) -> str:
        """A literal and the field after it."""
        literal, name, form = piece
        if not name:
            return literal
        value = values[name]
        one, _, many = form.partition("|")
        if not many:
            return literal + format(value, form)
        return literal + (one if value == 1 or (value == 0 and self._none_is_singular) else many)

    def _name(self, value: Value) -> Value:
        """A value that is itself a key (`@seat.0`) in words; any other as it is."""
        if isinstance(value, str) and value.startswith("@") and value[1:] in self.entries:
            return self(value[1:])
        return value


@lru_cache(maxsize=256)  # the tables that are played at one time; each entry takes about 10 KB
def _with_names(words: Texts, names: tuple[str, ...]) -> Texts:
    named = {f"seat.{seat}": _template(name) for seat, name in enumerate(names) if name}
    return Texts({**words.entries, **named}, words.lang, words)


def _template(name: str) -> str:
    """A text that is filled in to that name, whatever a person typed."""
    return name.replace("{", "{{").replace("}", "}}")


# Templates come from files, but names pass here too where they contain `|`: hence a bound.
@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[_Piece, ...]:
    """The literals of a template, each with the name and the form of the field after it."""
    return tuple(
        (literal, name or "", form or "") for literal, name, form, _ in Formatter().parse(text)
    )


@cache
def texts(package: str, lang: str) -> Texts:
    """The texts of that package, over those shared by all."""
    shared = _read("ludotheque.core", lang)
    return Texts(shared | _read(package, lang) if package else shared, lang)


@cache
def _read(package: str, lang: str) -> dict[str, str]:
    import tomllib  # noqa: PLC0415  # not before a word is needed: importing stays fast

    source = read_resource(package, f"texts.{lang}.toml")
    return dict(_flat(tomllib.loads(source)))


def read_resource(package: str, name: str) -> str:
    """A text file that lies in a package."""
    data = pkgutil.get_data(package, name)
    assert data is not None, name
    return data.decode("utf-8")


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += (
            _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
        )
    return rows
