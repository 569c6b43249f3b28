"""The position that a test looks at, which the report of its failure names: `in STATE, ACTION`."""

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
    """A state of a game, and the action that is looked at in it."""

    spec: str
    game: Playable[Any, Any]
    state: Any
    action: Any = None

    def __str__(self) -> str:
        """Both as the notation writes them, with the spec to load the game by."""
        state = _written(self.game.notation.write_state, self.state)
        if self.action is None:
            return f"in {state} ({self.spec})"
        return f"in {state}, {_written(self.game.notation.write_action, self.action)} ({self.spec})"


def _written(write: Callable[[Any], str], value: Any) -> str:
    """The value in notation; where the notation is what is broken, as Python shows it."""
    try:
        return write(value)
    except Exception:  # whatever a broken game raises
        return repr(value)


_looked_at: list[LookedAt] = []


def look_at(kit: AnyKit, state: Any, action: Any = None, *, bare: bool = False) -> None:
    """Remembers where the test is from now on: in a series, or in a bare round."""
    _looked_at[:] = [LookedAt(kit.spec, kit.round if bare else kit.game, state, action)]


def each_step(kit: AnyKit, steps: Iterable[Step], *, bare: bool = False) -> Iterator[Step]:
    """Goes through a walk, whose steps begin with a state and end with an action."""
    for step in steps:
        look_at(kit, step[0], step[-1], bare=bare)
        yield step
    _looked_at.clear()


def each_action(actions: Iterable[Action]) -> Iterator[Action]:
    """Goes through actions in the position that is looked at."""
    (position,) = _looked_at
    for action in actions:
        _looked_at[:] = [replace(position, action=action)]
        yield action
    _looked_at[:] = [position]


@pytest.hookimpl(tryfirst=True)  # fixtures may look at a position
def pytest_runtest_setup() -> None:
    """A test begins nowhere."""
    _looked_at.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Names the position below the error, and before it in the summary."""
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
