"""Finds all games and opens their boxes.

A game is a package with a `BOX`: a folder of this package, or a package that another distribution
names under the entry point group `ludotheque.games`. A game is imported only when its box is used.
A package of another distribution that does not load takes only its own box off the shelf.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from ludotheque.bots.rollouts import RolloutTeacher, rollout_bots
from ludotheque.core.kit import Box, Helpers, Kit
from ludotheque.core.page import ANY_PRESS, Figure
from ludotheque.core.reason import BrokenGame, Refusal, SpecError, because
from ludotheque.core.scene import Scene
from ludotheque.core.spec import Options, read_options, split_spec
from ludotheque.core.texts import LANGUAGES, Texts, read_resource, texts
from ludotheque.render import Framed

ENTRY_POINTS = "ludotheque.games"
BROUGHT = "brought.json"
"""Lists the other games in the pocket edition, where nothing is installed."""

AnyKit = Kit[Any, Any]


@cache
def _own() -> dict[str, str]:
    """Maps the name of each game in this package to its module path."""
    return {module.name: f"{__name__}.{module.name}" for module in iter_modules(__path__)}


@cache
def others() -> dict[str, str]:
    """Like `_own`, for other distributions; the names of games in this package are left out."""
    try:
        found = dict(json.loads(read_resource(__name__, BROUGHT)))
    except OSError:
        found = _installed()
    return {name: package for name, package in found.items() if name not in _own()}


def _installed() -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415  # not in a browser

    return {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


@cache
def names() -> tuple[str, ...]:
    """The names of all games, sorted, including those that do not load."""
    return tuple(sorted({**_own(), **others()}))


def catalogue() -> tuple[Box, ...]:
    """The boxes of all games that load."""
    return tuple(find(name) for name in names() if name not in broken())


def broken() -> dict[str, str]:
    """The games of other distributions that do not load, each with its error."""
    tried = {name: _tried(name) for name in others()}
    return {name: error for name, error in tried.items() if isinstance(error, str)}


@cache
def find(name: str) -> Box:
    """The box of that name; raises `SpecError` if the game does not exist or does not load."""
    if name in _own():
        return cast(Box, import_module(_own()[name]).BOX)
    if name not in others():
        raise SpecError(because("spec.no_game", name=name, known=", ".join(names())))
    box = _tried(name)
    if isinstance(box, str):
        raise BrokenGame(because("spec.broken", name=name, why=box))
    return box


@cache
def _tried(name: str) -> Box | str:
    """The box of another distribution, or the error that it raises when loaded."""
    try:
        box = import_module(others()[name]).BOX
        _check(box, name)
    except (Exception, SystemExit) as error:
        return _told(error)
    return cast(Box, box)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _check(box: Any, name: str) -> None:
    """Uses a box as the shelf and its page will, and raises the error that this causes."""
    if not isinstance(box, Box) or box.name != name:
        raise TypeError(f"BOX is not the box of {name}")
    kits = [open_box(box, options) for options in (box.options(), *box.variants.values())]
    domains = [f"option.{option}" for option in box.options.domains()]
    variants = [f"variant.{variant}" for variant in box.variants]
    for lang in LANGUAGES:
        list(map(box.texts(lang), ("title", "line", "aim", "plays", *domains, *variants)))
        for part in (box.facts, box.in_a_minute, box.rules_page, *(kit.aim for kit in kits)):
            part(lang)
        draw_cover(box, lang)
        for kit in kits:
            for bot in kit.bots:
                kit.level(bot, lang)


def load(spec: str) -> AnyKit:
    """The kit that a spec describes, such as `load("plus4(mode=endless,target=5)")`."""
    name, given = split_spec(spec)
    box = find(name)
    return open_box(box, read_options(box.options, given))


def load_stored(spec: str) -> AnyKit:
    """Like `load`, for the spec of a table or a record of any version.

    An option that does not apply is ignored, as earlier versions did. Raises `BrokenGame` if the
    game is gone.
    """
    try:
        name, given = split_spec(spec)
        box = find(name)
        return open_box(box, read_options(box.options, given, stored=True))
    except SpecError as refusal:
        raise BrokenGame(refusal.reason) from refusal


def load_for(spec: str, lang: str) -> AnyKit:
    """Like `load`, but options for a language default to `lang`."""
    name, given = split_spec(spec)
    box = find(name)
    return open_box(box, read_options(box.options, box.options.spoken_in(lang) | given))


def texts_for(spec: str, lang: str) -> Texts:
    """The texts of the game that a spec names, or the shared texts if there is no such game."""
    try:
        return find(spec.partition("(")[0].strip()).texts(lang)
    except SpecError:
        return texts("", lang)


def draw_cover(box: Box, lang: str) -> Scene:
    """Draws the position on the lid of a box."""
    spec, position = box.cover
    given = split_spec(spec)[1] if spec else {}
    game = open_box(box, read_options(box.options, box.options.spoken_in(lang) | given)).round
    state = game.notation.read_state(position) if position else game.initial()
    return game.scene(state, lang=lang)


def draw_figure(box: Box, figure: Figure, lang: str) -> Scene:
    """Draws a figure: a position, an action played on it or crossed out, or presses to make."""
    scene = _drawn(box, figure, lang)
    return scene.cut(figure.cut) if figure.cut else scene


def _drawn(box: Box, figure: Figure, lang: str) -> Scene:
    game = load(f"{box.name}({figure.options})" if figure.options else box.name).round
    state = game.notation.read_state(figure.state)
    if figure.presses:
        return _offering(game.scene(state, lang=lang), figure.presses)
    if not figure.action:
        return game.scene(state, lang=lang)
    action = game.notation.read_action(figure.action)
    if figure.refused:
        return game.scene(state, lang=lang, refused=action)
    return game.scene(game.play(state, action), lang=lang, after=(state, action))


def _offering(scene: Scene, presses: Sequence[str]) -> Scene:
    """Marks these presses as chosen; for an `ANY_PRESS`, lights up everything that fits there."""
    fitting = [g.presses for g in scene.gestures if len(g.presses) >= len(presses)]
    for place, press in enumerate(presses):
        fitting = [taken for taken in fitting if press in (ANY_PRESS, taken[place])]
    offered = {taken[n] for taken in fitting for n, p in enumerate(presses) if p == ANY_PRESS}
    return scene.marked(offered, "lit").marked(presses, "chosen")


def open_box(box: Box, options: Options) -> AnyKit:
    """The kit of a game under these options; raises `BrokenGame` if another package fails."""
    try:
        return Kit(box, options, Helpers(Framed, rollout_bots, RolloutTeacher))
    except Exception as error:
        if box.name in _own() or isinstance(error, Refusal):
            raise
        raise BrokenGame(because("spec.broken", name=box.name, why=_told(error))) from error
