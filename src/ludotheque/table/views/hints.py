"""A step of a hint as the guest who asked is told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.table.table import Table
from ludotheque.table.views.page import View, named


def hint_view(table: Table, steps: Sequence[dict[str, Any]], number: int, lang: str) -> View:
    """One step of a hint, and what the one after it will tell."""
    hint = steps[number - 1]
    then = steps[number]["kind"] if number < len(steps) else ""
    told = {**hint, "text": named(table, hint["text"], lang)}
    return {**told, "seq": table.seq, "step": number, "next": then}
