"""The settings of a site, all given by environment variables."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

_SQLITE = "sqlite:///"
_PREFIX = "LUDOTHEQUE_"
_RENAMED = {  # what earlier versions called a setting; accepted until version 1.0
    "absence": "absence_seconds",
    "grace": "shutdown_seconds",
    "meeting": "open_tables",
    "names": "blocked_names",
    "rate": "writes_per_second",
}
Days = Annotated[int, Field(ge=0)]
"""How many days something is kept; 0: for ever."""
Contact = Annotated[str, Field(pattern=r"^$|^(mailto:|https://)\S+$")]
"""An address of e-mail or of a page to which people can turn; may be empty."""


def file_of(url: str) -> Path | None:
    """The file of a SQLite URL; None for other databases."""
    return Path(url.removeprefix(_SQLITE)) if url.startswith(_SQLITE) else None


def database_at(text: str) -> str:
    """The URL of a database; a text that is no URL names a SQLite file."""
    return text if "://" in text else f"{_SQLITE}{Path(text).absolute()}"


def _listed(text: str) -> tuple[str, ...]:
    """The items of a comma-separated list."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _readable(file: str) -> str:
    """Returns the name of the file; refuses one that does not exist, but accepts an empty name."""
    if file and not Path(file).is_file():
        raise PydanticCustomError("no_file", "there is no such file")
    return file


def _pocket(folder: str) -> str:
    """Returns the folder, which may be empty; refuses one not written by `ludotheque export`."""
    if folder and not Path(folder, "build.json").is_file():
        raise PydanticCustomError("not_exported", "it was not written by `ludotheque export`")
    return folder


class Settings(BaseSettings):
    """Where the site stores its tables, how it is reached, and its limits.

    docs/reference/settings.md explains each of them.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, frozen=True)

    database: Annotated[str, AfterValidator(database_at)] = f"{_SQLITE}ludotheque.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    domains: str = ""
    secure: bool = False
    proxies: str = "127.0.0.1"
    writes_per_second: float = 5.0
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
    shutdown_seconds: int = 10
    # A move may take days, and players may pause for a summer.
    keep_unfinished_days: Days = 90
    # Two seasons of a club; scores and reviews reach back that far.
    keep_finished_days: Days = 730
    # A little more than the year that a cookie lasts, for guests who keep their private link.
    keep_guests_days: Days = 400
    absence_seconds: float = 120.0
    open_tables: bool = True
    print: bool = True
    blocked_names: Annotated[str, AfterValidator(_readable)] = ""
    pocket: Annotated[str, AfterValidator(_pocket)] = ""

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None on PostgreSQL."""
        return file_of(self.database)

    @property
    def domain_names(self) -> tuple[str, ...]:
        """The hosts, with a port where needed, under which the site answers; empty for any."""
        return _listed(self.domains)

    @property
    def push_origins(self) -> tuple[str, ...]:
        """Push services that may be called although they are internal or without TLS."""
        return _listed(self.push_services)

    @property
    def contact(self) -> str:
        """The contact for push services: the one that is set, else the address of the site."""
        return self.push_contact or f"https://{next(iter(self.domain_names), 'localhost')}"

    def changed(self, **values: object) -> Settings:
        """A copy of the settings with these values replaced."""
        return Settings.model_validate({**self.model_dump(), **values})


class BadSetting(ValueError):
    """An environment variable has an invalid value; `kind` is pydantic's type of the error."""

    def __init__(self, name: str, value: str, kind: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.value = value
        self.kind = kind


def from_environment(renamed: Callable[[str, str], None] | None = None) -> Settings:
    """The settings from the environment, else defaults; raises BadSetting if one is invalid.

    A setting may have its old name; `renamed` is then called with the old and the new one.
    """
    given = {}
    for old, new in _RENAMED.items():
        value = os.environ.get(_variable(old))
        if value and not os.environ.get(_variable(new)):
            given[new] = value
            if renamed is not None:
                renamed(_variable(old), _variable(new))
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        name, value = _variable(str(first["loc"][0])), str(first["input"])
        raise BadSetting(name, value, first["type"], first["msg"]) from None


def to_environment(settings: Settings) -> Mapping[str, str]:
    """The settings as environment variables, which the worker processes read."""
    given = settings.model_dump()
    return {_variable(name): str(value) for name, value in given.items()}


def _variable(setting: str) -> str:
    """The environment variable of a setting."""
    return f"{_PREFIX}{setting.upper()}"
