"""`pytest --ludotheque GAME` runs the conformance suite for a game, for several, or for all.

Pytest loads this module wherever the package is installed, so the modules of the suite are imported
only when a game is named.
"""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = Path(__file__).parent / "suite"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options; they have no effect unless they are given."""
    group = parser.getgroup("ludotheque", "conformance of games (ludotheque)")
    group.addoption(
        "--ludotheque", action="append", default=[], metavar="GAME",
        help="run the conformance suite for this game in every variant and option, for one spec "
        "such as 'plus4(mode=endless)', or for all games; without paths, nothing else is run",
    )  # fmt: skip
    group.addoption(
        "--ludotheque-defaults", action="store_true",
        help="test each game under its default options only",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Adds the suite to the collected paths if a game is named."""
    if config.getoption("ludotheque"):
        for module in ("choosing", "positions"):
            config.pluginmanager.import_plugin(f"{__package__}.{module}")
        config.addinivalue_line("python_files", f"{SUITE}/test_*.py")  # in any project
        config.args = _with_suite(config)
        config.args_source = config.ArgsSource.ARGS


def _with_suite(config: pytest.Config) -> list[str]:
    """The given paths and the suite, unless a path selects part of it; the suite without paths."""
    if config.args_source is not config.ArgsSource.ARGS:
        return [str(SUITE)]
    partly = any(_is_inside(config, path) for path in config.args)
    return config.args if partly else [*config.args, str(SUITE)]


def _is_inside(config: pytest.Config, path: str) -> bool:
    file = config.invocation_params.dir / path.partition("::")[0]
    return file.resolve().is_relative_to(SUITE.resolve())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the tests of the bots last, because they take longest and seldom fail."""
    items.sort(key=lambda item: item.path == SUITE / "test_bots.py")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignores the suite if no game is named, for example when all of `src` is collected."""
    return True if collection_path == SUITE and not config.getoption("ludotheque") else None
