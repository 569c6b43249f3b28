"""The line that scores are drawn with."""

from __future__ import annotations

from ludotheque.house.scores import line_of


def test_a_line_is_as_wide_as_its_drawing_and_has_few_points() -> None:
    assert line_of([]) == line_of([0.5]) == []
    assert line_of([1, 0.5, 0]) == [(4, 4), (150, 40), (296, 76)]
    many = line_of([n / 2000 for n in range(2001)])
    assert len(many) == 300
    assert (many[0], many[-1]) == ((4, 76), (296, 4))
