"""Options and their canonical text, the spec, such as `plus4(mode=endless,target=5)`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Never, Self, TypeVar, cast

from ludotheque.core.reason import SpecError, Value, because, excerpt

Setting = int | bool | str | tuple[int, ...]
BAD_VALUE, IDLE = "spec.bad_value", "spec.idle"
Needs = tuple[tuple[str, tuple[Setting, ...]], ...]
"""Names of other options, each with the values under which an option applies."""
AnyOptions = TypeVar("AnyOptions", bound="Options")

_SPEC = re.compile(r"\s*([a-z][a-z0-9]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_YES_NO = {"yes": True, "no": False, "oui": True, "non": False, "true": True, "false": False}

# Specs are untrusted. No valid spec is longer, and no option has a longer number.
_MOST_CHARS, _MOST_DIGITS = 300, 4


@dataclass(frozen=True, slots=True)
class Domain:
    """The allowed values of an option: one of `choices`, or numbers from `low` to `high`.

    `several` is the smallest and the largest count of numbers; (0, 0) stands for a single number.
    A `spoken` option is a language, preset to that of the person who sets up a game. An option
    applies only when each option in `needs` has one of the values there.
    """

    choices: tuple[Setting, ...] = ()
    low: int = 0
    high: int = 0
    several: tuple[int, int] = (0, 0)
    spoken: bool = False
    needs: Needs = ()

    def holds(self, value: Setting) -> bool:
        """Whether the value is allowed."""
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        least, most = self.several
        if not isinstance(value, tuple):
            return not most and type(value) is int and self.low <= value <= self.high
        return least <= len(value) <= most and all(self.low <= n <= self.high for n in value)

    def describe(self) -> str:
        """The allowed values as a short text, the same in every language."""
        if self.choices:
            return ", ".join(write_setting(choice) for choice in self.choices)
        span = f"{self.low}–{self.high}"
        least, most = self.several
        return f"{least}–{most} × {span}" if most else span

    def read(self, text: str) -> Setting | None:
        """The setting that the text stands for; None if it is not allowed."""
        text = text.strip()
        value: Setting | None
        if self.several[1]:
            numbers = [_number(piece) for piece in text.split(",")]
            value = None if None in numbers else tuple(n for n in numbers if n is not None)
        elif any(choice is True for choice in self.choices):
            value = _YES_NO.get(text)
        elif self.choices and isinstance(self.choices[0], str):
            value = text
        else:
            value = _number(text)
        return value if value is not None and self.holds(value) else None


def option(
    default: Setting,
    *choices: Setting,
    low: int = 0,
    high: int = 0,
    several: tuple[int, int] = (0, 0),
    spoken: bool = False,
    needs: Mapping[str, Collection[Setting]] | None = None,
) -> Any:
    """A field of `Options` with its default and its allowed values; a bool default allows both.

    With `needs`, such as `{"mode": ["rounds"]}`, it applies only under these values of others.
    """
    if isinstance(default, bool):
        choices = choices or (False, True)
    applies = tuple((name, tuple(values)) for name, values in (needs or {}).items())
    domain = Domain(choices, low, high, several, spoken, applies)
    return dataclasses.field(default=default, metadata={"domain": domain})


@dataclass(frozen=True)
class Options:
    """The options of one game; each game has its own frozen subclass."""

    def __post_init__(self) -> None:
        """Refuses values outside their domains and options that do not apply; then calls `check`.

        An option may always keep its default.
        """
        for name, domain in self.domains().items():
            if not domain.holds(getattr(self, name)):
                bad_option(name, getattr(self, name), domain)
        chosen = {name: value for name, value, default in self.settings() if not default}
        for name in chosen:
            if unmet := self.unmet(name, chosen):
                _idle_option(name, unmet, chosen.get(unmet[0], self.defaults()[unmet[0]]))
        self.check()

    def check(self) -> None:
        """Raises `SpecError` for values that do not go together; games override this."""

    def for_swapped_seats(self) -> Self:
        """The options of a rematch, for which two players swap their seats.

        Games with an option that names a seat override this.
        """
        return self

    @classmethod
    def domains(cls) -> Mapping[str, Domain]:
        """The allowed values of each option, in the order of a spec."""
        return {field.name: field.metadata["domain"] for field in dataclasses.fields(cls)}

    @classmethod
    def defaults(cls) -> Mapping[str, Setting]:
        """The default of each option."""
        return {field.name: cast(Setting, field.default) for field in dataclasses.fields(cls)}

    @classmethod
    def unmet(
        cls, name: str, chosen: Mapping[str, Setting]
    ) -> tuple[str, tuple[Setting, ...]] | None:
        """Another option that keeps this one from applying, and the values it would need, or None.

        Options that are not chosen, or do not apply themselves, have their defaults.
        """
        for other, values in cls.domains()[name].needs:
            applies = other in chosen and cls.unmet(other, chosen) is None
            if (chosen[other] if applies else cls.defaults()[other]) not in values:
                return other, values
        return None

    @classmethod
    def spoken_in(cls, lang: str) -> dict[str, str]:
        """The language options, preset for a person who reads that language."""
        domains = cls.domains().items()
        return {name: lang for name, domain in domains if domain.spoken and lang in domain.choices}

    def settings(self) -> Iterator[tuple[str, Setting, bool]]:
        """Every option: its name, its value, and whether that is the default."""
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            yield field.name, value, value == field.default


def write_setting(value: Setting) -> str:
    """The value as it is written in a spec."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def write_spec(name: str, options: Options, *, every: bool = False) -> str:
    """The canonical spec, with those options that differ from their defaults, or with all."""
    pieces = [
        f"{key}={write_setting(value)}"
        for key, value, default in options.settings()
        if every or not default
    ]
    return f"{name}({','.join(pieces)})" if pieces else name


def split_spec(text: str) -> tuple[str, dict[str, str]]:
    """The game's name and its options as texts; a piece without `=` continues the value before."""
    match = _SPEC.fullmatch(text) if len(text) <= _MOST_CHARS else None
    if match is None:
        raise SpecError(because("spec.unread", text=excerpt(text)))
    name, inside = match[1], match[2] or ""
    given: dict[str, str] = {}
    last = ""
    for piece in inside.split(",") if inside.strip() else ():
        key, equals, value = piece.partition("=")
        if equals and key.strip() in given:
            raise SpecError(because("spec.twice", name=key.strip()))
        if not equals and not last:
            raise SpecError(because("spec.unread", text=excerpt(text)))
        last = key.strip() if equals else last
        given[last] = value if equals else f"{given[last]},{piece}"
    return name, given


def read_options(
    kind: type[AnyOptions], given: Mapping[str, str], *, stored: bool = False
) -> AnyOptions:
    """The options that the texts stand for; raises `SpecError` if one is invalid.

    In a `stored` spec, which may come from an earlier version, an option that does not apply is no
    error: it gets its default.
    """
    domains = kind.domains()
    settings: dict[str, Setting] = {}
    for name, text in given.items():
        if name not in domains:
            known = ", ".join(domains)
            raise SpecError(because("spec.no_option", name=name, known=known))
        value = domains[name].read(text)
        settings[name] = bad_option(name, text, domains[name]) if value is None else value
    if stored:
        settings = {name: v for name, v in settings.items() if kind.unmet(name, settings) is None}
    return kind(**settings)


def bad_option(name: str, value: Value | Setting, domain: Domain) -> Never:
    """Raises `SpecError` for a value that its option does not allow."""
    shown = excerpt(write_setting(value))
    raise SpecError(because(BAD_VALUE, name=name, value=shown, allowed=domain.describe()))


def _idle_option(name: str, unmet: tuple[str, tuple[Setting, ...]], value: Setting) -> Never:
    """Raises `SpecError` for an option that does not apply because of the value of another."""
    other, values = unmet
    needed = ", ".join(map(write_setting, values))
    found = write_setting(value)
    raise SpecError(because(IDLE, name=name, other=other, value=found, needed=needed))


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
