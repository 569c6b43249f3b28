"""`ludotheque backup`: a copy of the site's database, while it runs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.parser import Arguments, Bad
from ludotheque.cli.place import database, site_module
from ludotheque.core.texts import texts

EXAMPLE = "ludotheque backup copy.sqlite3 --database ludotheque.sqlite3"


def configure(verb: Arguments) -> None:
    """The new file, and the database if it is not the default one."""
    verb.word("copy")
    verb.option("database", "FILE|URL")


def run(options: Namespace, lang: str) -> int:
    """Writes the copy; never over a file that is there."""
    say = texts("ludotheque.cli", lang)
    if not options.copy:
        raise Bad(say("bad.missing", name="COPY"))
    copies = site_module("storage.copies", lang)
    source = database(options, lang, there=True)
    target = Path(options.copy)
    if target.exists() or not target.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=options.copy))
    copies.backup(source, target)
    print(say("backed_up", file=str(target)))
    return 0
