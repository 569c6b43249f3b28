"""The board of Starter: a grid with crosses and rings."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.scene import Circle, Emblem, GridPainter, Paint, Path, Shape
from ludotheque.starter.notation import StarterNotation
from ludotheque.starter.rules import Starter, State


class StarterPainter(GridPainter[State, int]):
    """Crosses for the first seat, rings for the second."""

    press_rule = "2.1"
    kinds: Mapping[str, Emblem] = {"x": Emblem("✕", "cross"), "o": Emblem("○", "ring")}
    symbols: Mapping[str, tuple[Shape, ...]] = {
        "cross": (Path("M20 20L80 80M80 20L20 80", Paint("", "seat-0", 18)),),
        "ring": (Circle(50, 50, 34, Paint("", "seat-1", 16)),),
    }

    def __init__(self, game: Starter, notation: StarterNotation) -> None:
        super().__init__(game, notation, game.grid)

    def pieces(self, state: State) -> str:
        """The sign in each cell."""
        return state.board

    def presses(self, state: State, action: int) -> tuple[str, ...]:
        """A press on the cell."""
        del state
        return (f"cell-{self.grid.names[action]}",)
