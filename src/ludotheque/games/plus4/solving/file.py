"""The solved endless grid on disk: one file that only grows, by whole scores, from the top.

What matters of a score is how many points each side still *needs*: mover and other. The records
follow each other by the greater need, then by the smaller; where they differ the record in which
the mover needs more comes first. So a table solved for one target begins the table of the next:
target t is the first t * t records.

A record is two bits a position, in the order of `numbering`, four positions a byte, the first in
the lowest bits (0 none, 1 won, 2 lost, 3 drawn for the player to move), then a CRC-32.
"""

from __future__ import annotations

import os
import zlib

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.solving.paths import folder
from ludotheque.kernels.storing import keeping, write_whole

MAGIC = b"ludotheque plus4 endless 1\n"
HEADER = 64
CHECK = 4

Bytes = NDArray[np.uint8]


def record_of(own: int, other: int) -> int:
    """Which record holds the score at which mover and other need that many points."""
    most, least = max(own, other), min(own, other)
    return (most - 1) ** 2 + 2 * (least - 1) + (own < other)


def pairs(target: int) -> list[tuple[int, int]]:
    """The needs that are solved together, in the order of the records."""
    return [(most, least) for most in range(1, target + 1) for least in range(1, most + 1)]


class Table:
    """The file; read by memory map, written by appending."""

    def __init__(self, positions: int) -> None:
        """Takes how many positions a record has; the file need not be there yet."""
        self.file = folder() / "endless.table"
        self.values = -(-positions // 4)
        self.stride = self.values + CHECK

    def records(self) -> int:
        """How many whole and sound records there are, in whole pairs."""
        try:
            size = self.file.stat().st_size
            with self.file.open("rb") as inside:
                if inside.read(HEADER) != MAGIC.ljust(HEADER, b"\0"):
                    return 0
        except OSError:
            return 0
        count = _whole_pairs((size - HEADER) // self.stride)
        while count and not all(self.sound(n) for n in range(_whole_pairs(count - 1), count)):
            count = _whole_pairs(count - 1)
        return count

    def sound(self, record: int) -> bool:
        """Whether the record is as it was written."""
        with self.file.open("rb") as inside:
            inside.seek(self.start(record))
            values, check = inside.read(self.values), inside.read(CHECK)
        return len(check) == CHECK and zlib.crc32(values) == int.from_bytes(check, "little")

    def start(self, record: int) -> int:
        """Where in the file the values of the record begin."""
        return HEADER + record * self.stride

    def append(self, records: int, *values: Bytes) -> None:
        """Adds records after the first `records`; what is broken behind them goes."""
        with keeping(self.file):
            if not records:
                write_whole(self.file, MAGIC.ljust(HEADER, b"\0"))
            with self.file.open("r+b") as out:
                out.truncate(self.start(records))
                out.seek(self.start(records))
                try:
                    for layer in values:
                        data = layer.tobytes()
                        out.write(data + zlib.crc32(data).to_bytes(CHECK, "little"))
                    out.flush()
                    os.fsync(out.fileno())
                except OSError:
                    os.ftruncate(out.fileno(), self.start(records))
                    raise

    def opened(self) -> Bytes:
        """The whole file as bytes, read where it is looked at; empty if there is none."""
        if not self.file.exists() or not self.file.stat().st_size:
            return np.zeros(1, np.uint8)
        return np.memmap(self.file, np.uint8, "r")


def _whole_pairs(records: int) -> int:
    """The most records up to that many that leave no pair half."""
    most = int(max(records, 0) ** 0.5)
    rest = records - most * most
    return most * most + rest // 2 * 2
