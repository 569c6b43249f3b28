"""`ludotheque restore`: a copy back into an empty database, of either kind."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.parser import Arguments, Bad
from ludotheque.cli.place import database, shown, site_module
from ludotheque.core.texts import texts

EXAMPLE = "ludotheque restore copy.sqlite3 --database postgresql://ludotheque@/ludotheque"


def configure(verb: Arguments) -> None:
    """The file of the copy, and the database if it is not the default one."""
    verb.word("copy")
    verb.option("database", "FILE|URL")


def run(options: Namespace, lang: str) -> int:
    """Puts everything back or nothing; never into a database that holds something."""
    say = texts("ludotheque.cli", lang)
    if not options.copy:
        raise Bad(say("bad.missing", name="COPY"))
    copies = site_module("storage.copies", lang)
    if not Path(options.copy).is_file():
        raise Bad(say("bad.not_read", file=options.copy))
    target = database(options, lang)
    kept = copies.restore(Path(options.copy), target)
    print(say("restored", file=shown(target), tables=kept["tables"], events=kept["events"]))
    return 0
