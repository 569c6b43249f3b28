"""Reads the command line in the reader's language: help, examples, one-line complaints."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Never, Protocol

from ludotheque import __version__
from ludotheque.cli.arguments import Bad, declare
from ludotheque.core.texts import LANGUAGES, Texts, texts


class Verb(Protocol):
    """What the module of a verb contains: the arguments it takes and what it does with them."""

    EXAMPLE: str
    ARGUMENTS: str

    def run(self, options: Namespace, say: Texts) -> int | None:
        """Does the work; returns the exit status if it may be other than 0."""


class Parser:
    """All verbs with their help in one language."""

    def __init__(self, lang: str, verbs: Mapping[str, Verb]) -> None:
        self.say = texts("ludotheque.cli", lang)
        self.top = _Quiet(
            prog="ludotheque", description=self.say("about"), add_help=False, allow_abbrev=False,
            formatter_class=_formatter(self.say),
        )  # fmt: skip
        self.top.complaint = self.say("bad.verb", word="")
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
        """The verb and its arguments in a command line; raises Bad if it is wrong."""
        known, rest = self.top.parse_known_args(words)
        if rest:
            raise Bad(self.say("bad.unknown", word=rest[0]))
        return known

    def _add(self, name: str, verb: Verb) -> None:
        about = self.say(f"verb.{name}")
        parser = self.verbs.add_parser(
            name, help=about, description=about, add_help=False, prog=f"ludotheque {name}",
            epilog=f"{self.say('example')} {verb.EXAMPLE}",
            formatter_class=_formatter(self.say), allow_abbrev=False,
        )  # fmt: skip
        parser.complaint = self.say("bad.usage", verb=f"ludotheque {name}")
        declare(verb.ARGUMENTS, parser.add_argument_group(self.say("arguments")), self.say)
        _common(parser, self.say)


class _Quiet(ArgumentParser):
    """An argparse parser that complains in one line, in the reader's language."""

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
    """The language of `--lang`, else English if that is the system's language, else French."""
    asked = [lang for lang in _asked(words) if lang in LANGUAGES]
    if asked:
        return asked[-1]
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next(filter(None, named), "")
    return "en" if system.startswith("en") else "fr"


def check_language(words: Sequence[str]) -> None:
    """Raises Bad for an unknown language, with a complaint in both known ones."""
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
