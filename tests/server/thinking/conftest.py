"""All of these tests start processes that think."""

import pytest

from tests.needs import needs


@pytest.fixture(autouse=True)
def _thinking() -> None:
    needs("processes that think")
