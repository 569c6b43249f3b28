"""The promises of the repository about its structure."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.pictures import FOLDER, pictures

from tests.repository import repository

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "ludotheque"
APART = {"browser", "docs", "examples", "fixtures", "pyodide", "repository", "site/abuse"}


@pytest.mark.parametrize("readme", ["README.md", "README.fr.md"])
def test_the_readme_runs(readme: str) -> None:
    found = doctest.testfile(str(ROOT / readme), module_relative=False)
    assert found.attempted >= 5
    assert found.failed == 0


def test_the_tour_has_about_ten_lines() -> None:
    tour = re.findall(r"^(?:>>>|\.\.\.) ", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(tour) <= 10


def test_the_pictures_are_what_the_games_draw_now() -> None:
    for name, picture in pictures():
        assert FOLDER.joinpath(name).read_text("utf-8") == picture, f"run make pictures: {name}"


def test_importing_loads_no_game_no_numpy_and_no_numba() -> None:
    listing = "import sys, ludotheque; print(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True, timeout=60
    )
    modules = done.stdout.split()
    for heavy in ("numpy", "numba", "asyncio", "argparse", "ludotheque.games.plus4"):
        assert heavy not in modules


def test_rules_core_and_tables_need_only_the_standard_library() -> None:
    """Rules see core and the pieces beside them, a table and practice what lies below."""
    pieces = {
        "redline": {"ludotheque.games.redline.board", "ludotheque.games.redline.tiles"},
        "croisements": {
            "ludotheque.games.croisements.board",
            "ludotheque.games.croisements.state",
        },
        "plus4": {"ludotheque.games.plus4.options"},
    }
    files: list[tuple[Path, tuple[str, ...]]]
    files = [(file, ("ludotheque.core",)) for file in (SOURCE / "core").rglob("*.py")]
    below = tuple(f"ludotheque.{layer}" for layer in ("core", "games", "play", "render", "table"))
    files += [(file, below) for file in (SOURCE / "table").rglob("*.py")]
    practised = (*below, "ludotheque.practice")
    files += [(file, practised) for file in (SOURCE / "practice").rglob("*.py")]
    for folder in (SOURCE / "games").iterdir():
        for name in ("rules.py", "options.py", "board.py", "state.py", "tiles.py"):
            if (folder / name).exists():
                own = ("ludotheque.core", *pieces.get(folder.name, ()))
                files.append((folder / name, own))
    for file, allowed in files:
        for module in _imported(file):
            standard = module.partition(".")[0] in sys.stdlib_module_names
            assert standard or module.startswith(allowed), (file, module)


def _imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_tests_lie_in_the_folders_of_the_source() -> None:
    """`APART` names the tests that have no module of their own; `client` has those of scripts."""
    tests, static = ROOT / "tests", SOURCE / "house" / "static"
    folders = {file.parent.relative_to(tests) for file in tests.rglob("test_*.py")}
    mirrored = {folder for folder in folders if not {str(folder), folder.parts[0]} & APART}
    assert len(mirrored) > 20
    assert [folder for folder in mirrored if not (SOURCE / folder).is_dir()] == []
    for file in (tests / "client").rglob("*.test.js"):
        script = file.relative_to(tests / "client").with_suffix("").with_suffix(".js")
        assert (static / script).is_file(), script


def test_scripts_import_from_their_own_folder_or_a_lower_one() -> None:
    """In the order of docs/explanation/client.md."""
    static, order = (
        SOURCE / "house" / "static",
        ["pages", "review", "practice", "table", "board", "lib"],
    )
    for place, folder in enumerate(order):
        for file in (static / folder).rglob("*.js"):
            imported = re.findall(
                r'^(?:import|export) .*?from "(.+?)";', file.read_text("utf-8"), re.M | re.S
            )
            found = {
                (file.parent / name).resolve().relative_to(static).parts[0] for name in imported
            }
            assert found <= {*order[place:]}, file


def test_the_game_folders_are_alike() -> None:
    wanted = {
        *("__init__.py", "rules.py", "notation.py", "bots.py", "teacher.py"),
        *("scene.py", "speech.py", "art.py", "pieces.py"),
        *(
            "rules.fr.md",
            "rules.en.md",
            "texts.fr.toml",
            "texts.en.toml",
            "lessons.toml",
            "problems.toml",
        ),
    }
    for folder in (SOURCE / "games").iterdir():
        if folder.is_dir() and folder.name != "__pycache__":
            assert wanted <= {file.name for file in folder.iterdir()}, folder.name


def test_no_file_names_a_download_address() -> None:
    for name in repository.files(ROOT):
        text = (ROOT / name).read_text("utf-8", errors="ignore") if (ROOT / name).is_file() else ""
        for address in re.findall(r"https?://[\w.-]+\w", text):
            assert address.partition("//")[2] in ("www.w3.org", "127.0.0.1", "evil.example"), name
