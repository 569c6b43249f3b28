"""A package of a game that does not load takes only its own box off the shelf."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from ludotheque import load
from ludotheque.cli import games as games_verb
from ludotheque.core.reason import BrokenGame
from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.games import broken, catalogue, find, load_for, names, texts_for
from ludotheque.house.shelf import shelf_values
from tests.installed import HEX, PACKAGE, installed

OURS = ["babylone", "croisements", "plus4", "redline"]
Break = Callable[[Path], object]


def edited(name: str, pattern: str, instead: str) -> Break:
    """Replaces all matches in a file of the package."""

    def edit(package: Path) -> None:
        text, times = re.subn(pattern, instead, (package / name).read_text("utf-8"), flags=re.M)
        assert times
        (package / name).write_text(text, "utf-8")

    return edit


def removed(name: str) -> Break:
    return lambda package: (package / name).unlink()


BREAKS: dict[str, tuple[Break, str]] = {
    "a module is missing": (removed("rules.py"), "ModuleNotFoundError"),
    "it is no Python": (edited("rules.py", r"^class ", "class class "), "SyntaxError"),
    "it ends the process": (edited("__init__.py", r"^BOX", "exit()\nBOX"), "SystemExit"),
    "it has no box": (edited("__init__.py", r"^BOX", "CRATE"), "AttributeError"),
    "the box is another": (edited("__init__.py", r'name="hex"', 'name="y"'), "TypeError"),
    "the box does not open": (edited("__init__.py", r"rounds=1", "rounds=1 / 0"), "ZeroDivision"),
    "the cover is no position": (edited("__init__.py", r"\.\.rrb", "rrrrr"), "NotationError"),
    "it draws nothing": (edited("scene.py", r"state\.board$", "state.bord"), "AttributeError"),
    "a text is missing": (edited("texts.fr.toml", r"^title = .*$", ""), "LookupError"),
    "a text has a field": (edited("texts.en.toml", r'^title = "', 'title = "{x}'), "LookupError"),
    "a text is not closed": (edited("texts.en.toml", r'^title = "', 'title = "{'), "ValueError"),
    "texts are no TOML": (edited("texts.fr.toml", r'^title = "', "title = "), "TOMLDecodeError"),
    "texts are missing": (removed("texts.en.toml"), "FileNotFoundError"),
    "rules are missing": (removed("rules.fr.md"), "FileNotFoundError"),
}  # fmt: skip


@pytest.mark.parametrize("how", BREAKS)
def test_it_takes_only_its_own_box_off_the_shelf(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(HEX / "src", tmp_path / "src")
    breaks, error = BREAKS[how]
    breaks(tmp_path / "src" / PACKAGE)
    with installed(tmp_path / "metadata", tmp_path / "src"):
        assert [box.name for box in catalogue()] == OURS
        assert names() == ("babylone", "croisements", "hex", "plus4", "redline")
        assert list(broken()) == ["hex"]
        assert error in broken()["hex"]
        for lang in LANGUAGES:
            assert [lid["box"].name for lid in shelf_values(lang)["boxes"]] == OURS
        games_verb.run(Namespace(), texts("ludotheque.cli", "en"))
        *_, last = capsys.readouterr().out.splitlines()
        assert last.startswith("hex        does not load: ")
        assert error in last


def test_a_game_that_does_not_load_is_refused_in_both_languages(tmp_path: Path) -> None:
    with installed(tmp_path, package="ludotheque_hex.gone"):
        for ask in (find, load, lambda name: load_for(name, "en")):
            with pytest.raises(BrokenGame) as refused:
                ask("hex")
            reason = refused.value.reason
            assert "Le jeu « hex » n’est pas disponible" in texts_for("hex", "fr").say(reason)
            assert "“hex” is not available" in texts_for("hex(size=3)", "en").say(reason)


def test_a_game_that_loads_is_on_the_shelf(tmp_path: Path) -> None:
    with installed(tmp_path):
        assert not broken()
        assert "hex" in [box.name for box in catalogue()]


def test_options_that_a_box_does_not_open_are_refused(tmp_path: Path) -> None:
    copytree(HEX / "src", tmp_path / "src")
    fails = edited("__init__.py", r"rounds=1", "rounds=1 // (options.size - 3)")
    fails(tmp_path / "src" / PACKAGE)
    with installed(tmp_path / "metadata", tmp_path / "src"):
        find("hex")
        with pytest.raises(BrokenGame):
            load("hex(size=3)")
