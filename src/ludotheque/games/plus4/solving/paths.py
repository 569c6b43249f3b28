"""Which files the solved values of Plus 4 are in."""

from __future__ import annotations

from pathlib import Path

from ludotheque.games.plus4.options import Plus4Options
from ludotheque.kernels.storing import NotKept, data_folder


def folder() -> Path:
    """The folder of all these files."""
    return data_folder() / "plus4"


def last_file(options: Plus4Options) -> Path:
    """The file that solving writes last: if it exists, so do all others."""
    if options.mode == "elementary":
        return folder() / options.elementary_file
    if options.mode == "endless":
        return distances_file(options.target, options.target)
    return folder() / f"match-{options.rounds or f'to-{options.target}'}.solved"


def is_stored(options: Plus4Options) -> bool:
    """Whether `ludotheque solve` has stored all files of these options here."""
    try:
        return options.is_solved and last_file(options).exists()
    except NotKept:
        return False


def is_read_plainly(options: Plus4Options) -> bool:
    """Whether the values can be read without the kernels: the elementary game, once stored."""
    return options.mode == "elementary" and is_stored(options)


def distances_file(own: int, other: int) -> Path:
    """The distances in the endless grid when mover and other need that many points.

    The file has a byte for each position, then a CRC-32.
    """
    return folder() / f"endless-{own}-{other}.distances"
