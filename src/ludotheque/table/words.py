"""The words of a table: its own, and those of its game with the names of those who sit at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, Value
from ludotheque.core.scene import SEAT_LETTERS
from ludotheque.core.texts import Texts, texts
from ludotheque.games import AnyKit
from ludotheque.table.seats import BOT, OPEN, Sitter
from ludotheque.table.table import Table

PACKAGE = "ludotheque.table"
# The tables that are played at one time, in two languages; an entry takes about 10 KB.
_TABLES_NAMED = 512


@dataclass(frozen=True, slots=True)
class TableWords:
    """What is said at one table in one language; `names` are those of the seats."""

    lang: str
    own: Texts
    game: Texts
    names: tuple[str, ...]

    def __call__(self, key: str, /, **values: Value) -> str:
        """A text of the table itself."""
        return self.own(f"table.{key}", **values)

    def say(self, reason: Reason) -> str:
        """A reason as a sentence, from the texts of the table or of its game."""
        return (self.own if reason.key.startswith("table.") else self.game).say(reason)


def words_of(table: Table, lang: str) -> TableWords:
    """The words of a table, with the names of those who sit at it now."""
    return _words(table.kit, table.seats, lang)


@lru_cache(maxsize=_TABLES_NAMED)
def _words(kit: AnyKit, seats: tuple[Sitter, ...], lang: str) -> TableWords:
    own = texts(PACKAGE, lang)
    names = tuple(_name(kit, seat, sitter, own, lang) for seat, sitter in enumerate(seats))
    return TableWords(lang, own, kit.words(lang, names), names)


def _name(kit: AnyKit, seat: Seat, sitter: Sitter, own: Texts, lang: str) -> str:
    """What somebody on a seat is called; without a name, what the game calls the seat."""
    if sitter.kind == BOT:
        bot = kit.level(sitter.bot, lang).name
        return own("table.bot_name", letter=SEAT_LETTERS[seat], bot=bot)
    return (
        own("table.open_seat") if sitter.kind == OPEN else sitter.name or kit.words(lang).seat(seat)
    )
