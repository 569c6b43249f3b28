"""Reads the command line in the reader's language: help, examples, one-line complaints."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Never, Protocol

from ludotheque import __version__
from ludotheque.cli.arguments import Bad, declare
from ludotheque.cli.renamed import place_of_verb
from ludotheque.core.texts import LANGUAGES, Texts, texts


class Verb(Protocol):
    """The module of a verb: the arguments it takes, and the function that runs it."""

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
            usage=f"ludotheque {self.say('metavar.verb')} ...", epilog=self.say("more"),
            formatter_class=_formatter(self.say),
        )  # fmt: skip
        _common(self.top, self.say).add_argument(
            "--version", action="version", version=f"ludotheque {__version__}",
            help=self.say("arg.version"),
        )  # fmt: skip
        self.verbs = self.top.add_subparsers(
            title=_heading("verbs", self.say), dest="verb", metavar="", parser_class=_Quiet
        )
        for name, verb in verbs.items():
            self._add(name, verb)

    def read(self, words: Sequence[str]) -> Namespace:
        """The verb and its arguments in a command line; raises Bad if it is wrong."""
        place = place_of_verb(words)
        if place is not None and words[place] not in self.verbs.choices:
            raise Bad(self.say("bad.verb", word=words[place][:30]))
        command = "ludotheque" if place is None else f"ludotheque {words[place]}"
        try:
            known, rest = self.top.parse_known_args(words)
        except ArgumentError as error:
            raise Bad(self._complaint(error.argument_name or "", words, command)) from None
        if rest:
            raise Bad(self.say("bad.unknown", word=rest[0], command=command))
        return known

    def _complaint(self, option: str, words: Sequence[str], command: str) -> str:
        """What is wrong with an option: it has no value, or a value although it is a switch."""
        needs_value = option in words
        return self.say("bad.value" if needs_value else "bad.switch", name=option, command=command)

    def _add(self, name: str, verb: Verb) -> None:
        about = self.say(f"verb.{name}")
        parser = self.verbs.add_parser(
            name, help=about, description=_sentence(about), add_help=False,
            prog=f"ludotheque {name}", epilog=f"{self.say('example')} {verb.EXAMPLE}",
            formatter_class=_formatter(self.say), allow_abbrev=False,
        )  # fmt: skip
        group = parser.add_argument_group(_heading("arguments", self.say))
        parts = [f"ludotheque {name}", *declare(verb.ARGUMENTS, group, self.say)]
        parser.usage = _usage(parts, len(self.say("usage")) + 1)
        _common(parser, self.say)


class _Quiet(ArgumentParser):
    """An argparse parser that raises its errors, so that `Parser.read` can word them."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values, exit_on_error=False)

    def error(self, message: str) -> Never:
        raise ArgumentError(None, message)


def _common(parser: ArgumentParser, say: Texts) -> Any:
    group = parser.add_argument_group(_heading("everywhere", say))
    group.add_argument("-h", "--help", action="help", help=say("arg.help"))
    group.add_argument("--lang", metavar="fr|en", help=say("arg.lang"))
    return group


def _heading(key: str, say: Texts) -> str:
    """A heading without its colon, which argparse adds."""
    return say(key).removesuffix(":")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _usage(parts: Sequence[str], indent: int) -> str:
    """The parts on lines that fit the terminal; each part stays on one line."""
    whole = " ".join(part.replace(" ", "\0") for part in parts)
    width = max(40, shutil.get_terminal_size().columns - 2)
    lines = textwrap.wrap(
        whole, width, initial_indent=" " * indent, subsequent_indent=" " * indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join(lines).replace("\0", " ").lstrip()


def _formatter(say: Texts) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def add_usage(
            self, usage: Any, actions: Any, groups: Any, prefix: str | None = None
        ) -> None:
            super().add_usage(usage, actions, groups, prefix or f"{say('usage')} ")

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
