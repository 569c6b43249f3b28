"""What a host can set, all by environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_SQLITE = "sqlite:///"
_PREFIX = "LUDOTHEQUE_"
Days = Annotated[int, Field(ge=0)]
"""How long something is kept; 0: for ever."""
Contact = Annotated[str, Field(pattern=r"^$|^(mailto:|https://)\S+$")]
"""Whom a stranger may turn to, as an address that opens."""


def file_of(url: str) -> Path | None:
    """The file of a database address; None unless it is one of SQLite."""
    return Path(url.removeprefix(_SQLITE)) if url.startswith(_SQLITE) else None


def database_at(text: str) -> str:
    """The address of a database: the text itself, or that of the file it names."""
    return text if "://" in text else f"{_SQLITE}{Path(text).absolute()}"


def _listed(text: str) -> tuple[str, ...]:
    """What is written with commas in between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _readable(file: str) -> str:
    """The name of a file that is there; empty for none."""
    if file and not Path(file).is_file():
        raise ValueError(f"there is no file {file}")
    return file


def _pocket(folder: str) -> str:
    """The folder that `ludotheque pocket` has written; empty for none."""
    if folder and not Path(folder, "build.json").is_file():
        raise ValueError(f"{folder} was not written by `ludotheque pocket`")
    return folder


class Settings(BaseSettings):
    """Where the site stores its tables, how it is reached, and its limits (docs/hosting.md)."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, frozen=True)

    database: Annotated[str, AfterValidator(database_at)] = f"{_SQLITE}ludotheque.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    domains: str = ""
    secure: bool = False
    proxies: str = "127.0.0.1"
    rate: float = 5.0
    sockets: int = 20
    connections: int = 1000
    bot_workers: int = 1
    bot_seconds: float = 5.0
    review_seconds: float = 10.0
    log: str = "text"
    log_level: str = "warning"
    metrics: str = "local"
    push: bool = True
    push_contact: Contact = ""
    push_services: str = ""
    grace: int = 10
    # A move may take days, and a summer may lie between two of them.
    keep_unfinished_days: Days = 90
    # Two seasons of a club: as far as scores reach back, and reviews are read.
    keep_finished_days: Days = 730
    # A little more than the year that a cookie lasts, for those who keep their private link.
    keep_guests_days: Days = 400
    absence: float = 120.0
    meeting: bool = True
    print: bool = True
    names: Annotated[str, AfterValidator(_readable)] = ""
    pocket: Annotated[str, AfterValidator(_pocket)] = ""

    @property
    def file(self) -> Path | None:
        """The file of the database; None on PostgreSQL."""
        return file_of(self.database)

    @property
    def domain_names(self) -> tuple[str, ...]:
        """The addresses under which the site answers; none if any will do."""
        return _listed(self.domains)

    @property
    def push_origins(self) -> tuple[str, ...]:
        """Push services that are called although they are inside, or without TLS."""
        return _listed(self.push_services)

    @property
    def contact(self) -> str:
        """Whom a push service may turn to: an address of e-mail or of the site."""
        return self.push_contact or f"https://{next(iter(self.domain_names), 'localhost')}"

    def changed(self, **values: object) -> Settings:
        """The settings with these values replaced."""
        return Settings.model_validate({**self.model_dump(), **values})


class BadSetting(ValueError):
    """A variable that cannot be read; the message names it."""


def from_environment() -> Settings:
    """The settings that the environment names, defaults for the rest."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = _PREFIX + str(first["loc"][0]).upper()
        raise BadSetting(f"{name}: {first['msg']}") from None


def to_environment(settings: Settings) -> Mapping[str, str]:
    """The settings as environment variables, for the processes of the site."""
    given = settings.model_dump()
    return {f"{_PREFIX}{name.upper()}": str(value) for name, value in given.items()}
