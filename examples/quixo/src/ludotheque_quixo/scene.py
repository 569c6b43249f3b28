"""The board of Quixo: cubes side by side, of which those of a row glide when it is pushed."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.scene import (
    GRID_PALETTE,
    Circle,
    Emblem,
    GridPainter,
    Paint,
    Palette,
    Path,
    Rect,
    Rectangle,
    Shape,
)
from ludotheque_quixo.notation import QuixoNotation
from ludotheque_quixo.rules import GRID, PATHS, SIGNS, SIZE, Push, Quixo, State


def _cube(*sign: Shape) -> tuple[Shape, ...]:
    """A cube seen from above, with its sign burnt in."""
    return Rect(Rectangle(2, 2, 96, 96), Paint("cube", "cube-edge", 4), 12), *sign


class QuixoPainter(GridPainter[State, Push]):
    """A cube is pressed, then the end of its row or column where it goes in."""

    press_rule = "2.1"
    piece_size = 0.88
    step_texts: Mapping[str, str] = {"cell": "push", "cell cell": "button"}
    kinds: Mapping[str, Emblem] = {
        "x": Emblem("×", "cube-x"),
        "o": Emblem("○", "cube-o"),
        ".": Emblem("·", "cube"),
    }
    symbols: Mapping[str, tuple[Shape, ...]] = {
        "cube-x": _cube(Path("M28 28L72 72M72 28L28 72", Paint("", "sign-x", 13))),
        "cube-o": _cube(Circle(50, 50, 25, Paint("", "sign-o", 13))),
        "cube": _cube(),
    }
    palette = GRID_PALETTE | Palette(
        {"cube": "#EFDDB8", "cube-edge": "#A4814C", "sign-x": "#8C2F22", "sign-o": "#1F4E79"},
        {"cube": "#8A6B45", "cube-edge": "#4A3721", "sign-x": "#FFD9C9", "sign-o": "#CFE8FF"},
    )

    def __init__(self, game: Quixo, notation: QuixoNotation) -> None:
        """Lays out five rows of five."""
        super().__init__(game, notation, GRID)

    def pieces(self, state: State) -> str:
        """The cubes by their signs."""
        return state.board

    def presses(self, state: State, action: Push) -> tuple[str, ...]:
        """The cube, then the end."""
        del state
        return self.cell_id(action.cell), self.cell_id(action.end)

    def came(self, before: State, action: Push) -> Mapping[int, int]:
        """Each cube moves up by one, the one that is taken goes to the end."""
        del before
        path = PATHS[action]
        return dict(zip(path, (*path[1:], path[0]), strict=True))

    def decisive(self, state: State) -> set[str]:
        """The lines of the winner."""
        sign = None if state.winner is None else SIGNS[state.winner]
        lines = [line for line in GRID.lines(SIZE) if {state.board[c] for c in line} == {sign}]
        return {self.cell_id(cell) for line in lines for cell in line}

    def prompt_text(self, state: State) -> str:
        """Names the sign of the player."""
        return f"play_{SIGNS[state.mover]}"
