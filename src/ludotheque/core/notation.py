"""One text for each action and each state, the same on the wire, in files and in the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Never

from ludotheque.core.game import A, S
from ludotheque.core.reason import NotationError, because, excerpt

# No number of a game is longer; Python is slow to read very long ones that strangers send.
_MOST_DIGITS = 6


class Notation(ABC, Generic[S, A]):
    """Writes and reads actions and states; what was written reads back as the same value."""

    @abstractmethod
    def write_action(self, action: A) -> str:
        """The action as text."""

    @abstractmethod
    def read_action(self, text: str) -> A:
        """The action that the text names, or `NotationError` (`IllegalAction`: no such thing)."""

    def for_others(self, text: str) -> str:
        """A written action without what only the player who took it may see; it can be replayed."""
        return text

    @abstractmethod
    def write_state(self, state: S) -> str:
        """The state as one line of text."""

    @abstractmethod
    def read_state(self, text: str) -> S:
        """The state that the text describes, or `NotationError` or `IllegalAction`."""


def unread(key: str, text: str) -> Never:
    """Refuses a text that is not understood, showing at most its beginning."""
    raise NotationError(because(key, text=excerpt(text, "…")))


def read_number(text: str, key: str, low: int, high: int) -> int:
    """A plain decimal number within bounds, or `NotationError` with that key."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        unread(key, text)
    number = int(text)
    return number if low <= number <= high else unread(key, text)
