"""The library in Pyodide, the Python of browsers: the same suite passes, the same games come out.

Pyodide has neither NumPy nor Numba, nor what tests need; pytest is lent to it from here. It takes
seconds to start, so it is started once.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tools import pyodide

from ludotheque import load
from tests.needs import needs
from tests.pyodide.games import records
from tests.table.test_bare import PLAYED

PYTEST = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py")
ESSENTIAL = [f"src/ludotheque/conformance/suite/test_{name}.py" for name in ("contract", "scenes")]
# Slow tests that show nothing more about a Python, such as those of unusual options.
LEFT_OUT = "not equal_futures and not press_that_cannot_go_on"
OPTIONS = [
    "--quiet", "--noconftest", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-W", "error",
    "-c", "/dev/null", "--rootdir", "/repo", "-k", LEFT_OUT,
    "-p", "ludotheque.conformance.plugin", "--ludotheque", "all",
    "--ludotheque-defaults",
]  # fmt: skip
INSIDE = f"""
import json, os
{PLAYED}
from tests.pyodide.games import levels, records
offered = levels()
games = records(offered)
import pytest
os.chdir("/repo")
passed = pytest.main({[*OPTIONS, *ESSENTIAL]!r}) == 0
print(json.dumps({{"passed": passed, "levels": offered, "games": games}}))
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A data folder with the solved elementary game."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LUDOTHEQUE_DATA", str(folder))
        solver = load("plus4").solver
        assert solver is not None
        solver.prepare()
        yield folder


@pytest.fixture(scope="module")
def printed(solved: Any) -> list[str]:
    """The output of a table, of games and of the conformance suite there."""
    needs("Pyodide")
    if not pyodide.is_installed():
        pytest.skip("node_modules has no pyodide: `make check` installs it")
    return pyodide.run(INSIDE, PYTEST, solved).splitlines()


@pytest.fixture
def found(printed: list[str]) -> Any:
    return json.loads(printed[-1])


def test_a_table_is_played_from_creation_to_rematch(printed: list[str]) -> None:
    assert all(line.endswith("fresh") for line in printed[:4])


def test_the_conformance_suite_passes(found: Any, printed: list[str]) -> None:
    assert found["passed"], "\n".join(printed[4:-1])


def test_seeded_games_are_those_that_are_played_here(found: Any) -> None:
    """Compiled here, plain there: a level of the same name is the same player."""
    assert found["games"] == records(found["levels"])


def test_all_levels_that_are_fast_enough_are_offered(found: Any) -> None:
    left_out = {
        spec: [bot for bot in load(spec).bots if bot not in offered]
        for spec, offered in found["levels"].items()
    }
    assert {spec: bots for spec, bots in left_out.items() if bots} == {
        "redline": ["expert", "champion"],
        "redline(players=3)": ["champion"],
        "redline(players=4)": ["champion"],
        "redline(players=6)": ["champion"],
        "redline(contrast=yes)": ["expert", "champion"],
        "redline(hand=10)": ["expert", "champion"],
        "plus4(mode=endless)": ["champion"],
        "plus4(mode=rounds)": ["champion"],
        "plus4(mode=rounds,target=5)": ["champion"],
        "plus4(mode=rounds,rounds=3)": ["champion"],
    }
