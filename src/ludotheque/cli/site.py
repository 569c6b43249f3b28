"""The settings and the database of the site, for the verbs that need them.

Everything that needs the extra `site` is imported inside functions, so that the other verbs work
without it.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import Bad
from ludotheque.cli.renamed import notice
from ludotheque.core.texts import Texts

if TYPE_CHECKING:
    from ludotheque.site.settings import Settings


def settings_of(options: Namespace, say: Texts) -> Settings:
    """The settings from the environment and the option; raises Bad if they are invalid."""
    from ludotheque.site.settings import BadSetting, from_environment

    try:
        found = from_environment(lambda old, new: notice(old, new, say))
    except BadSetting as error:
        key = f"setting.{error.kind}"
        key = key if key in say else "setting.wrong"
        raise Bad(say(key, name=error.name, value=error.value[:60])) from error
    return found if options.database is None else found.changed(database=options.database)


def database(settings: Settings, say: Texts, *, there: bool = False) -> str:
    """The database address; raises Bad if its folder, or with `there` its file, is missing."""
    file = settings.file
    if file is not None and there and not file.is_file():
        raise Bad(say("bad.not_read", file=str(file)))
    if file is not None and not file.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=str(file)))
    return settings.database


def printable(url: str) -> str:
    """The database in a form that is safe to print: a file, or an address without its password."""
    from ludotheque.site.settings import file_of
    from ludotheque.site.storage.database import public

    return str(file_of(url) or public(url))
