"""The public API is what docs/reference/python.md says, and its example runs."""

from __future__ import annotations

import re

from tools.api import PAGE, renewed


def test_the_public_api_is_as_it_is_written_down() -> None:
    """A change here affects every program that uses the API: `python -m tools.api`."""
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    told: list[object] = []
    exec(example, {"print": lambda *words: told.extend(words)})
    points, record = told
    assert isinstance(points, tuple)
    assert "croisements(language=en" in str(record)
