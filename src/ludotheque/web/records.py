"""Games that come as a record from elsewhere."""

from __future__ import annotations

from ludotheque.core.reason import RecordError
from ludotheque.core.texts import texts
from ludotheque.games import texts_for
from ludotheque.play.match import Match
from ludotheque.table.names import bot_called, clean_name
from ludotheque.table.seats import BOT, PERSON, Sitter
from ludotheque.web import PACKAGE
from ludotheque.web.reader import Reader


def record_problem(text: str, refusal: RecordError, lang: str) -> str:
    """Why a record cannot be opened, in the words of the game that it names."""
    spec = text.partition('[Game "')[2].partition('"')[0]
    number = "" if refusal.number is None else f"{refusal.number}. "
    why = number + texts_for(spec, lang).say(refusal.reason)
    return texts(PACKAGE, lang)("site.bad_file", why=why)


def sitters_of(match: Match, reader: Reader) -> list[Sitter]:
    """The bots of the game, and the reader in the place of its people, under their names.

    Where there were only bots, the reader takes the seat to move.
    """
    names = match.names or [""] * match.kit.game.seats
    bots = [bot_called(match.kit, seat, name) for seat, name in enumerate(names)]
    if all(bots):
        bots[match.turn or 0] = ""
    return [
        Sitter(BOT, bot=bot) if bot else Sitter(PERSON, reader.guest, clean_name(name))
        for bot, name in zip(bots, names, strict=True)
    ]
