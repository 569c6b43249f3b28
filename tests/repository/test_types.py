"""The types of the client match the data that Python sends."""

from __future__ import annotations

from tools.types import FILE, types


def test_the_types_of_the_client_are_written_from_the_shapes() -> None:
    assert FILE.read_text("utf-8") == types(), "run python -m tools.types"
