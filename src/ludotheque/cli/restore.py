"""`ludotheque restore`: restores a copy into an empty database, SQLite or PostgreSQL."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import Bad
from ludotheque.cli.site import copy_of, database, printable
from ludotheque.core.texts import texts

EXAMPLE = "ludotheque restore copy.sqlite3 --database postgresql://ludotheque@/ludotheque"
ARGUMENTS = "copy --database=FILE|URL"


def run(options: Namespace, lang: str) -> int:
    """Restores everything or nothing; refuses a database that is not empty."""
    from ludotheque.site.storage import copies

    say = texts("ludotheque.cli", lang)
    source = copy_of(options, lang)
    if not source.is_file():
        raise Bad(say("bad.not_read", file=options.copy))
    target = database(options, lang)
    kept = copies.restore(source, target)
    print(say("restored", file=printable(target), tables=kept["tables"], events=kept["events"]))
    return 0
