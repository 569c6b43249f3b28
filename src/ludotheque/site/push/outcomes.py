"""The outcomes of sending a message to a device."""

from __future__ import annotations

from typing import NamedTuple

SENT, GONE, PUT_OFF, REFUSED, FAILED, DROPPED = (
    "sent", "gone", "put_off", "refused", "failed", "dropped",
)  # fmt: skip


class PushOutcome(NamedTuple):
    """What became of a message, and how many seconds the push service asks to wait.

    `gone`: no message will ever reach the device; `put_off`: a later attempt can succeed.
    """

    kind: str
    wait_s: int = 0
