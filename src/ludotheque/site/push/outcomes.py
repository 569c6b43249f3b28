"""What becomes of a message that is sent to a device."""

from __future__ import annotations

from typing import NamedTuple

SENT, GONE, PUT_OFF, REFUSED, FAILED, DROPPED = (
    "sent", "gone", "put_off", "refused", "failed", "dropped",
)  # fmt: skip


class PushOutcome(NamedTuple):
    """What a push service answered, and how long it asks to wait, if it does.

    `gone`: no message will ever reach the device; `put_off`: one may, later.
    """

    kind: str
    wait_s: int = 0
