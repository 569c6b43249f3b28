"""`ludotheque backup`: a copy of the site's database, while it runs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.parser import Arguments, Bad
from ludotheque.core.texts import texts

EXAMPLE = "ludotheque backup copy.sqlite3 --database ludotheque.sqlite3"


def configure(verb: Arguments) -> None:
    """The new file, and the database if it is not the default one."""
    verb.word("copy")
    verb.option("database", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Writes the copy; never over a file that is there."""
    say = texts("ludotheque.cli", lang)
    if not options.copy:
        raise Bad(say("bad.missing", name="COPY"))
    try:
        from ludotheque.server.settings import from_environment  # noqa: PLC0415
        from ludotheque.server.store import backup  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise Bad(say("bad.no_site", module=missing.name or "")) from missing
    source = Path(options.database) if options.database else from_environment().file
    if source is None or not source.is_file():
        raise Bad(say("bad.not_read", file=str(source)))
    target = Path(options.copy)
    if target.exists() or not target.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=options.copy))
    backup(source, target)
    print(say("backed_up", file=str(target)))
    return 0
