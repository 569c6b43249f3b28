"""The names of people and bots at a table; bots have a sign that no person's name can contain."""

from __future__ import annotations

import unicodedata

from ludotheque.core.game import Seat
from ludotheque.core.scene import SEAT_LETTERS
from ludotheque.core.texts import LANGUAGES, Texts, texts
from ludotheque.games import AnyKit
from ludotheque.table.seats import BOT, OPEN, Sitter

PACKAGE = "ludotheque.table"
_NAME_LETTERS = 30  # what a seat's plaque has room for
# A cogwheel drawn as text, and a no-break space. Only bots have it: signs that could be mistaken
# for it are removed from people's names.
BOT_SIGN = "⚙\ufe0e\u00a0"
_SIGNS = ("So", "Sm", "Me")  # Unicode's symbols, and marks that are drawn around a letter
_BELOVED = frozenset("★☆♥♡♠♣♦♪♫☺☻")
# From the first code point on, symbols are emoji, which cannot be mistaken for the sign, except in
# the range, which contains stars and wheels again.
_FIRST_PICTURE, _DRAWN_SIGNS = 0x1F000, range(0x1F6DE, 0x1F900)


def name_of(kit: AnyKit, seat: Seat, sitter: Sitter, lang: str) -> str:
    """The name shown at a seat; for a person without a name, what the game calls the seat."""
    if sitter.kind == BOT:
        return BOT_SIGN + _bot_name(kit, seat, sitter.bot, texts(PACKAGE, lang))
    if sitter.kind == OPEN:
        return texts(PACKAGE, lang)("table.open_seat")
    return without_signs(sitter.name) or kit.words(lang).seat(seat)


def name_in_sentences(kit: AnyKit, seat: Seat, sitter: Sitter, lang: str) -> str:
    """The name of a sitter in sentences; a bot's omits the level, which the seat shows."""
    if sitter.kind != BOT:
        return name_of(kit, seat, sitter, lang)
    return BOT_SIGN + texts(PACKAGE, lang)("table.bot", letter=SEAT_LETTERS[seat])


def without_signs(name: str) -> str:
    """A person's name without characters that could be mistaken for the sign of a bot."""
    return name if name.isascii() else "".join(c for c in name if not _like_a_sign(c)).strip()


def clean_name(name: str) -> str:
    """A name as it is shown: printable, one line, not too long, without the signs of bots."""
    printable = "".join(c if c.isprintable() else " " for c in without_signs(name))
    return " ".join(printable.split())[:_NAME_LETTERS]


def _like_a_sign(letter: str) -> bool:
    if unicodedata.category(letter) not in _SIGNS or letter in _BELOVED or letter.isascii():
        return False
    return ord(letter) < _FIRST_PICTURE or ord(letter) in _DRAWN_SIGNS


def bot_called(kit: AnyKit, seat: Seat, name: str) -> str:
    """The bot that has that name on that seat, in any language; empty if none has."""
    bare = name.removeprefix(BOT_SIGN)
    for lang in LANGUAGES:
        for bot in kit.bots:
            if bare == _bot_name(kit, seat, bot, texts(PACKAGE, lang)):
                return bot
    return ""


def _bot_name(kit: AnyKit, seat: Seat, bot: str, own: Texts) -> str:
    level = kit.level(bot, own.lang).name
    return own("table.bot_name", letter=SEAT_LETTERS[seat], bot=level)
