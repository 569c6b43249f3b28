"""Who reads a page: which guest, and in what language and theme it is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """A guest with a name, or somebody who has not sat down yet (an empty id)."""

    guest: str
    name: str
    lang: str
    theme: str
