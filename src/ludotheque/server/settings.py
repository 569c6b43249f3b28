"""What a host can set, all by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

_SQLITE = "sqlite:///"
_YES = ("1", "yes", "true")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the site keeps its tables and how it is reached."""

    database: str = "sqlite:///ludotheque.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    secure: bool = False
    proxies: str = "127.0.0.1"
    rate: float = 5.0
    bot_workers: int = 1
    bot_seconds: float = 5.0
    review_seconds: float = 10.0
    log: str = "text"
    log_level: str = "warning"
    metrics: str = "local"
    grace: int = 10

    @property
    def file(self) -> Path | None:
        """The file of an embedded database."""
        return file_of(self.database)


def file_of(url: str) -> Path | None:
    """The file that an address of SQLite names."""
    return Path(url.removeprefix(_SQLITE)) if url.startswith(_SQLITE) else None


def database_at(text: str) -> str:
    """The address of a database: as it is given, or of the file that is named."""
    return text if "://" in text else f"{_SQLITE}{Path(text).absolute()}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment names, defaults for the rest."""
    given = {name: environment.get(_variable(name), "") for name in Settings.__slots__}
    known = {name: _read(name, text) for name, text in given.items() if text}
    return Settings(**known)  # type: ignore[arg-type]  # each was read as its default is


def to_environment(settings: Settings) -> dict[str, str]:
    """The same as variables, for the processes of a site."""
    written = {name: _write(value) for name, value in asdict(settings).items()}
    return {_variable(name): text for name, text in written.items()}


def _variable(name: str) -> str:
    return f"LUDOTHEQUE_{name.upper()}"


def _read(name: str, text: str) -> str | int | float | bool:
    default = getattr(Settings(), name)
    if isinstance(default, bool):
        return text in _YES
    if name == "database":
        return database_at(text)
    kind: type[str | int | float] = type(default)
    return kind(text)


def _write(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)
