"""The position that a test looks at, for the report of a failure: `in STATE, ACTION`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

from ludotheque.core.playable import Playable
from ludotheque.games import AnyKit

Step = TypeVar("Step", bound=tuple[Any, ...])
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A state of a game that a test looks at, and an action in it."""

    spec: str
    game: Playable[Any, Any]
    state: Any
    action: Any = None

    def __str__(self) -> str:
        """Both in notation, with the spec that loads the game."""
        state = _written(self.game.notation.write_state, self.state)
        if self.action is None:
            return f"in {state} ({self.spec})"
        return f"in {state}, {_written(self.game.notation.write_action, self.action)} ({self.spec})"


def _written(write: Callable[[Any], str], value: Any) -> str:
    """The value in notation, or its `repr` if the notation is broken."""
    try:
        return write(value)
    except Exception:  # a broken game can raise anything
        return repr(value)


_looked_at: list[LookedAt] = []


def look_at(kit: AnyKit, state: Any, action: Any = None, *, bare: bool = False) -> None:
    """Sets the position that the test looks at, in a series or (`bare`) in a single round."""
    _looked_at[:] = [LookedAt(kit.spec, kit.round if bare else kit.game, state, action)]


def each_step(kit: AnyKit, steps: Iterable[Step], *, bare: bool = False) -> Iterator[Step]:
    """Iterates over a walk, setting the position to the first and last item of each step."""
    for step in steps:
        look_at(kit, step[0], step[-1], bare=bare)
        yield step
    _looked_at.clear()


def each_action(actions: Iterable[Action]) -> Iterator[Action]:
    """Iterates over actions, setting each as the action of the current position."""
    (position,) = _looked_at
    for action in actions:
        _looked_at[:] = [replace(position, action=action)]
        yield action
    _looked_at[:] = [position]


@pytest.hookimpl(tryfirst=True)  # before fixtures, which may set a position
def pytest_runtest_setup() -> None:
    """Clears the position before each test."""
    _looked_at.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the position of a failure below the error, and before it in the summary."""
    position = str(_looked_at[0]) if _looked_at and _has_failed(call) else ""
    if call.excinfo and position:
        call.excinfo.value.add_note(position)
    report = yield
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash and position:
        crash.message = f"{position}: {crash.message.removeprefix('AssertionError: ')}"
    return report


def _has_failed(call: pytest.CallInfo[None]) -> bool:
    return call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception)
