"""The text of each action and state: the same in messages, in files and in the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Never

from ludotheque.core.game import A, S
from ludotheque.core.reason import NotationError, because, excerpt

# No number in a game is longer. Texts are untrusted, and Python parses very long numbers slowly.
_MOST_DIGITS = 6


class Notation(ABC, Generic[S, A]):
    """Writes and reads actions and states; what was written reads back as the same value."""

    @abstractmethod
    def write_action(self, action: A) -> str:
        """The action as text."""

    @abstractmethod
    def read_action(self, text: str) -> A:
        """The action in the text; raises `NotationError`, or `IllegalAction` if it cannot exist."""

    def for_others(self, text: str) -> str:
        """A written action without what only its player may see; a record with it still replays."""
        return text

    @abstractmethod
    def write_state(self, state: S) -> str:
        """The state as one line of text."""

    @abstractmethod
    def read_state(self, text: str) -> S:
        """The state that the text describes; raises `NotationError` or `IllegalAction`."""


def unread(key: str, text: str) -> Never:
    """Raises `NotationError` with that key, quoting at most the beginning of the text."""
    raise NotationError(because(key, text=excerpt(text, "…")))


def read_number(text: str, key: str, low: int, high: int) -> int:
    """A plain decimal number within bounds; otherwise raises `NotationError` with that key."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        unread(key, text)
    number = int(text)
    return number if low <= number <= high else unread(key, text)
