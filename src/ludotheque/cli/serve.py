"""`ludotheque serve`: the site."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from ludotheque.cli.parser import Arguments, Bad, number
from ludotheque.cli.place import settings_of, shown, site_module
from ludotheque.core.texts import texts
from ludotheque.words.house import check_own_lists

EXAMPLE = "ludotheque serve --port 8000"


def configure(verb: Arguments) -> None:
    """Where to listen and where to keep the tables."""
    verb.option("host", "HOST")
    verb.option("port", "PORT")
    verb.option("database", "FILE|URL")
    verb.option("workers", "N")


def run(options: Namespace, lang: str) -> int:
    """Serves until it is stopped."""
    say = texts("ludotheque.cli", lang)
    settings = _settings(options, lang)
    kept = shown(settings.database)
    if settings.file is not None and settings.workers > 1:
        raise Bad(say("bad.workers", n=settings.workers))
    if settings.file is not None and not settings.file.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=kept))
    check_own_lists()
    _try(settings, lang)
    print(say("serving", url=f"http://{settings.host}:{settings.port}/", file=kept))
    sys.stdout.flush()
    site_module("running", lang).run(settings)
    return 0


def _settings(options: Namespace, lang: str) -> Any:
    settings = settings_of(options, lang)
    if options.host is not None:
        settings = settings.changed(host=options.host)
    if options.port is not None:
        settings = settings.changed(port=number(options, "port", lang, 0, 65535))
    if options.workers is not None:
        settings = settings.changed(workers=number(options, "workers", lang, 1, 64))
    return settings


def _try(settings: Any, lang: str) -> None:
    """Opens the database once, so that what is wrong with it is said in one line."""
    site, store = site_module("site", lang), site_module("storage.store", lang)
    say = texts("ludotheque.cli", lang)
    try:
        site.build(settings).store.close()
    except site.OutdatedError as error:
        raise Bad(say("bad.outdated", tables=str(error))) from error
    except store.Unavailable as error:
        raise Bad(say("database.away", where=shown(settings.database))) from error
