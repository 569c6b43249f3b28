"""Who sits at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ludotheque.core.game import Seat

PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person (a guest with a name), a bot, or nobody yet (`open`)."""

    kind: str
    guest: str = ""
    name: str = ""
    bot: str = ""

    def write(self) -> dict[str, Any]:
        """The sitter as an event keeps it."""
        return asdict(self)


def read_sitter(body: Mapping[str, Any]) -> Sitter:
    """The sitter that an event names."""
    return Sitter(body["kind"], body["guest"], body["name"], body["bot"])


def seats_of(guest: str, seats: Sequence[Sitter]) -> tuple[Seat, ...]:
    """The seats on which that guest sits."""
    return tuple(n for n, who in enumerate(seats) if who.kind == PERSON and who.guest == guest)


def with_sitter(seats: tuple[Sitter, ...], seat: Seat, sitter: Sitter) -> tuple[Sitter, ...]:
    """The same seats with somebody else on one of them."""
    return (*seats[:seat], sitter, *seats[seat + 1 :])
