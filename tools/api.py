"""Writes the public API into docs/reference/python.md: `python -m tools.api`.

A test compares the page with the code, so that the API changes only on purpose.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from importlib import import_module
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

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "python.md"
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
    "ludotheque.play.lessons": (
        lessons.exercise,
        lessons.Exercise,
        lessons.Attempt,
        lessons.Answer,
    ),
    "ludotheque.play.problems": (problems.daily, problems.problem_of, problems.today),
    "ludotheque.play.arena": (arena.arena, arena.ladder, arena.cores, arena.cluster),
    "ludotheque.words": (lexicon, Lexicon, HouseWords, fold),
}


def block() -> str:
    """Returns every public name with its signature."""
    lines: list[str] = []
    for module, names in PUBLIC.items():
        lines += ["", module] if lines else [module]
        for thing, name in zip(names, called(module), strict=True):
            lines += [f"  {line}" for line in _described(thing, name)]
    return "\n".join(lines) + "\n"


def called(module: str) -> list[str]:
    """Returns the names that a module has for its public things."""
    found = {id(thing): name for name, thing in vars(import_module(module)).items()}
    return [found[id(thing)] for thing in PUBLIC[module]]


def _described(thing: Any, called: str) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{called}{_signature(thing)}"
        return
    if is_dataclass(thing):
        yield f"{called}({', '.join(field.name for field in fields(thing) if field.init)})"
    elif issubclass(thing, tuple):
        yield f"{called}({', '.join(thing._fields)})"  # type: ignore[attr-defined]
    elif "__init__" in vars(thing):
        yield f"{called}{_signature(thing.__init__)}"
    else:
        yield called
    for name, member in _members(thing):
        if isinstance(member, property | cached_property):
            yield f"  .{name}"
        elif callable(member) and not inspect.isclass(member):  # a class is a field's default
            yield f"  .{name}{_signature(member)}"


def _members(thing: type) -> Iterable[tuple[str, Any]]:
    """Returns the public members of a class, with those of bases that are not public themselves."""
    members: dict[str, Any] = {}
    public = {name for names in PUBLIC.values() for name in names}
    for base in reversed(thing.__mro__):
        if base.__module__.startswith("ludotheque") and (base is thing or base not in public):
            members |= {name: vars(base)[name] for name in vars(base) if not name.startswith("_")}
    return members.items()


def _signature(function: Any) -> str:
    """Returns the parameters without annotations."""
    plain = inspect.unwrap(function)
    parameters = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in inspect.signature(plain).parameters.values()
        if p.name != "self"
    ]
    return str(inspect.Signature(parameters))


def renewed(page: str) -> str:
    """Returns the page with its block replaced."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{block()}{END}{after}"


def main() -> None:
    """Updates the page."""
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
