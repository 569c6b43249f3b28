"""Who sits at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from ludotheque.games import AnyKit
from ludotheque.play.levels import middling_bot

SitterKind = Literal["person", "bot", "open"]
PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person (a guest, with a name), a bot, or nobody yet (`open`).

    An open seat with a guest is kept for that guest, to whom a rematch was offered.
    """

    kind: SitterKind
    guest: str = ""
    name: str = ""
    bot: str = ""

    def write(self) -> dict[str, Any]:
        """The sitter as an event stores it."""
        return asdict(self)


def read_sitter(body: Mapping[str, Any]) -> Sitter:
    """The sitter that an event names."""
    return Sitter(body["kind"], body["guest"], body["name"], body["bot"])


def usual_bot(kit: AnyKit) -> Sitter:
    """The bot of middling strength, which takes a seat if no other bot was chosen."""
    return Sitter(BOT, bot=middling_bot(kit))
