"""A scene in characters, for the terminal: areas one below the other."""

from __future__ import annotations

from ludotheque.core.scene import Area, Ink, Part, Scene

_AROUND = {
    "last": ("›", "‹"),
    "decisive": ("»", "«"),
    "refused": ("✗", "✗"),
    "chosen": ("(", ")"),
    "lit": ("[", "]"),
}


def to_text(scene: Scene) -> str:
    """Title, status and every area."""
    blocks = [f"{scene.title} — {scene.status}"]
    blocks += filter(None, (_area(area) for area in scene.areas))
    return "\n\n".join(blocks) + "\n"


def board_to_text(scene: Scene) -> str:
    """The board alone, as figures show it."""
    return _area(next(area for area in scene.areas if area.name == "board"))


def _area(area: Area) -> str:
    canvas: dict[tuple[int, int], str] = {}
    inks = [part.ink for part in area.parts if part.ink is not None and part.role != "trace"]
    for ink in (*area.captions, *inks):
        _write(canvas, ink)
    for part in area.parts:
        _mark(canvas, part)
    return _lines(canvas)


def _write(canvas: dict[tuple[int, int], str], ink: Ink) -> None:
    for down, line in enumerate(ink.lines):
        for along, character in enumerate(line):
            canvas[ink.row + down, ink.column + along] = character


def _mark(canvas: dict[tuple[int, int], str], part: Part) -> None:
    """Signs on both sides of a marked part, where the cells are free."""
    if part.ink is None or not part.marks:
        return
    left, right = _AROUND[part.marks[0]]
    row = part.ink.row + len(part.ink.lines) // 2
    width = max(map(len, part.ink.lines), default=1)
    for column, sign in ((part.ink.column - 1, left), (part.ink.column + width, right)):
        if canvas.get((row, column), " ") == " ":
            canvas[row, column] = sign


def _lines(canvas: dict[tuple[int, int], str]) -> str:
    if not canvas:
        return ""
    rows = [row for row, _ in canvas]
    columns = [column for _, column in canvas]
    left, right = min(0, *columns), max(columns)
    lines = (
        "".join(canvas.get((row, column), " ") for column in range(left, right + 1)).rstrip()
        for row in range(min(rows), max(rows) + 1)
    )
    return "\n".join(lines)
