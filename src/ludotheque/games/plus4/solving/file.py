"""Files of solved values, and the file of the endless grid, to which whole scores are appended.

A score is given by how many points the mover and the other still *need*. Records are ordered by the
greater need, then by the smaller; if they differ, the record in which the mover needs more comes
first. So the file solved for one target is the beginning of the file of the next: target t is the
first t * t records.

A record has two bits for each position, in the order of `numbering`, four positions to a byte, the
first in the lowest bits (0 none, 1 won, 2 lost, 3 drawn for the player to move), then a CRC-32.
"""

from __future__ import annotations

import os
import zlib

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.solving.paths import folder
from ludotheque.kernels.storing import keeping, write_whole

HEADER_BYTES = 64
CRC_BYTES = 4
_HEADER = b"ludotheque plus4 endless 1\n".ljust(HEADER_BYTES, b"\0")

Bytes = NDArray[np.uint8]
NO_VALUES: Bytes = np.frombuffer(b"\0", np.uint8)
"""In the place of values that are not needed; read-only as mapped files are, because kernels are
compiled once more for arrays that can be written."""


def with_crc(data: bytes) -> bytes:
    """The data, then its CRC-32."""
    return data + zlib.crc32(data).to_bytes(CRC_BYTES, "little")


def record_of(own: int, other: int) -> int:
    """Which record holds the score at which mover and other need that many points."""
    most, least = max(own, other), min(own, other)
    return (most - 1) ** 2 + 2 * (least - 1) + (own < other)


def pairs(target: int) -> list[tuple[int, int]]:
    """The needs that are solved together, in the order of the records."""
    return [(most, least) for most in range(1, target + 1) for least in range(1, most + 1)]


class EndlessFile:
    """The values of the endless grid; read by memory map, written by appending."""

    def __init__(self, positions: int) -> None:
        """A record holds that many positions; the file need not exist yet."""
        self.path = folder() / "endless.table"
        self.values_bytes = -(-positions // 4)
        self.record_bytes = self.values_bytes + CRC_BYTES

    def records(self) -> int:
        """The number of complete and undamaged records; a pair counts only if both are."""
        try:
            size = self.path.stat().st_size
            with self.path.open("rb") as inside:
                if inside.read(HEADER_BYTES) != _HEADER:
                    return 0
        except OSError:
            return 0
        count = _whole_pairs((size - HEADER_BYTES) // self.record_bytes)
        while count and not all(self.sound(n) for n in range(_whole_pairs(count - 1), count)):
            count = _whole_pairs(count - 1)
        return count

    def sound(self, record: int) -> bool:
        """Whether the record matches its CRC-32."""
        with self.path.open("rb") as inside:
            inside.seek(self.start(record))
            data = inside.read(self.record_bytes)
        return len(data) == self.record_bytes and with_crc(data[:-CRC_BYTES]) == data

    def start(self, record: int) -> int:
        """Where in the file the values of the record begin."""
        return HEADER_BYTES + record * self.record_bytes

    def append(self, records: int, *values: Bytes) -> None:
        """Appends records after the first `records`; drops anything that follows these."""
        with keeping(self.path):
            if not records:
                write_whole(self.path, _HEADER)
            with self.path.open("r+b") as out:
                out.truncate(self.start(records))
                out.seek(self.start(records))
                try:
                    for layer in values:
                        out.write(with_crc(layer.tobytes()))
                    out.flush()
                    os.fsync(out.fileno())
                except OSError:
                    os.ftruncate(out.fileno(), self.start(records))
                    raise

    def mapped(self) -> Bytes:
        """The whole file as bytes, by memory map; one byte of zero if there is no file."""
        if not self.path.exists() or not self.path.stat().st_size:
            return NO_VALUES
        return np.memmap(self.path, np.uint8, "r")


def _whole_pairs(records: int) -> int:
    """The greatest number of records, up to that many, that splits no pair."""
    most = int(max(records, 0) ** 0.5)
    rest = records - most * most
    return most * most + rest // 2 * 2
