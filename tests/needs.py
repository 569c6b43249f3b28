"""Tests that `pytest --quick` leaves out: a test is skipped when it uses something heavy.

Heavy things say so where they begin (`needs`), so that nobody keeps a list of slow tests. What
remains looks at each game under its default options only, and at fewer examples of each property.
"""

from __future__ import annotations

import os
from importlib.abc import MetaPathFinder
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

_QUICK_EXAMPLES = 25  # a property that is plainly broken fails within the first few
_mode = {"quick": False}


def be_quick() -> None:
    """From now on, skips tests that use something heavy, directly or through the sources."""
    _mode["quick"] = True
    os.environ.pop("LUDOTHEQUE_KERNELS", None)  # the patched module reads it when it is imported
    compiling = "ludotheque.kernels.compiling"
    pytest.MonkeyPatch().setattr(f"{compiling}._numba", lambda: needs("compilation"))
    pytest.MonkeyPatch().setattr(f"{compiling}.LISTS", False)  # the same where Numba is missing
    os.environ["LUDOTHEQUE_KERNELS"] = "plain"  # so that processes that tests start do not compile


def is_quick() -> bool:
    return _mode["quick"]


def needs(heavy: str) -> None:
    """Announces something heavy, such as a browser, just before it begins."""
    if is_quick():
        pytest.skip(f"needs {heavy}", allow_module_level=True)


class LeftOut(MetaPathFinder):
    """Skips tests that import a module that could not be installed; the last finder."""

    def __init__(self, modules: list[str]) -> None:
        self.modules = modules

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname.partition(".")[0] in self.modules:
            pytest.skip(f"needs {fullname}", allow_module_level=True)


def sampled(many: int) -> int:
    """How many of so many random cases are looked at: all in `make soak`, otherwise a third."""
    return many if os.environ.get("LUDOTHEQUE_SOAK") else -(-many // 3)


def with_fewer_examples(test: Any) -> None:
    """Cuts the number of examples of a property."""
    if is_hypothesis_test(test):
        given = test._hypothesis_internal_use_settings
        fewer = min(given.max_examples, _QUICK_EXAMPLES)
        test._hypothesis_internal_use_settings = settings(given, max_examples=fewer)
