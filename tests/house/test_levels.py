"""Levels that are not offered where kernels are missing, and the message about them."""

from __future__ import annotations

import pytest

from ludotheque import load
from ludotheque.house.levels import left_out, left_out_of


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.core.player.has_kernels", lambda: False)


@pytest.mark.usefixtures("_plain")
def test_people_are_told_which_levels_are_missing_and_where_they_are() -> None:
    assert left_out(load("redline"), "en") == (
        "The levels expert and champion are not in this edition: they need more computing than a "
        "browser can do. A Ludothèque site has them."
    )
    assert left_out(load("redline(players=3)"), "fr") == (
        "Le niveau champion n’est pas dans cette édition\u00a0: il demande trop de calcul à un "
        "navigateur. On le trouve sur un site Ludothèque."
    )
    assert left_out(load("plus4"), "fr") == left_out(load("croisements"), "en") == ""


@pytest.mark.usefixtures("_plain")
def test_a_box_tells_what_its_variants_lack() -> None:
    assert left_out_of(load("redline").box, "en") == left_out(load("redline"), "en")
    assert left_out_of(load("plus4").box, "en").startswith(
        "In some variants, the level champion is"
    )
    assert left_out_of(load("babylone").box, "fr") == ""


def test_where_there_are_kernels_nothing_is_missing() -> None:
    for name in ("redline", "plus4", "babylone"):
        assert left_out_of(load(name).box, "fr") == ""
        assert load(name).missing_bots == ()
