"""`ludotheque tidy`: deletes what is older than the settings allow."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from typing import TYPE_CHECKING

from ludotheque.cli.site import database, settings_of
from ludotheque.core.texts import Texts

if TYPE_CHECKING:
    from ludotheque.site.upkeep.tidying import Tidied

EXAMPLE = "ludotheque tidy --dry-run"
ARGUMENTS = "--dry-run --database=FILE|URL"


def run(options: Namespace, say: Texts) -> None:
    """Counts what is too old, and deletes it unless `--dry-run`; the site may run meanwhile."""
    found = asyncio.run(_tidied(options, say))
    print(say("tidy.due" if options.dry_run else "tidy.done"))
    for kind, count in found._asdict().items():
        print("  " + say(f"tidy.{kind}", n=count))


async def _tidied(options: Namespace, say: Texts) -> Tidied:
    from ludotheque.site.storage.store import opened
    from ludotheque.site.storage.tables import Tables
    from ludotheque.site.upkeep.tidying import Tidying

    with opened(database(options, say, there=True)) as store:
        tidying = Tidying(Tables(store), settings_of(options, say))
        return await (tidying.due() if options.dry_run else tidying.tidy())
