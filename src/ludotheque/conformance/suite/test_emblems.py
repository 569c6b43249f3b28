"""Emblems: each player has one of their own, and nothing else on the table looks like it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ludotheque.conformance.drawings import within
from ludotheque.conformance.positions import each_step
from ludotheque.conformance.walking import walked
from ludotheque.core.scene import Emblem, Part, Path, Scene, Shape, Use
from ludotheque.games import AnyKit

Corners = frozenset[tuple[int, int]]


def tables(kit: AnyKit) -> Iterator[tuple[Scene, tuple[Emblem, ...]]]:
    """Scenes of a game, with the emblems of the players."""
    for state, _ in each_step(kit, walked(kit.spec, 2, 200)[::4]):
        yield kit.game.scene(state), kit.game.painter.emblems(state)


def test_each_player_has_an_emblem_of_their_own(kit: AnyKit) -> None:
    for scene, emblems in tables(kit):
        assert len(emblems) == kit.game.seats, "there is not one emblem per seat"
        signs = {emblem.sign for emblem in emblems}
        assert len(signs) == len(emblems), "two players have the same sign"
        drawn = {tuple(within([Use(emblem.symbol)], scene.symbols))[1:] for emblem in emblems}
        assert len(drawn) == len(emblems), "the emblems of two players are drawn alike"


def test_a_piece_shows_the_emblem_of_one_player_or_nothing_like_an_emblem(kit: AnyKit) -> None:
    for scene, emblems in tables(kit):
        drawn_so = outlines(within([Use(emblem.symbol) for emblem in emblems], scene.symbols))
        for piece in (part for part in scene.parts() if part.role == "piece"):
            shown = shown_on(piece, scene, emblems)
            assert len(shown) <= 1, f"“{piece.id}” shows the emblems of two players"
            alike = not shown and drawn_so & outlines(within(piece.art, scene.symbols))
            assert not alike, f"“{piece.id}” looks like an emblem, but is not one"


def test_the_piece_just_moved_shows_no_emblem_but_that_of_its_player(kit: AnyKit) -> None:
    game = kit.game
    for (before, action), (after, _) in pairwise(each_step(kit, walked(kit.spec, 2, 200))):
        mover = game.turn(before)
        if mover is None:
            continue
        scene, emblems = game.scene(after, after=(before, action)), game.painter.emblems(after)
        for piece in (part for part in scene.parts() if "last" in part.marks and part.was):
            others = shown_on(piece, scene, emblems) - {emblems[mover]}
            assert not others, f"“{piece.id}” was just moved, but shows the emblem of another seat"


def shown_on(piece: Part, scene: Scene, emblems: Iterable[Emblem]) -> set[Emblem]:
    """The emblems that are drawn or written on a piece."""
    used = {shape.symbol for shape in within(piece.art, scene.symbols) if isinstance(shape, Use)}
    text = "".join(piece.ink.lines) if piece.ink else ""
    return {emblem for emblem in emblems if emblem.symbol in used or emblem.sign in text}


def outlines(shapes: Iterable[Shape]) -> set[Corners]:
    """The closed outlines among these shapes, regardless of their size."""
    lines = [shape.d for shape in shapes if isinstance(shape, Path)]
    straight = [d for d in lines if not set(re.findall("[a-zA-Z]", d)) - set("MLHVZ")]
    strokes = [points_of(stroke) for d in straight for stroke in re.findall("M[^M]*", d)]
    return {corners(points) for points in strokes if len(points) > 2 and points[0] == points[-1]}


def points_of(stroke: str) -> list[tuple[float, float]]:
    """The points of a line, with the first again at the end if it is closed."""
    points: list[tuple[float, float]] = []
    for letter, rest in re.findall(r"([MLHVZ])([^MLHVZ]*)", stroke):
        values = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        match letter:
            case "Z":
                points.append(points[0])
            case "H":
                points.append((values[0], points[-1][1]))
            case "V":
                points.append((points[-1][0], values[0]))
            case _:
                points += zip(values[::2], values[1::2], strict=True)
    return points


def corners(points: list[tuple[float, float]]) -> Corners:
    """The points, rounded to quarters of their total width and height."""
    across, down = zip(*points, strict=True)
    wide, high = max(across) - min(across), max(down) - min(down)
    return frozenset(
        (round(4 * (x - min(across)) / wide), round(4 * (y - min(down)) / high)) for x, y in points
    )
