"""The arguments of a verb: how it declares them, and how their texts are read."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit, load, load_for, texts_for

T = TypeVar("T")


class Bad(Exception):
    """Raised for bad input, with the complaint in the reader's language and the exit status."""

    def __init__(self, text: str, status: int = 2) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


def declare(arguments: str, group: Any, say: Texts) -> list[str]:
    """Adds the arguments that a verb declares; returns how its line of usage shows each of them.

    `spec` is a word, `paragraph?` one that may be left out, `bots...` any number of words,
    `--seed=S:0` an option with its default value and `--json` a switch. All are read as texts, and
    the verb checks them.
    """
    return [_declared(argument, group, say) for argument in arguments.split()]


def _declared(argument: str, group: Any, say: Texts) -> str:
    word, _, value = argument.partition("=")
    metavar, _, default = value.partition(":")
    name = word.removeprefix("--").rstrip("?.")
    help_ = say(f"arg.{name}") + (f" {say('default', value=default)}" if default else "")
    if value:
        shown = _metavar(metavar, say)
        group.add_argument(word, metavar=shown, default=default or None, help=help_)
        return f"[{word} {shown}]"
    if word.startswith("--"):
        group.add_argument(word, action="store_true", help=help_)
        return f"[{word}]"
    shown, many = _metavar(name, say), word.endswith("...")
    group.add_argument(name, nargs="*" if many else "?", metavar=shown, help=help_)
    return f"[{shown} ...]" if many else f"[{shown}]" if word.endswith("?") else shown


def _metavar(name: str, say: Texts) -> str:
    """The placeholder for an argument's value in the help; choices such as `a4|letter` stay."""
    key = f"metavar.{name.lower()}"
    return say(key) if key in say else name


def kit_of(options: Namespace, say: Texts, *, spoken: bool = False) -> AnyKit:
    """The kit of SPEC; raises Bad if it is invalid. With `spoken`, in the language of `say`."""
    if not options.spec:
        raise Bad(say("bad.no_spec"))
    try:
        return load_for(options.spec, say.lang) if spoken else load(options.spec)
    except Refusal as refusal:
        words = say if refusal.reason.key in say else texts_for(options.spec, say.lang)
        raise Bad(words.say(refusal.reason)) from refusal


def part_of(kit: AnyKit, part: T | None, complaint: str, say: Texts) -> T:
    """A part that not every kit has, such as its solver; raises Bad if it is None."""
    if part is None:
        raise Bad(say(complaint, title=kit.box.title(say.lang)))
    return part


def refused(kit: AnyKit, say: Texts, act: Callable[[], Any]) -> Any:
    """The result of `act`; turns its Refusal into Bad, in the words of the game."""
    try:
        return act()
    except Refusal as refusal:
        raise Bad(kit.text(refusal.reason, say.lang)) from refusal


def position_of(kit: AnyKit, text: str | None, say: Texts) -> tuple[Any, Any]:
    """The game that a position belongs to (the round, or the series), and the position.

    Without a text, it is the start of a round. The text of a series begins with a bracket.
    """
    if text is None:
        return kit.round, kit.round.initial()
    playable: Any = kit.game if text.lstrip().startswith("[") else kit.round
    return playable, refused(kit, say, lambda: playable.notation.read_state(text))


def given(options: Namespace, name: str, say: Texts) -> str:
    """The text of an argument; raises Bad if it is missing."""
    text: str | None = getattr(options, name)
    if not text:
        raise Bad(say("bad.missing", name=_metavar(name, say)))
    return text


def number(options: Namespace, name: str, say: Texts, low: int, high: int) -> int:
    """The number in an argument; raises Bad if it is missing or invalid."""
    found = optional_number(options, name, say, low, high)
    if found is None:
        raise Bad(say("bad.missing", name=_metavar(name, say)))
    return found


def optional_number(options: Namespace, name: str, say: Texts, low: int, high: int) -> int | None:
    """The number in an argument, None if it is not given; raises Bad if it is invalid."""
    text = getattr(options, name)
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 16 and low <= int(text) <= high:
        return int(text)
    raise Bad(say("bad.number", name=name, text=text[:30], low=low, high=high))


def check_players(kit: AnyKit, names: list[str], known: list[str], say: Texts) -> None:
    """Raises Bad for the first name that is not among the known ones.

    Levels that compute with kernels need Numba: if it is missing, the complaint says so.
    """
    for name in names:
        if name not in known:
            complaint = say("bad.seat", name=name[:30], known=", ".join(known))
            raise Bad(
                f"{complaint} {say('bad.more_levels')}" if name in kit.missing_bots else complaint
            )


def write_file(name: str, content: str | bytes, say: Texts) -> None:
    """Writes a file; raises Bad if that fails."""
    data = content.encode() if isinstance(content, str) else content
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise Bad(say("bad.not_written", file=name)) from error
