"""`ludotheque serve`: the site."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from ludotheque.cli.parser import Arguments, Bad, number
from ludotheque.core.texts import texts
from ludotheque.words.house import check_own_lists

EXAMPLE = "ludotheque serve --port 8000"


def configure(verb: Arguments) -> None:
    """Where to listen and where to keep the tables."""
    verb.option("host", "HOST")
    verb.option("port", "PORT")
    verb.option("database", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Serves until it is stopped."""
    say = texts("ludotheque.cli", lang)
    try:
        import uvicorn  # noqa: PLC0415  # only the site needs it

        from ludotheque.server.app import create_app  # noqa: PLC0415
        from ludotheque.server.settings import from_environment  # noqa: PLC0415
        from ludotheque.server.site import OutdatedError, build  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise Bad(say("bad.no_site", module=missing.name or "")) from missing
    settings = from_environment()
    if options.host is not None:
        settings = replace(settings, host=options.host)
    if options.port is not None:
        settings = replace(settings, port=number(options, "port", lang, 0, 65535))
    if options.database is not None:
        settings = replace(settings, database=f"sqlite:///{Path(options.database).absolute()}")
    file = settings.file
    if file is not None and not file.absolute().parent.is_dir():
        raise Bad(say("bad.not_written", file=str(file)))
    check_own_lists()
    try:
        build(settings).store.close()
    except OutdatedError as error:
        raise Bad(say("bad.outdated", tables=str(error))) from error
    kept = file.absolute() if file else settings.database
    print(say("serving", url=f"http://{settings.host}:{settings.port}/", file=str(kept)))
    sys.stdout.flush()
    uvicorn.run(
        create_app(settings), host=settings.host, port=settings.port, log_level="warning",
        ws_max_size=65536, timeout_graceful_shutdown=3, proxy_headers=True,
    )  # fmt: skip
    return 0
