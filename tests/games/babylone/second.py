"""A second reading of Babylone, written from the rules pages without a look at the rules module."""

from __future__ import annotations


def perft(piles: list[list[int]], depth: int) -> int:
    """Sequences of `depth` moves; a pile is a list of colours with its top last."""
    if depth == 0:
        return 1
    total = 0
    for lifted in range(len(piles)):
        for under in range(len(piles)):
            same_height = len(piles[lifted]) == len(piles[under])
            same_top = piles[lifted][-1] == piles[under][-1]
            if lifted == under or not (same_height or same_top):
                continue
            rest = [pile for n, pile in enumerate(piles) if n not in (lifted, under)]
            total += perft([*rest, piles[under] + piles[lifted]], depth - 1)
    return total


def start(counts: tuple[int, ...]) -> list[list[int]]:
    return [[colour] for colour, count in enumerate(counts) for _ in range(count)]
