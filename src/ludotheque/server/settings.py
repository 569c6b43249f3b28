"""What a host can set, all by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the site keeps its tables and how it is reached."""

    database: str = "sqlite:///ludotheque.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8000
    secure: bool = False
    bot_workers: int = 1
    bot_seconds: float = 5.0

    @property
    def file(self) -> Path | None:
        """The file of an embedded database."""
        prefix = "sqlite:///"
        return (
            Path(self.database.removeprefix(prefix)) if self.database.startswith(prefix) else None
        )


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment names, defaults for the rest."""
    given = {name: environment.get(f"LUDOTHEQUE_{name.upper()}") for name in Settings.__slots__}
    known = {name: value for name, value in given.items() if value}
    return Settings(
        database=known.get("database", Settings().database),
        host=known.get("host", Settings().host),
        port=int(known.get("port", Settings().port)),
        secure=known.get("secure", "") in ("1", "yes", "true"),
        bot_workers=int(known.get("bot_workers", Settings().bot_workers)),
        bot_seconds=float(known.get("bot_seconds", Settings().bot_seconds)),
    )
