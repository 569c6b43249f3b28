"""`ludotheque backup`: copies the site's database, even while the site runs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.arguments import Bad, given
from ludotheque.cli.site import database
from ludotheque.core.texts import Texts

EXAMPLE = "ludotheque backup copy.sqlite3 --database ludotheque.sqlite3"
ARGUMENTS = "copy --database=FILE|URL"


def run(options: Namespace, say: Texts) -> None:
    """Writes the copy; refuses to overwrite a file."""
    from ludotheque.site.storage import copies

    target = Path(given(options, "copy", say))
    source = database(options, say, there=True)
    if target.exists() or not target.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=options.copy))
    copies.backup(source, target)
    print(say("backed_up", file=str(target)))
