"""A step of a hint as the guest who asked is told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.table.table import Table
from ludotheque.table.views.page import View


def hint_view(table: Table, steps: Sequence[dict[str, Any]], number: int) -> View:
    """One step of a hint, and what the one after it will tell."""
    then = steps[number]["kind"] if number < len(steps) else ""
    return {**steps[number - 1], "seq": table.seq, "step": number, "next": then}
