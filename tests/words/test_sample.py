"""Common compounds and short words that were chosen without a look at the lists."""

from __future__ import annotations

import pytest
from tools.sample import LISTED, LOST, verdicts

NO_WORDS = {"muz", "ra"}  # chosen by mistake
UNLISTED = {"ka", "bé"}  # names of letters that Grammalecte lacks


@pytest.mark.parametrize(
    ("lang", "kind", "listed"),
    [("fr", "compounds", 150), ("fr", "short", 47), ("en", "compounds", 142), ("en", "short", 49)],
)
def test_hardly_any_costs_the_turn(lang: str, kind: str, listed: int) -> None:
    found = verdicts(lang, kind)
    lost = {word for word, verdict in found.items() if verdict == LOST}
    assert lost <= NO_WORDS | UNLISTED
    assert list(found.values()).count(LISTED) >= listed
