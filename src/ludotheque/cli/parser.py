"""Reads the command line in the reader's language: help, examples, one-line complaints."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Never, Protocol

from ludotheque import __version__
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import LANGUAGES, Texts, texts
from ludotheque.games import AnyKit, load


class Bad(Exception):
    """Bad input, already in words, with the exit status."""

    def __init__(self, text: str, status: int = 2) -> None:
        """Keeps the line to print."""
        super().__init__(text)
        self.text = text
        self.status = status


class Verb(Protocol):
    """A module of this package: what it reads and what it does."""

    EXAMPLE: str

    def configure(self, verb: Arguments) -> None:
        """Says what the verb reads."""
        ...

    def run(self, options: Namespace, lang: str) -> int:
        """Does it; the exit status."""
        ...


class Arguments:
    """The arguments of one verb; all are read as texts and judged by the verb."""

    def __init__(self, group: Any, say: Texts) -> None:
        """Adds to one group of an argparse parser."""
        self.group = group
        self.say = say

    def word(self, name: str, *, many: bool = False) -> None:
        """A word that stands alone, such as SPEC."""
        self.group.add_argument(
            name, nargs="*" if many else "?", metavar=name.upper(), help=self.say(f"arg.{name}")
        )

    def option(self, name: str, metavar: str = "", default: str | None = None) -> None:
        """`--name VALUE`, or a switch where there is no metavar."""
        help_ = self.say(f"arg.{name}")
        if metavar:
            self.group.add_argument(f"--{name}", metavar=metavar, default=default, help=help_)
        else:
            self.group.add_argument(f"--{name}", action="store_true", help=help_)


class Parser:
    """All verbs with their help in one language."""

    def __init__(self, lang: str, verbs: Mapping[str, Verb]) -> None:
        """Builds the parser of every verb."""
        self.say = texts("ludotheque.cli", lang)
        self.top = self._new("ludotheque", self.say("about"), "")
        _common(self.top, self.say).add_argument(
            "--version", action="version", version=f"ludotheque {__version__}",
            help=self.say("arg.version"),
        )  # fmt: skip
        self.verbs = self.top.add_subparsers(
            title=self.say("verbs"), dest="verb", metavar="", parser_class=_Quiet
        )
        for name, verb in verbs.items():
            self._add(name, verb)

    def read(self, words: Sequence[str]) -> Namespace:
        """What the words ask for, or `Bad`."""
        known, rest = self.top.parse_known_args(words)
        if rest:
            raise Bad(self.say("bad.unknown", word=rest[0]))
        return known

    def overview(self) -> int:
        """What there is, when nothing was asked."""
        self.top.print_help()
        return 0

    def _add(self, name: str, verb: Verb) -> None:
        about = self.say(f"verb.{name}")
        parser = self.verbs.add_parser(
            name, help=about, description=about, add_help=False, prog=f"ludotheque {name}",
            epilog=f"{self.say('example')} {verb.EXAMPLE}",
            formatter_class=_formatter(self.say), allow_abbrev=False,
        )  # fmt: skip
        parser.complaint = self.say("bad.usage", verb=f"ludotheque {name}")
        verb.configure(Arguments(parser.add_argument_group(self.say("arguments")), self.say))
        _common(parser, self.say)

    def _new(self, prog: str, about: str, epilog: str) -> _Quiet:
        parser = _Quiet(
            prog=prog, description=about, epilog=epilog, add_help=False, allow_abbrev=False,
            formatter_class=_formatter(self.say),
        )  # fmt: skip
        parser.complaint = self.say("bad.verb", word="")
        return parser


class _Quiet(ArgumentParser):
    """Complains in one line of ours."""

    complaint = ""

    def error(self, message: str) -> Never:
        raise Bad(self.complaint or message)


def _common(parser: ArgumentParser, say: Texts) -> Any:
    group = parser.add_argument_group(say("everywhere"))
    group.add_argument("-h", "--help", action="help", help=say("arg.help"))
    group.add_argument("--lang", metavar="fr|en", help=say("arg.lang"))
    return group


def _formatter(say: Texts) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def add_usage(
            self, usage: Any, actions: Any, groups: Any, prefix: str | None = None
        ) -> None:
            super().add_usage(usage, actions, groups, prefix or say("usage"))

    return Formatter


def language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """`--lang`, else the language of the system if it is English, else French."""
    asked = [lang for lang in _asked(words) if lang in LANGUAGES]
    if asked:
        return asked[-1]
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next(filter(None, named), "")
    return "en" if system.startswith("en") else "fr"


def check_language(words: Sequence[str]) -> None:
    """Refuses a language that is not there, in both that are."""
    for lang in _asked(words):
        if lang not in LANGUAGES:
            both = (
                texts("ludotheque.cli", known)("bad.lang", word=lang[:20]) for known in LANGUAGES
            )
            raise Bad(" / ".join(both))


def _asked(words: Sequence[str]) -> list[str]:
    """Every language that `--lang` names."""
    after = [following for word, following in pairwise(words) if word == "--lang"]
    return after + [w.removeprefix("--lang=") for w in words if w.startswith("--lang=")]


def kit_of(options: Namespace, lang: str) -> AnyKit:
    """The kit that SPEC names, or `Bad`."""
    say = texts("ludotheque.cli", lang)
    if not options.spec:
        raise Bad(say("bad.no_spec"))
    try:
        return load(options.spec)
    except Refusal as refusal:
        package = f"ludotheque.games.{options.spec.partition('(')[0].strip()}"
        raise Bad(_say(package, refusal, lang)) from refusal


def _say(package: str, refusal: Refusal, lang: str) -> str:
    """The refusal in the words of the game, if its texts know it."""
    shared = texts("ludotheque.cli", lang)
    known = refusal.reason.key in shared
    return (shared if known else texts(package, lang)).say(refusal.reason)


def refused(kit: AnyKit, lang: str, act: Callable[[], Any]) -> Any:
    """What `act` gives, or `Bad` in the words of the game."""
    try:
        return act()
    except Refusal as refusal:
        raise Bad(kit.text(refusal.reason, lang)) from refusal


def number(options: Namespace, name: str, lang: str, low: int, high: int) -> int:
    """A number that an argument holds, or `Bad`."""
    given = getattr(options, name)
    if given is None:
        raise Bad(texts("ludotheque.cli", lang)("bad.missing", name=name.upper()))
    text = str(given)
    if text.isascii() and text.isdigit() and len(text) < 16 and low <= int(text) <= high:
        return int(text)
    say = texts("ludotheque.cli", lang)
    raise Bad(say("bad.number", name=name, text=text[:30], low=low, high=high))


def write_file(name: str, text: str, lang: str) -> None:
    """Writes a file that was asked for, or `Bad`."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        say = texts("ludotheque.cli", lang)
        raise Bad(say("bad.not_written", file=name)) from error
