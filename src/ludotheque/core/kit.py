"""The box of a game, and the kit that results from opening it with options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import resolve_name
from typing import Any, Generic, Protocol

from ludotheque.core.game import A, Game, Outcome, S, Seat, returns_for
from ludotheque.core.lesson import Lesson, Problem, lessons, problems
from ludotheque.core.notation import Notation
from ludotheque.core.numbers import AnyNumbers, Numbers
from ludotheque.core.page import RulesPage, rules_page
from ludotheque.core.playable import Playable
from ludotheque.core.player import Level, Player, playable
from ludotheque.core.reason import Reason, because
from ludotheque.core.rulings import Ruling, rulings
from ludotheque.core.scene import Painter, PrintSet, Scene
from ludotheque.core.series import MatchFormat, Series, SeriesAction, SeriesState
from ludotheque.core.series.notation import SeriesNotation
from ludotheque.core.series.scene import SeriesPainter
from ludotheque.core.solver import Checker, Solver, Unsolvable
from ludotheque.core.spec import Options, write_spec
from ludotheque.core.teacher import Teacher
from ludotheque.core.texts import Texts, texts

__all__ = ["Box", "Contents", "Helpers", "Kit", "Lid", "Picture", "Playable", "later"]

AIM = because("aim")


class Picture(Protocol):
    """A scene that displays as SVG in a notebook and as text when printed."""

    def _repr_svg_(self) -> str: ...


@dataclass(frozen=True)
class Contents(Generic[S, A]):
    """What a game provides for its kit under given options."""

    rules: Game[S, A]
    notation: Notation[S, A]
    painter: Painter[S, A]
    format: MatchFormat
    aim: Reason = AIM
    """The aim of the game under these options, in one sentence."""
    headers: Callable[[], Mapping[str, str]] = dict
    """Returns more headers for a record, such as the word list; called only to write a record."""


@dataclass(frozen=True, slots=True)
class Lid:
    """The colours of the paper and the print of a lid, the same by day and by night."""

    paper: str = "#E8D8B6"
    ink: str = "#2A2320"


@dataclass(frozen=True)
class Box:
    """A game on the shelf: its name, what it offers and how to unpack it.

    `cover` is a spec and a position of its round; by default, the first position. `bots` (weakest
    first), `teacher`, `solver`, `checker`, `print_set` and `numbers` are called with the options of
    a kit, and only when they are needed, so that they can import slow modules. A game without bots,
    a teacher or numbers gets those that work for any game. `age` is the minimum age in years and
    `year` that of the first edition; unknown facts are left empty.
    """

    name: str
    package: str
    version: int
    players: tuple[int, int]
    minutes: tuple[int, int]
    options: type[Options]
    unpack: Callable[[Any], Contents[Any, Any]]
    cover: tuple[str, str] = ("", "")
    bots: Callable[[Any], Mapping[str, Player]] | None = None
    teacher: Callable[[Any], Teacher] | None = None
    variants: Mapping[str, Options] = field(default_factory=dict)
    solver: Callable[[Any], Solver] | None = None
    checker: Callable[[Any], Checker] | None = None
    age: int | None = None
    authors: tuple[str, ...] = ()
    publisher: str = ""
    year: int | None = None
    print_set: Callable[[Any, Texts], PrintSet] | None = None
    lid: Lid = Lid()
    numbers: Callable[[Any], Numbers[Any, Any]] | None = None

    def title(self, lang: str = "fr") -> str:
        """The name on the box."""
        return self.texts(lang)("title")

    def line(self, lang: str = "fr") -> str:
        """A description of the game, in one line."""
        return self.texts(lang)("line")

    def aim(self, lang: str = "fr") -> str:
        """The aim of the game, in one sentence; `Kit.aim` takes the options into account."""
        return self.texts(lang)("aim")

    @property
    def origin(self) -> tuple[str, ...]:
        """Its authors, its publisher and the year, as far as they are known."""
        known = (*self.authors, self.publisher, str(self.year or ""))
        return tuple(name for name in known if name)

    def in_a_minute(self, lang: str = "fr") -> tuple[str, ...]:
        """How it is played, in three sentences."""
        words = self.texts(lang)
        return tuple(words(f"minute.{number}") for number in (1, 2, 3))

    def facts(self, lang: str = "fr") -> tuple[str, ...]:
        """The number of players, the minimum age (if known) and the duration, in words."""
        say = self.texts(lang)
        players, minutes = (_span(span, say) for span in (self.players, self.minutes))
        age = () if self.age is None else (say("lid.age", n=self.age),)
        return say("lid.players", n=players), *age, say("lid.minutes", n=minutes)

    def rules_page(self, lang: str = "fr") -> RulesPage:
        """The rules in that language."""
        return rules_page(self.package, lang)

    def rulings(self, lang: str = "fr") -> tuple[Ruling, ...]:
        """Our rulings, with what the source says; empty if the game does not explain them."""
        return rulings(self.package, lang)

    def press_that_plays(self, lang: str = "fr") -> str:
        """A sentence that says which press plays a move, rather than only previewing it."""
        return self.texts(lang)("plays")

    def lessons(self, lang: str = "fr") -> tuple[Lesson, ...]:
        """The guided first game: positions with one task each (`play.lessons`)."""
        return lessons(self.package, lang)

    def problems(self, lang: str = "fr") -> tuple[Problem, ...]:
        """Positions with one right answer, one for each day (`play.problems`)."""
        return problems(self.package, lang)

    def texts(self, lang: str) -> Texts:
        """The texts of the game, which override those that all games share."""
        return texts(self.package, lang)


def later(name: str) -> Callable[..., Any]:
    """A part of a box, `module:name`; the module is imported only when the part is called."""

    def part(*given: Any) -> Any:
        return resolve_name(name)(*given)

    return part


def _span(span: tuple[int, int], say: Texts) -> str:
    low, high = span
    return str(low) if low == high else say("lid.span", low=low, high=high)


@dataclass(frozen=True)
class Helpers:
    """Pictures for all games, and bots and a teacher for games without their own."""

    frame: Callable[[Scene], Picture]
    bots: Callable[[], Mapping[str, Player]]
    teacher: Callable[[Game[Any, Any]], Teacher]


class Kit(Generic[S, A]):
    """A game under its options: a single round, the match of a table, pages, bots and pictures."""

    def __init__(self, box: Box, options: Options, helpers: Helpers) -> None:
        """Unpacks the box; the helpers provide what it leaves out."""
        inside: Contents[S, A] = box.unpack(options)
        self.box = box
        self.options = options
        self.series: Series[S, A] = Series(inside.rules, inside.format)
        self.round: Playable[S, A] = Playable(
            inside.rules, inside.notation, inside.painter, box.package
        )
        self.game: Playable[SeriesState[S], A | SeriesAction] = Playable(
            self.series,
            SeriesNotation(inside.notation, self.series),
            SeriesPainter(self.series, inside.painter),
            box.package,
        )
        self._helpers = helpers
        self._aim = inside.aim
        self._headers = inside.headers

    @property
    def name(self) -> str:
        """The name of the game in code."""
        return self.box.name

    @property
    def spec(self) -> str:
        """The canonical spec, which leaves out options with their default values."""
        return write_spec(self.name, self.options)

    @property
    def full_spec(self) -> str:
        """The spec with every option, for records."""
        return write_spec(self.name, self.options, every=True)

    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers that this game adds to those of every record."""
        return tuple(self._headers().items())

    @cached_property
    def _levels(self) -> Mapping[str, Player]:
        return self.box.bots(self.options) if self.box.bots else self._helpers.bots()

    @cached_property
    def bots(self) -> Mapping[str, Player]:
        """The bots that are fast enough on this machine, weakest first."""
        return playable(self._levels)

    @property
    def missing_bots(self) -> tuple[str, ...]:
        """The bots that are left out here as they need `ludotheque[kernels]`, weakest first."""
        return tuple(bot for bot in self._levels if bot not in self.bots)

    def level(self, bot: str, lang: str = "fr") -> Level:
        """The name and style of a bot; for a bot that no longer exists, the name is its key."""
        words = self.box.texts(lang)
        name, feels = f"bots.{bot}.name", f"bots.{bot}.feels"
        return Level(words(name), words(feels)) if name in words else Level(bot, "")

    @cached_property
    def solver(self) -> Solver | None:
        """The exact solver, or None if the game has none; raises `Unsolvable` without kernels."""
        if self.box.solver is None:
            return None
        try:
            return self.box.solver(self.options)
        except ImportError as error:
            name = error.name or str(error)
            raise Unsolvable(because("kernels.missing", module=name)) from error

    @cached_property
    def teacher(self) -> Teacher:
        """The teacher of the game, or the one for any game."""
        if self.box.teacher is None:
            return self._helpers.teacher(self.round.rules)
        return self.box.teacher(self.options)

    @cached_property
    def checker(self) -> Checker | None:
        """The check of the solver's stored results; None if the game has none."""
        return None if self.box.checker is None else self.box.checker(self.options)

    def print_set(self, lang: str = "fr") -> PrintSet | None:
        """The pieces to print, with headings in that language; None if the game has none."""
        return self.box.print_set and self.box.print_set(self.options, self.words(lang))

    @cached_property
    def numbers(self) -> Numbers[S, A]:
        """The actions and positions of a round as numbers, for programs that study the game."""
        if self.box.numbers is None:
            return AnyNumbers(self.round.rules, self.round.notation, self.round.painter)
        return self.box.numbers(self.options)

    def forfeit(self, state: SeriesState[S], seat: Seat, how: str) -> Outcome:
        """The outcome of a match of two that this seat forfeits; the points stay as they are.

        `how` is a key of the texts `match`: the seat resigned, ran out of time or left.
        """
        names = {"seat": f"@seat.{seat}", "winner": f"@seat.{1 - seat}"}
        reason = because(f"match.{how}", self.series.format.resign_rule, **names)
        return Outcome(returns_for([1 - seat], 2), self.series.totals(state), reason)

    def aim(self, lang: str = "fr") -> str:
        """The aim of the game under these options, in one sentence."""
        return self.text(self._aim, lang)

    def rules_page(self, lang: str = "fr") -> RulesPage:
        """The rules in that language."""
        return self.box.rules_page(lang)

    def words(self, lang: str = "fr", names: Sequence[str] = ()) -> Texts:
        """The texts of the game, with the names of the people on the seats if given."""
        return self.box.texts(lang).with_names(names)

    def text(self, message: Reason | str, lang: str = "fr") -> str:
        """The sentence for a reason, or the text with that key."""
        words = self.words(lang)
        return words(message) if isinstance(message, str) else words.say(message)

    def show(
        self, state: S | SeriesState[S], seat: Seat | None = None, lang: str = "fr"
    ) -> Picture:
        """A picture of a position, of a single round or of a series."""
        shown: Playable[Any, Any] = self.game if isinstance(state, SeriesState) else self.round
        return self._helpers.frame(shown.scene(state, seat, lang))

    def __repr__(self) -> str:
        """The call that loads this kit."""
        return f"load({self.spec!r})"
