"""`ludotheque migrate`: the database brought to the shape that this version needs."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.parser import Arguments
from ludotheque.cli.place import database, shown, site_module
from ludotheque.core.texts import texts

EXAMPLE = "ludotheque migrate --database postgresql://ludotheque@/ludotheque"


def configure(verb: Arguments) -> None:
    """The database, if it is not the default one."""
    verb.option("database", "FILE|URL")


def run(options: Namespace, lang: str) -> int:
    """Migrates, once however many ask."""
    place = site_module("storage.database", lang)
    target = database(options, lang)
    engine = place.engine_for(target, writes=True)
    try:
        revision = place.migrate(engine)
    finally:
        engine.dispose()
    print(texts("ludotheque.cli", lang)("migrated", file=shown(target), revision=revision))
    return 0
