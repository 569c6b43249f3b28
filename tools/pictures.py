"""Draws the pictures of the README and of docs/explanation/solved.md: `make pictures`.

Each is drawn by day and by night.

A test compares the committed pictures with those drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from ludotheque import load
from ludotheque.render import to_svg

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
POSITIONS = {
    "babylone": ("babylone", "v n v b rb n - r vb rn - - 0", "i>e"),
    "plus4": ("plus4(mode=endless)", "rbrb/bbr/Rrb/rb 1 7:6", "4*"),
    "croisements": (
        "croisements",
        "0 9.3.14.6.1.13.8.2.5.11.7.12.4.10 b4.d3.g7 c14.e10.g12 0 6",
        "g7-g10/e10 REPRODUCTION",
    ),
    "solved-plus4": ("plus4", "r/-/-/- 1 0:0", "3"),
    "solved-babylone": ("babylone", "- vv v n n n r r r b b b 1", "c>d"),
    "solved-redline": (
        "redline",
        "Y01@-3,1 B024@-3,2 Y145@-3,3 Y256@-2,2 B36@-1,2 Y046@0,-1 B034@0,0 Y147@0,1 Y037@0,3"
        " Y37@1,-1 B057@1,2 Y234@1,3 / B017 B13 | Y05 Y1 / 0 last=Y placed=1",
        "B345@-1,4",
    ),
    "redline": (
        "redline(players=3)",
        "B123@-3,0 Y267@-2,0 B125@-2,1 B026@-1,0 Y346@-1,1 Y25@-1,2 Y067@0,0 B124@0,1"
        " B236@0,2 Y167@1,1 Y356@1,2 B237@2,1 / B135 B15 Y017 Y034 Y037 | B0 B012 B016 B035"
        " | B01 B1 Y015 Y1 Y13 / 0 last=Y placed=2",
        "Y347@3,0",
    ),
}


def pictures(lang: str = "en") -> Iterator[tuple[str, str]]:
    """Yields the name and the content of each file."""
    themes: tuple[Literal["day", "night"], ...] = ("day", "night")
    for name, (spec, state, action) in POSITIONS.items():
        game = load(spec).round
        before = game.notation.read_state(state)
        scene = game.scene(before, 0, lang)
        if action:
            done = game.notation.read_action(action)
            scene = game.scene(game.play(before, done), 0, lang, after=(before, done))
        for theme in themes:
            yield f"{name}-{theme}.svg", to_svg(scene, theme)


def main() -> None:
    """Writes every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, picture in pictures():
        FOLDER.joinpath(file).write_text(picture, encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
