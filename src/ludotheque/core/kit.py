"""A box of the shelf, and the kit one gets by opening it under some options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, Protocol, cast

from ludotheque.core.game import A, Game, Outcome, S, Seat, returns_for
from ludotheque.core.notation import Notation
from ludotheque.core.page import RulesPage, rules_page
from ludotheque.core.player import Level, Player
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import Painter, Scene
from ludotheque.core.series import MatchFormat, Series, SeriesAction, SeriesState
from ludotheque.core.series.notation import SeriesNotation
from ludotheque.core.series.scene import SeriesPainter
from ludotheque.core.solver import Checker, Solver, Unsolvable
from ludotheque.core.spec import Options, write_spec
from ludotheque.core.teacher import Teacher
from ludotheque.core.texts import Texts, texts


class Playable(Game[S, A]):
    """Rules together with their notation and their scene: all that a door needs."""

    def __init__(self, rules: Game[S, A], notation: Notation[S, A], painter: Painter[S, A]) -> None:
        """Joins the three."""
        self.rules = rules
        self.notation = notation
        self.painter = painter
        self.seats = rules.seats
        self.examples = rules.examples
        self.name = rules.name  # type: ignore[misc]  # a Playable bears the name of its rules

    def initial(self, first: Seat | None = None) -> S:
        """As the rules have it."""
        return self.rules.initial(first)

    def turn(self, state: S) -> Seat | None:
        """As the rules have it."""
        return self.rules.turn(state)

    def actions(self, state: S) -> Sequence[A]:
        """As the rules have it."""
        return self.rules.actions(state)

    def weights(self, state: S) -> Sequence[int]:
        """As the rules have it."""
        return self.rules.weights(state)

    def refusal(self, state: S, action: A) -> Reason | None:
        """As the rules have it."""
        return self.rules.refusal(state, action)

    def ruled(self, state: S, action: A) -> A:
        """As the rules have it."""
        return self.rules.ruled(state, action)

    def apply(self, state: S, action: A) -> S:
        """As the rules have it."""
        return self.rules.apply(state, action)

    def outcome(self, state: S) -> Outcome | None:
        """As the rules have it."""
        return self.rules.outcome(state)

    def ends_turn(self, before: S, after: S) -> bool:
        """As the rules have it."""
        return self.rules.ends_turn(before, after)

    def key(self, state: S) -> Hashable:
        """As the rules have it."""
        return self.rules.key(state)

    def future(self, state: S) -> Hashable:
        """As the rules have it."""
        return self.rules.future(state)

    def scene(
        self,
        state: S,
        seat: Seat | None = None,
        lang: str = "fr",
        after: tuple[S, A] | None = None,
        refused: A | None = None,
    ) -> Scene:
        """The table as that seat sees it."""
        return self.painter.scene(state, seat, lang, after, refused)

    def tell(self, state: S, action: A, lang: str = "fr") -> str:
        """What the action does, in a sentence."""
        return self.painter.tell(state, action, lang)

    def instruct(self, state: S, action: A, lang: str = "fr") -> str:
        """What to do for that action, said to who is to take it."""
        return self.painter.instruct(state, action, lang)

    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """What these presses mean: a legal action, why none, or None if they go on."""
        return self.painter.meaning(state, presses)


class Picture(Protocol):
    """A scene that shows itself: as SVG in a notebook, as text when printed."""

    def _repr_svg_(self) -> str: ...


@dataclass(frozen=True)
class Contents(Generic[S, A]):
    """What a game puts into its kit under given options."""

    rules: Game[S, A]
    notation: Notation[S, A]
    painter: Painter[S, A]
    series: MatchFormat
    headers: Callable[[], Mapping[str, str]] = dict
    """What a record says besides, such as which word list ruled; asked only for a record."""


@dataclass(frozen=True)
class Box:
    """A game on the shelf: what it is called, what it offers, how to unpack it.

    The cover is a position of a round, under a spec.
    """

    name: str
    package: str
    version: int
    players: tuple[int, int]
    minutes: tuple[int, int]
    options: type[Options]
    unpack: Callable[[Any], Contents[Any, Any]]
    cover: tuple[str, str]
    variants: Mapping[str, Options] = field(default_factory=dict)
    solved: bool = False
    checked: bool = False

    def title(self, lang: str = "fr") -> str:
        """The name on the box."""
        return self.texts(lang)("title")

    def line(self, lang: str = "fr") -> str:
        """What it is, in one line."""
        return self.texts(lang)("line")

    def texts(self, lang: str) -> Texts:
        """The words of the game."""
        return texts(self.package, lang)


class Kit(Generic[S, A]):
    """A game under its options: the bare round, what a table plays, pages, bots and pictures."""

    def __init__(self, box: Box, options: Options, frame: Callable[[Scene], Picture]) -> None:
        """Unpacks the box; `frame` makes a picture of a scene."""
        inside: Contents[S, A] = box.unpack(options)
        series = Series(inside.rules, inside.series)
        notation = SeriesNotation(inside.notation, series)
        painter = SeriesPainter(series, inside.painter, box.package)
        self.box = box
        self.options = options
        self.round: Playable[S, A] = Playable(inside.rules, inside.notation, inside.painter)
        self.game: Playable[SeriesState[S], A | SeriesAction] = Playable(series, notation, painter)
        self._frame = frame
        self._headers = inside.headers

    @property
    def name(self) -> str:
        """The name of the game in code."""
        return self.box.name

    @property
    def spec(self) -> str:
        """The canonical text of the game under these options."""
        return write_spec(self.name, self.options)

    @property
    def full_spec(self) -> str:
        """The same with every option, for records."""
        return write_spec(self.name, self.options, every=True)

    def headers(self) -> tuple[tuple[str, str], ...]:
        """What a record of this game says besides the usual headers."""
        return tuple(self._headers().items())

    @cached_property
    def bots(self) -> Mapping[str, Player]:
        """The players that sit on seats, weakest first."""
        module = import_module(f"{self.box.package}.bots")
        return cast(Mapping[str, Player], module.bots(self.options))

    def level(self, bot: str, lang: str = "fr") -> Level:
        """The name of a bot and what it feels like; of one that has left the game, its key."""
        words = self.box.texts(lang)
        name, feels = f"bots.{bot}.name", f"bots.{bot}.feels"
        return Level(words(name), words(feels)) if name in words else Level(bot, "")

    @cached_property
    def solver(self) -> Solver | None:
        """Exact answers, where the game has them."""
        if not self.box.solved:
            return None
        try:
            module = import_module(f"{self.box.package}.solver")
        except ImportError as error:
            name = error.name or str(error)
            raise Unsolvable(because("kernels.missing", module=name)) from error
        return cast(Solver, module.Solver(self.options))

    @cached_property
    def teacher(self) -> Teacher:
        """What positions are worth and why, proved or estimated."""
        module = import_module(f"{self.box.package}.teacher")
        return cast(Teacher, module.Teacher(self.options))

    @cached_property
    def checker(self) -> Checker | None:
        """The check of what the solver keeps, where the game has one."""
        if not self.box.checked:
            return None
        return cast(Checker, import_module(f"{self.box.package}.checker").Checker(self.options))

    def resignation(self, state: SeriesState[S], seat: Seat) -> Outcome:
        """How a match of two ends when that seat gives up; the points stay as they are."""
        series = self.game.rules
        assert isinstance(series, Series)
        reason = because("match.resigned", series.format.resign_rule, seat=f"@seat.{seat}")
        return Outcome(returns_for([1 - seat], 2), series.totals(state), reason)

    def rules_page(self, lang: str = "fr") -> RulesPage:
        """The rules in that language."""
        return rules_page(self.box.package, lang)

    def text(self, message: Reason | str, lang: str = "fr") -> str:
        """The words for a reason, or for a key of the game's texts."""
        words = self.box.texts(lang)
        return words(message) if isinstance(message, str) else words.say(message)

    def show(
        self, state: S | SeriesState[S], seat: Seat | None = None, lang: str = "fr"
    ) -> Picture:
        """The position as a picture; of a bare round or of a series."""
        if isinstance(state, SeriesState):
            return self._frame(self.game.scene(state, seat, lang))
        return self._frame(self.round.scene(state, seat, lang))

    def __repr__(self) -> str:
        """The spec, as it is loaded."""
        return f"load({self.spec!r})"
