"""`ludotheque backup`: backs up the site's database, even while the site runs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.arguments import Bad, given
from ludotheque.cli.site import database, settings_of
from ludotheque.core.texts import Texts

EXAMPLE = "ludotheque backup backup.sqlite3 --database ludotheque.sqlite3"
ARGUMENTS = "backup --database=DATABASE"


def run(options: Namespace, say: Texts) -> None:
    """Writes the backup; refuses to overwrite a file."""
    from ludotheque.site.storage import copies

    target = Path(given(options, "backup", say))
    source = database(settings_of(options, say), say, there=True)
    if target.exists() or not target.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=options.backup))
    copies.backup(source, target)
    print(say("backed_up", file=str(target)))
