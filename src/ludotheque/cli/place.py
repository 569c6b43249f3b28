"""Where the site keeps its tables, as the command line or the environment says."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module
from typing import Any

from ludotheque.cli.parser import Bad
from ludotheque.core.texts import texts


def site_module(name: str, lang: str) -> Any:
    """A module of the site, or `Bad` where the site is not installed."""
    try:
        return import_module(f"ludotheque.server.{name}")
    except ModuleNotFoundError as missing:
        say = texts("ludotheque.cli", lang)
        raise Bad(say("bad.no_site", module=missing.name or "")) from missing


def settings_of(options: Namespace, lang: str) -> Any:
    """The settings of the environment, with the database that the option names."""
    settings = site_module("settings", lang)
    try:
        found = settings.from_environment()
    except ValueError as error:
        raise Bad(texts("ludotheque.cli", lang)("bad.setting", text=str(error))) from error
    if options.database is None:
        return found
    return found.changed(database=options.database)


def database(options: Namespace, lang: str, *, there: bool = False) -> str:
    """The address of the database, or `Bad` if its file cannot be there, or is not."""
    settings = settings_of(options, lang)
    file = settings.file
    if file is not None and there and not file.is_file():
        raise Bad(texts("ludotheque.cli", lang)("bad.not_read", file=str(file)))
    if file is not None and not file.absolute().parent.is_dir():
        raise Bad(texts("ludotheque.cli", lang)("bad.not_written", file=str(file)))
    return str(settings.database)


def shown(url: str) -> str:
    """The database as it may be printed: a file, or an address without its password."""
    settings, place = (
        import_module(f"ludotheque.server.{n}") for n in ("settings", "storage.database")
    )
    return str(settings.file_of(url) or place.public(url))
