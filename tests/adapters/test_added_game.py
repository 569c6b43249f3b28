"""A game of another distribution that says nothing about numbers: the tests of the libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludotheque import games, load
from ludotheque.adapters.actions import Actions
from ludotheque.adapters.observations import Observations
from ludotheque.core.numbers import any_game
from tests.installed import installed

ROOT = Path(__file__).parent.parent.parent
SPEC = "hex(size=3)"
PLACES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "swap")


@pytest.fixture(scope="module", autouse=True)
def hex_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("installed")):
        yield


def test_labels_are_the_texts_of_all_actions() -> None:
    actions = Actions(load(SPEC))
    assert actions.labels == PLACES
    assert actions.chance_labels == ("begin 0", "begin 1")


def test_a_grid_is_a_1_for_the_piece_in_each_cell() -> None:
    kit = load(SPEC)
    state = kit.game.notation.read_state("[] begin=0 .../.b./r.. 0 0")
    told = Observations(kit).vector(state, 1)
    assert told[:8] == [0, 1, 1, 0, 0, 0, 0, 0]
    cells = [tuple(told[place : place + 2]) for place in range(8, len(told), 2)]
    assert cells == [(1, 0), *[(0, 0)] * 3, (0, 1), *[(0, 0)] * 4]


def test_an_action_that_was_never_met_has_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_game, "_FEW_POSITIONS", 0)
    monkeypatch.setattr(any_game, "_MOST_POSITIONS", 1)
    kit = load(SPEC)
    actions = Actions(kit)
    assert actions.labels == PLACES[:-1]
    state = kit.game.notation.read_state("[] begin=0 .../.../r.. 1 0")
    with pytest.raises(ValueError, match=r"swap is no action of hex\(size=3\)"):
        actions.legal(state)


def test_the_page_shows_how_a_game_says_its_own() -> None:
    page = (ROOT / "docs" / "reference" / "numbers.md").read_text("utf-8")
    *_, example = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    named: dict[str, Any] = {"__name__": __name__}
    exec(example, named)
    box = replace(games.find("hex"), numbers=named["HexNumbers"])
    kit = games.open_box(box, load(SPEC).options)
    state = kit.game.notation.read_state("[] begin=0 .../.b./r.. 0 0")
    assert Actions(kit).labels == PLACES
    assert Observations(kit).vector(state, 1)[8:] == [1, 0, 0, 0, 2, 0, 0, 0, 0]
    assert kit.numbers.longest_match == 10


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_it_passes_the_tests_of_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="needs ludotheque[pettingzoo]")
    from pettingzoo.test import api_test, seed_test  # noqa: PLC0415

    from ludotheque.adapters.pettingzoo import env  # noqa: PLC0415

    api_test(env(SPEC), num_cycles=20)
    seed_test(lambda: env(SPEC), num_cycles=6)


def test_it_passes_the_check_of_gymnasium() -> None:
    pytest.importorskip("gymnasium", reason="needs ludotheque[gymnasium]")
    import gymnasium  # noqa: PLC0415
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415

    from ludotheque.adapters.gymnasium import NAME  # noqa: PLC0415

    check_env(gymnasium.make(NAME, spec=SPEC, bot="random", seat=1).unwrapped)


def test_it_passes_the_test_of_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="needs ludotheque[openspiel]")
    import pyspiel  # noqa: PLC0415

    from ludotheque.adapters.openspiel import load_game  # noqa: PLC0415

    game = load_game("hex(size=3,swap=no)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(game) == "ludotheque(spec=hex(size=3,swap=no))"
    assert game.num_distinct_actions() == 9
