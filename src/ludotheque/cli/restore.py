"""`ludotheque restore`: restores a backup into an empty database, SQLite or PostgreSQL."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.arguments import Bad, given
from ludotheque.cli.site import database, printable, settings_of
from ludotheque.core.texts import Texts

EXAMPLE = "ludotheque restore backup.sqlite3 --database postgresql://ludotheque@/ludotheque"
ARGUMENTS = "backup --database=DATABASE"


def run(options: Namespace, say: Texts) -> None:
    """Restores everything or nothing; refuses a database that is not empty."""
    from ludotheque.site.storage import copies

    source = Path(given(options, "backup", say))
    if not source.is_file():
        raise Bad(say("bad.not_read", file=options.backup))
    target = database(settings_of(options, say), say)
    kept = copies.restore(source, target)
    print(say("restored", file=printable(target), tables=kept["tables"], events=kept["events"]))
