"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides of the board."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid
from ludotheque.core.series import MatchFormat
from ludotheque_hex.notation import HexNotation
from ludotheque_hex.rules import Hex, HexOptions, State
from ludotheque_hex.scene import HexPainter


def unpack(options: HexOptions) -> Contents[State, int]:
    """One round; who begins is drawn by lot (1.3)."""
    rules = Hex(options)
    notation = HexNotation(rules)
    match_format = MatchFormat("1.3", "3.1", "3.2", rounds=1)
    return Contents(rules, notation, HexPainter(rules, notation), match_format)


BOX = Box(
    name="hex",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(10, 20),
    options=HexOptions,
    unpack=unpack,
    cover=("hex(size=5)", "..rrb/.rb../.rr../bbr../b.b.. 0 0"),
    age=8,
    authors=("Piet Hein", "John Nash"),
    year=1942,
    lid=Lid("#3C4A3E", "#FBF3E4"),
)
