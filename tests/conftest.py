"""Set-up for all tests: Hypothesis without a clock, the order of files, `--quick`, bare Pythons.

A slow machine is no failure, and CI repeats itself. Solutions are stored in a folder of the test's
own, never among the user's data.
"""

from __future__ import annotations

import fcntl
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.bare import ROOT, Bare, build, install, interpreters
from tests.needs import LeftOut, be_quick, is_quick, needs, with_fewer_examples
from tests.once import once

if TYPE_CHECKING:
    from tests.site.shared import Sites

settings.register_profile(
    "house",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

# Folders with the longest files, those that wait for other processes first: while they wait,
# other workers compute, and what is left for the end is short.
LONGEST_FIRST = (
    "tests/site/storage", "tests/browser", "tests/pyodide", "tests/site", "tests/house",
    "tests/words", "ludotheque/conformance", "tests/conformance", "tests/games", "tests/play",
    "tests/adapters", "tests/cli",
)  # fmt: skip

_data = tempfile.TemporaryDirectory(prefix="ludotheque-data-")
os.environ["LUDOTHEQUE_DATA"] = _data.name


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """One worker reads all files first; the others find them compiled."""
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)  # as soon as the first has read them
            fcntl.flock(lock, fcntl.LOCK_UN)
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers take up whole files in this order."""
    items.sort(key=lambda item: place(item.path))
    for item in items:
        if is_quick() and isinstance(item, pytest.Function):
            with_fewer_examples(item.obj)


def place(file: Path) -> int:
    """The conformance suite may lie outside the repository, in an installed wheel."""
    found = [place for place, name in enumerate(LONGEST_FIRST) if f"/{name}/" in file.as_posix()]
    return min(found, default=len(LONGEST_FIRST))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="leave out what is heavy (tests/needs.py)"
    )
    parser.addoption(
        "--without", action="append", default=[], help="skip what imports a module that is missing"
    )


@pytest.hookimpl(tryfirst=True)  # before the conformance suite chooses its games
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick"):
        be_quick()
        config.option.ludotheque_defaults = True
    if missing := config.getoption("--without"):
        sys.meta_path.append(LeftOut(missing))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.path.stem == "test_second":
        needs("a second reading of the rules, which is slow")
    if item.name.startswith("test_no_level_keeps_what_it_thought"):
        needs("compilation, in a process of its own")


@pytest.fixture(scope="session", autouse=True)
def _stop_postgres() -> Iterator[None]:
    """No matter which test started it, and after all tests that use it."""
    yield
    if postgres := sys.modules.get("tests.site.postgres"):
        postgres.stop_shared()


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """The sites that all modules share, by the kind of their database."""
    from tests.site.shared import Sites  # noqa: PLC0415  # loads a server and two databases

    started = Sites(tmp_path_factory.mktemp("sites"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive of the working tree."""
    return once(tmp_path_factory, "dist", lambda folder: build(ROOT, folder))


@pytest.fixture(scope="session", params=interpreters())
def bare(
    request: pytest.FixtureRequest, dist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Bare:
    """The wheel alone, under the oldest supported Python and under the newest at hand."""
    python = interpreters()[request.param]
    name = f"bare-{request.param}"
    return Bare(once(tmp_path_factory, name, lambda folder: install(dist, python, folder)))
