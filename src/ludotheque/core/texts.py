"""The words a person sees: TOML tables beside the code, one for each language, French first."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.core.caching import bounded_cache
from ludotheque.core.reason import Reason, Value

if TYPE_CHECKING:
    from datetime import date

_Piece = tuple[str, str, str]
LANGUAGES = ("fr", "en")
RULE = "rule"
_NO_NAMES: Mapping[str, str] = {}


class Prompt(NamedTuple):
    """What to do now and why; `tip` is added in a person's first games of a kind."""

    do: str
    why: str = ""
    tip: str = ""


NO_PROMPT = Prompt("")
"""A game has nothing of its own to say: to somebody who only waits, for instance."""


class StepPrompt(NamedTuple):
    """What to do after some presses of a gesture, and what the buttons are called then.

    It is `many` while several presses can come next (once the gesture is whole: while several
    could have been the last one), otherwise `one`, and `only` where nothing else could have
    followed the first press. The page fills in `{n}`, how many those are, `{last}`, the name of
    the last part pressed, and of a typed word `{L}`, its initial, and `{letters}`, those missing.
    `play` is the button that plays, `turn` the one that turns a piece, `back` one step back.
    """

    many: Prompt
    one: Prompt
    only: Prompt
    play: str = ""
    turn: str = ""
    back: str = ""


@dataclass(frozen=True, eq=False)  # as quick to compare and to hash as a number
class Steps:
    """The prompts of all steps, made once: by what the presses so far begin with (`pawn square`).

    Where a word is typed at the end, there are three more, with `initial`, `missing` or `ready`
    after that: for a wrong initial, for letters that are missing, and for none that are.
    """

    prompts: Mapping[str, StepPrompt] = field(default_factory=dict)


NO_STEPS = Steps()


class Outlook(NamedTuple):
    """What an action would bring about; unless `always`, said in a person's first games only."""

    text: str
    always: bool = False


class Addressed(str):
    """The name of whoever is spoken to; a text may say "you" in its place (`{seat:You|{seat}}`)."""

    __slots__ = ()


class _Missing(KeyError):
    """Something is not there, told in a sentence; that of a `KeyError` is the key alone."""

    def __init__(self, what: str, sentence: str) -> None:
        super().__init__(what)
        self._sentence = sentence

    def __str__(self) -> str:
        return self._sentence


class MissingText(_Missing):
    """A text that is wanted is not there, in that language."""

    def __init__(self, key: str, lang: str) -> None:
        super().__init__(key, f"there is no text “{key}” in {lang}")
        self.key = key
        self.lang = lang


class MissingValue(_Missing):
    """A text asks for a value that it is not given."""

    def __init__(self, key: str, lang: str, name: str, given: Mapping[str, Value]) -> None:
        there = ", ".join(given) or "nothing"
        super().__init__(name, f"the text “{key}” in {lang} asks for {{{name}}}; given is {there}")


class Texts:
    """The texts of one package in one language, with the shared ones behind them.

    Where people sit at the table, the texts can carry their names (`with_names`): every sentence
    that speaks of a seat then speaks of them. They can also be said to one of them (`addressing`).
    """

    def __init__(
        self,
        entries: Mapping[str, str],
        lang: str,
        nameless: Texts | None = None,
        names: Mapping[str, str] = _NO_NAMES,
        you: int | None = None,
    ) -> None:
        """Holds dotted keys and their templates; `nameless` is the same before names came in.

        `names` are the templates that stand for some of the others at one table: beside them, so
        that all tables share those. `you` is the seat of whoever is spoken to.
        """
        self.entries = entries
        self.lang = lang
        self._nameless = nameless
        self._names = names
        self._you = you
        self._none_is_singular = lang == "fr"

    def __contains__(self, key: str) -> bool:
        """Whether there is a text for that key."""
        return key in self.entries

    def __call__(self, key: str, /, **values: Value) -> str:
        """The text for that key, filled in.

        `{n:tile|tiles}` is the word for the number, `{seat:You place|{seat} places}` what is said
        to whoever is on that seat, or of them.
        """
        text = self._names.get(key) or self.entries.get(key)
        if text is None:
            raise MissingText(key, self.lang)
        try:
            if "|" in text:
                return "".join([self._filled(piece, values) for piece in _pieces(text)])
            return text.format(**values) if "{" in text or "}" in text else text
        except KeyError as error:
            raise MissingValue(key, self.lang, str(error.args[0]), values) from None

    def seat(self, seat: int) -> str:
        """What a seat is called: the name of the person on it, or its label."""
        name = self(f"seat.{seat}")
        return Addressed(name) if seat == self._you else name

    def prompt(self, name: str, /, **values: Value) -> Prompt:
        """The texts `do`, `why` and `tip` of that prompt, as far as there are any."""
        return self._prompt(f"prompt.{name}", values)

    def step(self, name: str, /, **values: Value) -> StepPrompt:
        """The prompt of a step; where a form is missing, the more general one stands for it."""
        key = f"step.{name}"
        many, one, only = (
            self._prompt(f"{key}.{form}", values) for form in ("many", "one", "only")
        )
        one = one if one.do else many
        buttons = (self._optional(f"{key}.{label}", values) for label in ("play", "turn", "back"))
        return StepPrompt(many, one, only if only.do else one, *buttons)

    def listed(self, names: Sequence[str]) -> str:
        """Names as a sentence lists them: "Ada, Bob and Cy"."""
        if len(names) < 2:
            return "".join(names)
        return self("listed", names=", ".join(names[:-1]), last=names[-1])

    def date(self, day: date) -> str:
        """A date as people write it: "16 November 2026"."""
        number = day.day if day.day > 1 else self("date.first")
        month = self("date.months").split()[day.month - 1]
        return self("date.day", day=number, month=month, year=day.year)

    def say(self, reason: Reason) -> str:
        """The reason as a sentence, with its rules paragraph."""
        text = self.sentence(reason)
        return f"{text} {self(RULE, number=reason.rule)}" if reason.rule else text

    def sentence(self, reason: Reason) -> str:
        """The reason without its paragraph, for where that is shown beside it."""
        return self(reason.key, **{name: self._name(value) for name, value in reason.values})

    def with_names(self, names: Sequence[str]) -> Texts:
        """The same texts with these names for the seats; an empty name leaves a seat its label."""
        return _with_names(self.nameless, tuple(names)) if any(names) else self.nameless

    def addressing(self, seat: int) -> Texts:
        """The same texts, said to whoever is on that seat."""
        return _addressing(self, seat)

    @property
    def nameless(self) -> Texts:
        """The same texts without names: what a cache that all tables share is keyed by."""
        return self._nameless or self

    def _filled(self, piece: _Piece, values: Mapping[str, Value]) -> str:
        """A literal and the field after it."""
        literal, name, form = piece
        if not name:
            return literal
        value = values[name]
        one, _, many = form.partition("|")
        if not many:
            return literal + format(value, form)
        if isinstance(value, str):
            return literal + (one if isinstance(value, Addressed) else many).format(**values)
        return literal + (one if value == 1 or (value == 0 and self._none_is_singular) else many)

    def _prompt(self, key: str, values: Mapping[str, Value]) -> Prompt:
        return Prompt(*[self._optional(f"{key}.{line}", values) for line in Prompt._fields])

    def _optional(self, key: str, values: Mapping[str, Value]) -> str:
        return self(key, **values) if key in self.entries else ""

    def _name(self, value: Value) -> Value:
        """A value that is itself a key, or several (`@seat.0 @seat.2`), in words."""
        if not isinstance(value, str) or not value.startswith("@"):
            return value
        keys = [key.removeprefix("@") for key in value.split(" ")]
        if not set(keys) <= self.entries.keys():
            return value
        names = self.listed([self(key) for key in keys])
        return Addressed(names) if keys == [f"seat.{self._you}"] else names


@bounded_cache
def _with_names(words: Texts, names: tuple[str, ...]) -> Texts:
    named = {f"seat.{seat}": _template(name) for seat, name in enumerate(names) if name}
    return Texts(words.entries, words.lang, words, named)


@bounded_cache
def _addressing(words: Texts, seat: int) -> Texts:
    return Texts(words.entries, words.lang, words.nameless, words._names, seat)


def _template(name: str) -> str:
    """A text that is filled in to that name, whatever a person typed."""
    return name.replace("{", "{{").replace("}", "}}")


# Templates come from files, but names pass here too where they contain `|`: hence a bound.
@bounded_cache
def _pieces(text: str) -> tuple[_Piece, ...]:
    """The literals of a template, each with the name and the form of the field after it."""
    return tuple(
        (literal, name or "", form or "") for literal, name, form, _ in Formatter().parse(text)
    )


@cache
def texts(package: str, lang: str) -> Texts:
    """The texts of that package, over those shared by all."""
    shared = _read("ludotheque.core", lang)
    return Texts(shared | _read(package, lang) if package else shared, lang)


@cache
def _read(package: str, lang: str) -> dict[str, str]:
    import tomllib  # noqa: PLC0415  # not before a word is needed: importing stays fast

    source = read_resource(package, f"texts.{lang}.toml")
    return dict(_flat(tomllib.loads(source)))


def read_resource(package: str, name: str) -> str:
    """A text file that lies in a package."""
    data = pkgutil.get_data(package, name)
    assert data is not None, name
    return data.decode("utf-8")


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += (
            _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
        )
    return rows
