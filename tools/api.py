"""Writes down the public API: `python -m tools.api` renews the block in docs/python.md.

A test compares: what stands there is what people build on, and changes only on purpose.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.core import (
    game,
    grid,
    kit,
    lesson,
    notation,
    numbers,
    player,
    reason,
    record,
    scene,
    series,
    solver,
    spec,
    teacher,
    texts,
)
from ludotheque.play import arena, hints, lessons, match, problems
from ludotheque.words import HouseWords, Lexicon, fold, lexicon

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
START, END = "<!-- api -->\n```\n", "```\n<!-- /api -->"
PUBLIC: dict[str, tuple[Any, ...]] = {
    "ludotheque": (ludotheque.load, ludotheque.catalogue),
    "ludotheque.core.kit": (kit.Box, kit.Contents, kit.Lid, kit.Kit, kit.Playable),
    "ludotheque.core.game": (game.Game, game.Outcome, game.win, game.drawn),
    "ludotheque.core.grid": (grid.Grid,),
    "ludotheque.core.spec": (spec.Options, spec.option),
    "ludotheque.core.texts": (texts.Texts,),
    "ludotheque.core.series": (
        series.Series,
        series.SeriesState,
        series.Result,
        series.MatchFormat,
    ),
    "ludotheque.core.solver": (solver.Solver, solver.Verdict, solver.Analysis),
    "ludotheque.core.teacher": (teacher.Teacher,),
    "ludotheque.core.lesson": (lesson.Lesson, lesson.Problem),
    "ludotheque.core.notation": (notation.Notation, notation.unread),
    "ludotheque.core.numbers": (numbers.Numbers,),
    "ludotheque.core.scene": (
        scene.Scene,
        scene.Area,
        scene.Part,
        scene.Gesture,
        scene.Typed,
        scene.Viewpoint,
        scene.Painter,
        scene.RoundPainter,
        scene.BoardPainter,
        scene.GridPainter,
        scene.Emblem,
        scene.Palette,
        scene.Paint,
        scene.Circle,
        scene.Path,
        scene.Rect,
        scene.Rectangle,
        scene.Text,
        scene.Group,
    ),
    "ludotheque.core.player": (player.Player, player.draw, player.settle),
    "ludotheque.core.reason": (
        reason.Reason,
        reason.because,
        reason.Refusal,
        reason.IllegalAction,
        reason.NotationError,
        reason.SpecError,
        reason.RecordError,
    ),
    "ludotheque.core.record": (record.Record, record.read_record),
    "ludotheque.play.match": (match.Match, match.replay),
    "ludotheque.play.hints": (hints.advice, hints.hints, hints.Hint),
    "ludotheque.play.lessons": (lessons.exercise, lessons.Exercise, lessons.Answer),
    "ludotheque.play.problems": (problems.daily, problems.problem_of, problems.today),
    "ludotheque.play.arena": (arena.arena, arena.ladder, arena.cores, arena.cluster),
    "ludotheque.words": (lexicon, Lexicon, HouseWords, fold),
}


def block() -> str:
    """Every public name with its signature."""
    lines: list[str] = []
    for module, names in PUBLIC.items():
        lines += ["", module] if lines else [module]
        for thing in names:
            lines += [f"  {line}" for line in _described(thing)]
    return "\n".join(lines) + "\n"


def _described(thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{thing.__name__}{_signature(thing)}"
        return
    if is_dataclass(thing):
        yield f"{thing.__name__}({', '.join(field.name for field in fields(thing) if field.init)})"
    elif issubclass(thing, tuple):
        yield f"{thing.__name__}({', '.join(thing._fields)})"  # type: ignore[attr-defined]
    elif "__init__" in vars(thing):
        yield f"{thing.__name__}{_signature(thing.__init__)}"
    else:
        yield thing.__name__
    for name, member in _members(thing):
        if isinstance(member, property | cached_property):
            yield f"  .{name}"
        elif callable(member) and not inspect.isclass(member):  # a class is a field's default
            yield f"  .{name}{_signature(member)}"


def _members(thing: type) -> Iterator[tuple[str, Any]]:
    """What a class has of its own, or of a base that is not public itself."""
    public = {name for names in PUBLIC.values() for name in names}
    for base in reversed(thing.__mro__):
        if base.__module__.startswith("ludotheque") and (base is thing or base not in public):
            yield from (found for found in vars(base).items() if not found[0].startswith("_"))


def _signature(function: Any) -> str:
    """The parameters by name; annotations are in the code."""
    plain = inspect.unwrap(function)
    parameters = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in inspect.signature(plain).parameters.values()
        if p.name != "self"
    ]
    return str(inspect.Signature(parameters))


def renewed(page: str) -> str:
    """The page with the block as it is now."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{block()}{END}{after}"


def main() -> None:
    """Renews the page."""
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
