"""Scenes in characters."""

from __future__ import annotations

from ludotheque.render import to_text
from tests.render.scenes import SCENE, with_piece

HEAD = "A <game> — your turn & mine\n\n"


def test_captions_and_parts_stand_in_their_cells_without_ghosts_and_traces() -> None:
    assert to_text(SCENE) == f"{HEAD} 1   2\n o   ·\n\ncard\n"


def test_marks_stand_on_both_sides() -> None:
    assert "\n›o‹  ·\n" in to_text(with_piece(marks=("last",)))
    assert "\n✗o✗  ·\n" in to_text(with_piece(marks=("refused",)))
    assert "\n(o)  ·\n" in to_text(with_piece(marks=("chosen",)))
    assert "\n[o]  ·\n" in to_text(with_piece(marks=("lit",)))


def test_a_mark_covers_nothing() -> None:
    wide = with_piece(marks=("last",), ink=None)
    assert "›" not in to_text(wide)
    crowded = to_text(with_piece(marks=("last",), ink=SCENE.areas[0].parts[1].ink))
    assert "›·‹" in crowded
