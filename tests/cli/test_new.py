"""`ludotheque new-game`: a game that passes at once, or one line that says why not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ludotheque import starter
from ludotheque.cli import main
from ludotheque.conformance.walking import walk
from ludotheque.games import open_box


def test_it_writes_a_package_that_names_the_game(tmp_path: Path) -> None:
    assert main(["new-game", "atoll", "--folder", str(tmp_path / "made")]) == 0
    home = tmp_path / "made"
    assert 'atoll = "ludotheque_atoll"' in (home / "pyproject.toml").read_text("utf-8")
    written = [file for file in home.rglob("*") if file.is_file()]
    assert {file.suffix for file in written} == {".py", ".toml", ".md", ".typed"}
    assert not [file for file in written if "starter" in file.read_text("utf-8").lower()]
    for module in home.rglob("*.py"):
        compile(module.read_text("utf-8"), module.name, "exec")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "NAME is missing"),
        ("Atoll", "not a valid game name"),
        ("a-b", "not a valid game name"),
        ("9lives", "not a valid game name"),
        ("redline", "already"),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made"
    assert main(["new-game", *filter(None, [name]), "--folder", str(made), "--lang", "en"]) == 2
    assert said in capsys.readouterr().err
    assert not made.exists()


def test_what_is_there_already_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "atoll", "--folder", str(tmp_path), "--lang", "en"]) == 2
    assert "already" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_starter_can_be_played_and_drawn() -> None:
    kit = open_box(starter.BOX, starter.BOX.options())
    *_, (last, _) = walk(kit.game, Random(1))
    assert kit.game.outcome(last) is not None
    assert "✕" in str(kit.show(last))
