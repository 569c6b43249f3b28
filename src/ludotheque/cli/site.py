"""What the verbs of the site share: where it keeps its tables, and the copies of them.

Everything that needs the extra `site` is imported where it is used, so that the other verbs work
without it.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import Arguments, Bad
from ludotheque.core.texts import texts

if TYPE_CHECKING:
    from ludotheque.site.settings import Settings


def configure_copy(verb: Arguments) -> None:
    """Adds the file of a copy, and the database for when it is not the default one."""
    verb.word("copy")
    verb.option("database", "FILE|URL")


def copy_of(options: Namespace, lang: str) -> Path:
    """The file of the copy, or `Bad` where it is not named."""
    if not options.copy:
        raise Bad(texts("ludotheque.cli", lang)("bad.missing", name="COPY"))
    return Path(options.copy)


def settings_of(options: Namespace, lang: str) -> Settings:
    """The settings of the environment, with the database that the option names."""
    from ludotheque.site.settings import from_environment

    try:
        found = from_environment()
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
    return settings.database


def printable(url: str) -> str:
    """The database as it may be printed: a file, or an address without its password."""
    from ludotheque.site.settings import file_of
    from ludotheque.site.storage.database import public

    return str(file_of(url) or public(url))
