"""Chooses the games to test, which the tests receive as `kit`, `kits` or `box`.

`kit` is one game under one set of options, `kits` is a dict of all of these, `box` is one game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pytest

from ludotheque.conformance.walking import specs_of
from ludotheque.core.kit import Box
from ludotheque.core.reason import SpecError
from ludotheque.core.spec import split_spec
from ludotheque.core.texts import texts
from ludotheque.games import AnyKit, broken, find, load, names

_SUITE = f"{__package__}.suite."


@dataclass(frozen=True)
class Chosen:
    """The specs to test, with their kits and boxes."""

    specs: tuple[str, ...]

    @cached_property
    def kits(self) -> dict[str, AnyKit]:
        """The kit of each spec."""
        return {spec: load(spec) for spec in self.specs}

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The box of each game, once."""
        return tuple({kit.name: kit.box for kit in self.kits.values()}.values())


_CHOSEN = pytest.StashKey[Chosen]()


def chosen(config: pytest.Config) -> Chosen:
    """The games that the command line of this run names."""
    return config.stash[_CHOSEN]


def pytest_configure(config: pytest.Config) -> None:
    """Finds the chosen games; reports a usage error for a name that is not a game."""
    try:
        specs = _specs(config.getoption("ludotheque"), config.getoption("ludotheque_defaults"))
    except SpecError as refusal:
        errors = "".join(f"\n{name}: {error}" for name, error in broken().items())
        why = f"--ludotheque: {texts('', 'en').say(refusal.reason)}{errors}"
        raise pytest.UsageError(why) from None
    config.stash[_CHOSEN] = Chosen(tuple(dict.fromkeys(specs)))


def _specs(asked: Sequence[str], defaults: bool) -> list[str]:
    wanted = names() if "all" in asked else asked
    return [spec for name in wanted for spec in _specs_named(name, defaults)]


def _specs_named(name: str, defaults: bool) -> list[str]:
    """The specs of a game under all its options, or the one spec if the name has options."""
    game, given = split_spec(name)
    return [load(name).spec] if given else specs_of(find(game), defaults)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes each test of the suite with the chosen games."""
    if not metafunc.module.__name__.startswith(_SUITE):
        return
    games = chosen(metafunc.config)
    if "kit" in metafunc.fixturenames:
        metafunc.parametrize("kit", games.kits.values(), ids=games.kits, scope="module")
    if "kits" in metafunc.fixturenames:
        metafunc.parametrize("kits", [games.kits], ids=["games"])
    if "box" in metafunc.fixturenames:
        metafunc.parametrize("box", games.boxes, ids=[box.name for box in games.boxes])
