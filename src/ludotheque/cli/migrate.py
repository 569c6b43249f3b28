"""`ludotheque migrate`: brings the database to the schema that this version needs."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.site import database, printable, settings_of
from ludotheque.core.texts import Texts

EXAMPLE = "ludotheque migrate --database postgresql://ludotheque@/ludotheque"
ARGUMENTS = "--database=DATABASE"


def run(options: Namespace, say: Texts) -> None:
    """Migrates; if several processes do so at the same time, one of them does the work."""
    from ludotheque.site.storage.database import engine_for, migrate

    target = database(settings_of(options, say), say)
    engine = engine_for(target, writes=True)
    try:
        revision = migrate(engine)
    finally:
        engine.dispose()
    print(say("migrated", file=printable(target), revision=revision))
