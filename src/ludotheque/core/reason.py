"""Why something happened or was refused: a key, its values and the rules paragraph.

The texts of the game turn it into a sentence in the language of the reader (`core.texts`).
"""

from __future__ import annotations

from dataclasses import dataclass

Value = str | int
_EXCERPT_CHARS = 60  # enough to recognise what was typed, on one line


@dataclass(frozen=True, slots=True)
class Reason:
    """A key of the texts, the values to fill in, and the number of the rules paragraph to cite."""

    key: str
    rule: str = ""
    values: tuple[tuple[str, Value], ...] = ()


def because(key: str, rule: str = "", **values: Value) -> Reason:
    """Makes a reason; `rule` is the number of the rules paragraph that it cites."""
    return Reason(key, rule, tuple(values.items()))


def excerpt(text: str, ellipsis: str = "") -> str:
    """The beginning of an untrusted text, short enough to quote in a message."""
    return text if len(text) <= _EXCERPT_CHARS else text[:_EXCERPT_CHARS] + ellipsis


class Refusal(Exception):
    """A request was refused; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        """A line for programmers; users see the text in their language."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.reason.values)
        rule = f" [{self.reason.rule}]" if self.reason.rule else ""
        return f"{self.reason.key}({values}){rule}"


class IllegalAction(Refusal):
    """The action is understood, but the rules do not allow it here."""


class NotationError(Refusal):
    """The text is not understood."""


class SpecError(Refusal):
    """The game or one of its options does not exist."""


class BrokenGame(SpecError):
    """The package of a game does not load, or the game of a table is gone."""


class RecordError(Refusal):
    """The record cannot be read or does not replay; `number` is the offending action, from 1."""

    def __init__(self, reason: Reason, number: int | None = None) -> None:
        super().__init__(reason)
        self.number = number
