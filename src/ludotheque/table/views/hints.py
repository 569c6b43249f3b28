"""A step of a hint as it is sent to the guest who asked for it."""

from __future__ import annotations

from ludotheque.play.work import HintSteps
from ludotheque.table.shapes import SentHintStep
from ludotheque.table.table import Table


def hint_view(table: Table, steps: HintSteps, number: int) -> SentHintStep:
    """One step of a hint, and the kind of the next one."""
    hint = steps[number - 1]
    return {
        "seq": table.seq,
        "step": number,
        "kind": hint.kind,
        "text": hint.text,
        "parts": hint.parts,
        "next": steps[number].kind if number < len(steps) else "",
    }
