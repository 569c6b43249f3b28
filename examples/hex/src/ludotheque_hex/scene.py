"""The board of Hex: a rhombus of hexagons, whose edges show who joins which sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludotheque.core.scene import (
    GRID_PALETTE,
    Circle,
    Emblem,
    GridPainter,
    Paint,
    Palette,
    Path,
    Shape,
)
from ludotheque.core.texts import Texts
from ludotheque_hex.notation import HexNotation
from ludotheque_hex.rules import STONES, SWAP, Hex, State

# The corners of a cell along the sides that each player joins: its two edges there.
_EDGES = (((2, 3, 4), (5, 0, 1)), ((4, 5, 0), (1, 2, 3)))


def _stone(sign: str, arrow: str) -> tuple[Shape, ...]:
    """A stone with an arrow the way that its chain is to go."""
    disc = Circle(50, 50, 47, Paint(f"stone-{sign}", "on-wood", 4))
    return disc, Path(arrow, Paint("", "on-wood", 9))


class HexPainter(GridPainter[State, int]):
    """Red joins top and bottom, blue left and right."""

    press_rule = "2.1"
    hexagonal = True
    kinds: Mapping[str, Emblem] = {"r": Emblem("↕", "stone-r"), "b": Emblem("↔", "stone-b")}
    symbols: Mapping[str, tuple[Shape, ...]] = {
        "stone-r": _stone("r", "M50 22V78M38 34L50 22L62 34M38 66L50 78L62 66"),
        "stone-b": _stone("b", "M22 50H78M34 38L22 50L34 62M66 38L78 50L66 62"),
    }
    palette = GRID_PALETTE | Palette(
        {"stone-r": "#A33A2B", "stone-b": "#2F5F8F"}, {"stone-r": "#C4513F", "stone-b": "#4C84BC"}
    )
    game: Hex

    def __init__(self, game: Hex, notation: HexNotation) -> None:
        """Draws the goals over the edges of the board."""
        super().__init__(game, notation, game.grid)
        self.scenery += tuple(self._goals())

    def _goals(self) -> Iterator[Shape]:
        for seat, sides in enumerate(self.game.sides):
            for cells, edge in zip(sides, _EDGES[seat], strict=True):
                paths = ([self.corners(cell)[corner] for corner in edge] for cell in cells)
                lines = ("L".join(f"{x:.1f} {y:.1f}" for x, y in path) for path in paths)
                yield Path("M" + "M".join(lines), Paint("", f"stone-{STONES[seat]}", 7))

    def pieces(self, state: State) -> str:
        """The stones."""
        return state.board

    def presses(self, state: State, action: int) -> tuple[str, ...]:
        """The cell; the first stone, to take it over."""
        cell = self.game.first_stone(state) if action == SWAP else action
        return (self.cell_id(cell),)

    def came(self, before: State, action: int) -> Mapping[int, int]:
        """A stone that is taken over crosses the board."""
        if action != SWAP:
            return {}
        stone = self.game.first_stone(before)
        return {self.game.mirrored(stone): stone}

    def landed(self, before: State, action: int) -> str:
        """The stone lies where it came to, not where it was pressed."""
        return self.cell_id(next(iter(self.came(before, action)), action))

    def decisive(self, state: State) -> set[str]:
        """The chain of the winner."""
        return set(map(self.cell_id, self.game.chain(state.board, 1 - state.mover)))

    def prompt_text(self, state: State) -> str:
        """Says so where the first stone can be taken over."""
        return "swap" if self.game.may_swap(state) else f"play_{STONES[state.mover]}"

    def tell(self, state: State, action: int, words: Texts) -> str:
        """Where a stone is placed, or that the first is taken over."""
        if action != SWAP:
            return super().tell(state, action, words)
        return words("tell_swap", seat=words.seat(state.mover))

    def instruct(self, state: State, action: int, words: Texts) -> str:
        """The same, said to the player."""
        return words("do_swap") if action == SWAP else super().instruct(state, action, words)
