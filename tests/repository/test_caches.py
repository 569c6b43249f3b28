"""All caches follow the rule in `core/caching.py`."""

from __future__ import annotations

import ast
import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import load
from ludotheque.core import caching
from ludotheque.games import names
from ludotheque.table.commands import create
from ludotheque.table.messages import read_command
from ludotheque.table.seats import PERSON, Sitter
from ludotheque.table.table import Moment
from ludotheque.table.views.page import Eyes, Following, flat_gesture
from ludotheque.table.words import Facts

SOURCE = Path(ludotheque.__file__).parent
HELPER = SOURCE / "core" / "caching.py"
MOVES = 40


def _names(file: Path) -> Iterator[str]:
    """Every name that a module imports, calls or reads."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module, found):
                yield from (f"{module}.{name.name}" for name in found)
            case ast.Import(found):
                yield from (name.name for name in found)
            case ast.Name("id", ast.Load()):
                yield "id()"
            case ast.Attribute(attr=name) | ast.Name(id=name):
                yield name


@pytest.fixture(scope="module")
def names_in() -> dict[Path, set[str]]:
    return {file: set(_names(file)) for file in SOURCE.rglob("*.py")}


def test_one_helper_bounds_what_functions_keep(names_in: dict[Path, set[str]]) -> None:
    bounded = {"lru_cache", "functools.lru_cache"}
    users = {file for file, found in names_in.items() if found & bounded}
    assert users == {HELPER}


def test_only_the_site_keeps_things_by_a_library(names_in: dict[Path, set[str]]) -> None:
    users = {
        file for file, found in names_in.items() if any("cachetools" in name for name in found)
    }
    assert users
    assert all(file.is_relative_to(SOURCE / "site") for file in users)


def test_rules_keep_nothing(names_in: dict[Path, set[str]]) -> None:
    rules = [file for file in names_in if file.name == "rules.py" or file.parent.name == "rules"]
    assert len(rules) >= 4
    for file in rules:
        assert not {name for name in names_in[file] if "cache" in name.lower()}, file


def test_no_address_of_an_object_is_a_key(names_in: dict[Path, set[str]]) -> None:
    assert not [file for file, found in names_in.items() if found & {"id()", "WeakKeyDictionary"}]


def _constant() -> dict[str, int]:
    """How much every plain `functools.cache` holds, by the function."""
    gc.unfreeze()  # a site that was served in this process has frozen what there was
    kept: Any = (one for one in gc.get_objects() if type(one) is type(names))
    return {
        f"{one.__module__}.{one.__qualname__}": one.cache_info().currsize
        for one in kept
        if one.__module__.startswith("ludotheque.") and not hasattr(one.__wrapped__, "__wrapped__")
    }


def _play(spec: str, people: tuple[str, str], chance: str = "") -> None:
    """The same game at a table each time, shown to both players in both languages."""
    rng, kit = Random(spec + chance), load(spec)
    sitters = [Sitter(PERSON, name, name) for name in people]
    table = create("-".join(people), kit, sitters, Moment(rng, 0)).after
    pages = [Following(Eyes((seat,), lang), table) for seat in (0, 1) for lang in ("fr", "en")]
    for number in range(MOVES):
        if table.turn is None:
            return
        offered = map(flat_gesture, table.kit.game.gestures(table.state, table.turn))
        actions = [last for *_, last in offered if isinstance(last, str)]
        action = rng.choice(actions)
        message = {"type": "act", "id": str(number), "expected": table.seq, "action": action}
        guest = table.seats[table.turn].guest
        table = read_command(message).decide(table, guest, Moment(rng, 0)).after
        for page in pages:
            page.step(Facts(table, page.eyes.lang))


@pytest.mark.parametrize("spec", names())
def test_a_plain_cache_holds_nothing_of_people(spec: str) -> None:
    _play(spec, ("Anna", "Boris"))
    before = _constant()
    assert len(before) > 10
    _play(spec, ("Chloé", "Dan {x|y}"))
    assert _constant() == before


@pytest.mark.parametrize("spec", names())
def test_cached_results_take_no_more_than_they_are_counted_for(spec: str) -> None:
    _play(spec, ("Anna", "Boris"))
    caching.clear()
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(4):
            _play(spec, (f"Anna {number}", f"Boris {number}"), str(number))
        counted_kib = caching.results_kib()
        held, _ = tracemalloc.get_traced_memory()
        caching.clear()
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (held - left) / 1024 < counted_kib
