"""A step of a hint as it is sent to the guest who asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.table.table import Table
from ludotheque.table.words import View


def hint_view(table: Table, steps: Sequence[dict[str, Any]], number: int) -> View:
    """One step of a hint, and the kind of the next one."""
    following = steps[number]["kind"] if number < len(steps) else ""
    return {**steps[number - 1], "seq": table.seq, "step": number, "next": following}
