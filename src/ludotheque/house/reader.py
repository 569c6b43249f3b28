"""The person who reads a page, or who has asked the house to work something out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Asker(NamedTuple):
    """A guest, who may be unknown, and the address that the guest was seen at, if there is one."""

    address: str
    guest: str = ""


NOBODY = Asker("")


@dataclass(frozen=True, slots=True)
class Reader:
    """A guest with a name, or a stranger (an empty id); how pages are shown to them."""

    guest: str
    name: str
    lang: str
    theme: str
    address: str = ""

    @property
    def asker(self) -> Asker:
        """The guest and the address of this reader."""
        return Asker(self.address, self.guest)
