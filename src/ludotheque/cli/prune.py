"""`ludotheque prune`: deletes data past its retention time."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from typing import TYPE_CHECKING

from ludotheque.cli.site import database, settings_of
from ludotheque.core.texts import Texts

if TYPE_CHECKING:
    from ludotheque.site.upkeep.tidying import Tidied

EXAMPLE = "ludotheque prune --dry-run"
ARGUMENTS = "--dry-run --database=DATABASE"


def run(options: Namespace, say: Texts) -> None:
    """Counts what is too old, and deletes it unless `--dry-run`; the site may run meanwhile."""
    found = asyncio.run(_tidied(options, say))
    print(say("prune.due" if options.dry_run else "prune.done"))
    for kind, count in found._asdict().items():
        print("  " + say(f"prune.{kind}", n=count))


async def _tidied(options: Namespace, say: Texts) -> Tidied:
    from ludotheque.site.storage.store import opened
    from ludotheque.site.storage.tables import Tables
    from ludotheque.site.upkeep.tidying import Tidying

    settings = settings_of(options, say)
    with opened(database(settings, say, there=True)) as store:
        tidying = Tidying(Tables(store), settings)
        return await (tidying.due() if options.dry_run else tidying.tidy())
