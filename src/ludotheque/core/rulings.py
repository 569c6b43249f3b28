"""Our rulings on a game: what its source says, and what another reading would do.

`rulings.fr.md` and `rulings.en.md` have a paragraph for each ruling of the rules page, beginning
with its number: what the published rules say, and after `[R]` what another reading would do.
`rulings.toml` has games that a bot played against itself under options with other readings; the
tool that plays them (`python -m tools.rulings`) writes their figures there.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from ludotheque.core.page import read_paragraphs, rules_page
from ludotheque.core.texts import read_resource, texts, typeset


@dataclass(frozen=True, slots=True)
class Measured:
    """A bot's games against itself under one reading: how they ended (in percent), their length."""

    spec: str
    first: int
    drawn: int
    moves: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured for a ruling, one line for each reading."""

    number: str
    bot: str
    games: int
    readings: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling, what the source says, and what another reading would do."""

    number: str
    ours: str
    source: str
    otherwise: str
    measured: Measurement | None = None


@cache
def rulings(package: str, lang: str) -> tuple[Ruling, ...]:
    """The rulings in the order of the rules page; none if the game has no page of them."""
    try:
        source = typeset(read_resource(package, f"rulings.{lang}.md"), lang)
    except FileNotFoundError:
        return ()
    words = texts(package, lang)
    found = {paragraph.number: paragraph for paragraph in read_paragraphs(source, words)}
    ours = {rule.number: rule.ours for rule in rules_page(package, lang).paragraphs() if rule.ours}
    measured = {each.number: each for each in _measured(package)}
    return tuple(
        Ruling(number, text, found[number].source, found[number].ours, measured.get(number))
        for number, text in ours.items()
        if number in found
    )


def _measured(package: str) -> list[Measurement]:
    try:
        table = tomllib.loads(read_resource(package, "rulings.toml"))
    except FileNotFoundError:
        return []
    return [
        Measurement(number, of["bot"], of["games"], tuple(Measured(**one) for one in of["reading"]))
        for number, of in table.items()
    ]
