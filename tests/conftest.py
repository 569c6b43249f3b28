"""What all tests share: Hypothesis without a clock, the order of files, `--quick`, bare Pythons.

A slow machine is no failure, and CI repeats itself. What a test solves is stored in a folder of its
own, never where the user's data is.
"""

import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.bare import Bare, build_wheel, install, interpreters
from tests.needs import LeftOut, be_quick, is_quick, needs, with_fewer_examples

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
    "tests/site/storage", "tests/browser", "tests/pyodide", "tests/site", "tests/words",
    "ludotheque/conformance", "tests/conformance", "tests/games", "tests/play",
    "tests/adapters", "tests/cli",
)  # fmt: skip

_data = tempfile.TemporaryDirectory(prefix="ludotheque-data-")
os.environ["LUDOTHEQUE_DATA"] = _data.name


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


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session", params=interpreters())
def bare(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Bare:
    """The wheel alone, under the oldest supported Python and under the newest at hand."""
    return install(wheel, interpreters()[request.param], tmp_path_factory.mktemp("bare") / "venv")
