"""The texts that people see, from TOML files beside the code, one for each language."""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
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
# French sets a narrow no-break space before ; ! ? and a full one before : » % and after «.
_NARROW = re.compile("[ \u00a0\u202f](?=[;!?])")
_WIDE = re.compile("[ \u00a0\u202f](?=[:»%])|(?<=«)[ \u00a0\u202f]")
# In a template, this private character stands for the space after a word that loses its e before a
# name with a vowel: "de Bruno", "d’Ana".
_LOOSE = "\ue000"
_BEFORE_FIELD = re.compile(r"\b((?:d|(?:lors|puis|jus)?qu)e) (?=\{\w)", re.IGNORECASE)
_ELIDED = re.compile(f"e{_LOOSE}(?=[«“‘\"' \u00a0]*(\\w+))", re.IGNORECASE)
# Words, without their accents, that begin with a vowel sound. A y is a vowel before a consonant
# (Yves). An h is silent, except in some words and many foreign names (Harry, Heidi, Hiro). A letter
# before a digit is not a word but the name of a square.
_VOWEL = re.compile(
    r"(?!\w\d)(?:[aeiuœæ]|o(?!nz|ui)|y(?![aeiou])|h(?!"
    r"a(?!bi|dri|nni)|e(?:i|lm|ris|ros)|i(?:bo|ro|t)|o(?:b|ck|ll|mard|ng|w)|u(?:[ailsty]|n)))"
)


class Prompt(NamedTuple):
    """What to do now and why; `tip` is added only in a person's first games."""

    do: str
    why: str = ""
    tip: str = ""


NO_PROMPT = Prompt("")
"""The prompt of a game that has nothing to say, for example to a player who waits."""


class StepPrompt(NamedTuple):
    """What to do after some presses of a gesture, and the labels of the buttons then.

    `many` is shown while several presses can come next (or, once the gesture is complete, if
    several could have been the last one), otherwise `one`, or `only` if nothing else could have
    followed the first press. The page fills in `{n}`, the number of these presses, `{last}`, the
    name of the last part pressed, and for a typed word `{L}`, its initial, and `{letters}`, those
    missing. `play`, `turn` and `back` label the buttons that play the action, turn a piece and go
    back one step.
    """

    many: Prompt
    one: Prompt
    only: Prompt
    play: str = ""
    turn: str = ""
    back: str = ""


@dataclass(frozen=True, eq=False)  # compared and hashed by identity, which is fast
class Steps:
    """The prompts of all steps, by the kinds of the parts pressed so far (`pawn square`).

    If a word is typed at the end, three more keys end in `initial`, `missing` and `ready`: for a
    wrong initial, for missing letters, and for a word that lacks none.
    """

    prompts: Mapping[str, StepPrompt] = field(default_factory=dict)


NO_STEPS = Steps()


@cache
def named_steps(words: Texts, named: tuple[tuple[str, str], ...]) -> Steps:
    """The steps with the texts `step.…` of these names, by the kinds of the parts pressed so far.

    The texts are without names of people, so that all tables share the steps, and pages receive
    them only once.
    """
    return Steps({kinds: words.step(name) for kinds, name in named})


class Outlook(NamedTuple):
    """What an action would lead to; unless `always`, shown only in a person's first games."""

    text: str
    always: bool = False


class Addressed(str):
    """The name of the person addressed; a text can say "you" instead (`{seat:You|{seat}}`)."""

    __slots__ = ()


class Texts:
    """The texts of one package in one language, with the shared texts as a fallback.

    Copies of them can use the names of the people at a table in place of the seats (`with_names`),
    and call one of these people "you" (`addressing`).
    """

    def __init__(
        self,
        entries: Mapping[str, str],
        lang: str,
        nameless: Texts | None = None,
        names: Mapping[str, str] = _NO_NAMES,
        you: int | None = None,
    ) -> None:
        """`entries` maps dotted keys to templates; `nameless` is the same object without names.

        `names` overrides some of the templates for one table. They are kept apart so that all
        tables share `entries`. `you` is the seat of the person addressed.
        """
        self.entries = entries
        self.lang = lang
        self._nameless = nameless
        self._names = names
        self._you = you
        self._none_is_singular = lang == "fr"

    def __contains__(self, key: str) -> bool:
        """Whether there is a text with that key."""
        return key in self.entries

    def __call__(self, key: str, /, **values: Value) -> str:
        """The text with that key, filled in.

        `{n:tile|tiles}` is the singular or the plural for the number. In
        `{seat:You place|{seat} places}` the first form addresses the person, the second names them.
        """
        text = self._names.get(key) or self.entries.get(key)
        if text is None:
            raise LookupError(f"there is no text “{key}” in {self.lang}")
        try:
            if "|" in text:
                text = "".join([self._filled(piece, values) for piece in _pieces(text)])
            elif "{" in text or "}" in text:
                text = text.format(**values)
        except KeyError as error:
            name, given = error.args[0], ", ".join(values) or "nothing"
            told = f"the text “{key}” in {self.lang} asks for {{{name}}}; given is {given}"
            raise LookupError(told) from None
        return _elided(text) if _LOOSE in text else text

    def seat(self, seat: int) -> str:
        """The name of the person on a seat, or the label of the seat."""
        name = self(f"seat.{seat}")
        return Addressed(name) if seat == self._you else name

    def prompt(self, name: str, /, **values: Value) -> Prompt:
        """The texts `do`, `why` and `tip` of that prompt; those that do not exist are empty."""
        return self._prompt(f"prompt.{name}", values)

    def step(self, name: str, /, **values: Value) -> StepPrompt:
        """The prompt of a step; if a form is missing, the more general one is used."""
        key = f"step.{name}"
        many, one, only = (
            self._prompt(f"{key}.{form}", values) for form in ("many", "one", "only")
        )
        one = one if one.do else many
        buttons = (self._optional(f"{key}.{label}", values) for label in ("play", "turn", "back"))
        return StepPrompt(many, one, only if only.do else one, *buttons)

    def listed(self, names: Sequence[str]) -> str:
        """The names as a list in a sentence: "Ada, Bob and Cy"."""
        if len(names) < 2:
            return "".join(names)
        return self("listed", names=", ".join(names[:-1]), last=names[-1])

    def date(self, day: date) -> str:
        """A date as people write it: "16 November 2026"."""
        number = day.day if day.day > 1 else self("date.first")
        month = self("date.months").split()[day.month - 1]
        return self("date.day", day=number, month=month, year=day.year)

    def say(self, reason: Reason) -> str:
        """The reason as a sentence, with the number of its rules paragraph."""
        text = self.sentence(reason)
        return f"{text} {self(RULE, number=reason.rule)}" if reason.rule else text

    def sentence(self, reason: Reason) -> str:
        """The reason as a sentence, without the number of its rules paragraph."""
        return self(reason.key, **{name: self._name(value) for name, value in reason.values})

    def with_names(self, names: Sequence[str]) -> Texts:
        """The same texts with these names; a seat with an empty name keeps its label."""
        return _with_names(self.nameless, tuple(names)) if any(names) else self.nameless

    def addressing(self, seat: int) -> Texts:
        """The same texts, which call the person on that seat "you"."""
        return _addressing(self, seat)

    @property
    def nameless(self) -> Texts:
        """The same texts without names, for use as a key in caches that all tables share."""
        return self._nameless or self

    def _filled(self, piece: _Piece, values: Mapping[str, Value]) -> str:
        """The literal of a piece, and its field filled in."""
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
        """Replaces a value that consists of keys (`@seat.0 @seat.2`) by their texts."""
        if not isinstance(value, str) or not value.startswith("@"):
            return value
        keys = [key.removeprefix("@") for key in value.split(" ")]
        if not set(keys) <= self.entries.keys():
            return value
        names = self.listed([self(key) for key in keys])
        return Addressed(names) if keys == [f"seat.{self._you}"] else names


@bounded_cache
def _with_names(words: Texts, names: tuple[str, ...]) -> Texts:
    plain = [name.replace("{", "{{").replace("}", "}}") for name in names]  # no fields
    named = {f"seat.{seat}": name for seat, name in enumerate(plain) if name}
    return Texts(words.entries, words.lang, words, named)


@bounded_cache
def _addressing(words: Texts, seat: int) -> Texts:
    return Texts(words.entries, words.lang, words.nameless, words._names, seat)


# Bounded, because names that contain `|` are parsed here too, not only templates from files.
@bounded_cache
def _pieces(text: str) -> tuple[_Piece, ...]:
    """The literals of a template, each with the name and the format of the field after it."""
    return tuple(
        (literal, name or "", form or "") for literal, name, form, _ in Formatter().parse(text)
    )


@cache
def texts(package: str, lang: str) -> Texts:
    """The texts of that package, which override the shared texts; without a package, only these."""
    shared = _read("ludotheque.core", lang)
    return Texts(shared | _read(package, lang) if package else shared, lang)


@cache
def _read(package: str, lang: str) -> dict[str, str]:
    import tomllib  # noqa: PLC0415  # imported late, to keep the import of this module fast

    entries = dict(_flat(tomllib.loads(read_resource(package, f"texts.{lang}.toml"))))
    if lang != "fr":
        return entries
    return {key: _BEFORE_FIELD.sub(rf"\1{_LOOSE}", typeset(entries[key], lang)) for key in entries}


def typeset(text: str, lang: str) -> str:
    """The text with the no-break spaces of its language; files are written with plain spaces."""
    return _WIDE.sub("\u00a0", _NARROW.sub("\u202f", text)) if lang == "fr" else text


def _elided(text: str) -> str:
    """A filled-in French text, with "de" and the like elided before a vowel: "d’Ana"."""
    return _ELIDED.sub(_before_name, text).replace(_LOOSE, " ")


def _before_name(match: re.Match[str]) -> str:
    letters = unicodedata.normalize("NFD", match[1].casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return "’" if _VOWEL.match(bare) else match[0]


def read_resource(package: str, name: str) -> str:
    """The contents of a text file in a package."""
    data = pkgutil.get_data(package, name)
    assert data is not None, name
    return data.decode("utf-8")


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
