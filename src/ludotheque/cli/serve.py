"""`ludotheque serve`: runs the site."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import Bad, number
from ludotheque.cli.site import printable, settings_of
from ludotheque.core.texts import Texts
from ludotheque.words.house import check_own_lists

if TYPE_CHECKING:
    from ludotheque.site.settings import Settings

EXAMPLE = "ludotheque serve --port 8000"
ARGUMENTS = "--host=HOST --port=PORT --database=DATABASE --workers=N"


def run(options: Namespace, say: Texts) -> None:
    """Serves until it is stopped."""
    from ludotheque.site import running

    settings = _settings(options, say)
    kept = printable(settings.database)
    if settings.file is not None and settings.workers > 1:
        raise Bad(say("bad.workers", n=settings.workers))
    if settings.file is not None and not settings.file.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=kept))
    check_own_lists()
    _try_database(settings, say)
    print(say("serving", url=f"http://{settings.host}:{settings.port}/", file=kept))
    sys.stdout.flush()
    running.run(settings)


def _settings(options: Namespace, say: Texts) -> Settings:
    settings = settings_of(options, say)
    if options.host is not None:
        settings = settings.changed(host=options.host)
    if options.port is not None:
        settings = settings.changed(port=number(options, "port", say, 0, 65535))
    if options.workers is not None:
        settings = settings.changed(workers=number(options, "workers", say, 1, 64))
    return settings


def _try_database(settings: Settings, say: Texts) -> None:
    """Opens the database once, so that a problem with it is reported in one line."""
    from ludotheque.site.site import OutdatedError, build
    from ludotheque.site.storage.database import refusal_key
    from ludotheque.site.storage.trouble import Unavailable

    try:
        build(settings).store.close()
    except OutdatedError as error:
        raise Bad(say("bad.outdated", tables=", ".join(error.tables))) from error
    except Unavailable as error:
        key = refusal_key(error.cause) or "away"
        raise Bad(say(f"database.{key}", where=printable(settings.database))) from error
