"""The person who reads a page, and the asker that a request is charged to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Asker(NamedTuple):
    """The guest and network address that a request is charged to; empty if unknown."""

    address: str
    guest: str = ""


NOBODY = Asker("")


@dataclass(frozen=True, slots=True)
class Reader:
    """A guest with a name, or a stranger (an empty id), and how pages are shown to them."""

    guest: str
    name: str
    lang: str
    theme: str
    address: str = ""

    @property
    def asker(self) -> Asker:
        """The guest and the address of this reader."""
        return Asker(self.address, self.guest)
