"""The walks through a site that docs/architecture.md counts, and the one that it tells."""

from __future__ import annotations

import pytest
from tools.sizes import PAGE, here, renewed, table
from tools.walks import ANSWER, BOT, MOVE, TABLE, Step, files_of, followed

from tests.needs import needs

# Of the rooms that the page follows a move through, it names every module.
ROOMS = ("site/", "house/", "table/", "play/")
STAGES = {
    ("table/messages.py", "read_command"): "read",
    ("table/messages.py", "decide"): "decide",
    ("site/storage/drivers.py", "store_at_once"): "store",
    ("table/views/page.py", "step_between"): "show",
}
# Modules of any room. A developer who changes such a thing has to find the way through all of them.
MOST = {MOVE: 32, TABLE: 55, ANSWER: 27, BOT: 51}


@pytest.fixture(scope="module")
def walks() -> dict[str, list[Step]]:
    needs("a running site")
    return followed()


def test_a_move_is_read_decided_stored_and_shown_once_each(walks: dict[str, list[Step]]) -> None:
    """Shown for each of the two who look at the table."""
    stages = [STAGES[step] for step in walks[MOVE] if step in STAGES]
    assert stages == ["read", "decide", "store", "show", "show"]


@pytest.mark.parametrize("name", MOST)
def test_it_passes_few_modules(walks: dict[str, list[Step]], name: str) -> None:
    files = files_of(walks[name])
    assert len(files) <= MOST[name], f"{name} passes {len(files)} modules: {' '.join(files)}"


def test_the_page_names_what_a_move_passes(walks: dict[str, list[Step]]) -> None:
    told = PAGE.read_text("utf-8")
    for file in files_of(walks[MOVE]):
        assert not file.startswith(ROOMS) or f"`{file}`" in told, file


def test_the_table_on_the_page_is_current(walks: dict[str, list[Step]]) -> None:
    """`python -m tools.sizes` renews it."""
    passed = {name: len(files_of(steps)) for name, steps in walks.items()}
    page = PAGE.read_text("utf-8")
    assert renewed(page, table(here(), passed)) == page
