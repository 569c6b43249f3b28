"""The command from a built wheel without extras: verbs work, or name the extra that they need."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from ludotheque.cli import VERBS, main, random_games
from tests.bare import ROOT, Bare
from tests.cli.command import recorded

LIGHT = [
    ["games"],
    ["play", "plus4", "--seats", "champion,random", "--seed", "1"],
    ["show", "redline"],
    ["rules", "croisements", "2.1"],
    ["learn", "babylone"],
    ["problem", "babylone"],
    ["perft", "plus4", "3"],
    ["check", "RECORD"],
    ["review", "RECORD"],
    ["random-games", "plus4", "--games", "5"],
    ["new-game", "atoll"],
    ["solve", "babylone(start=3,3,3,3)"],
    ["arena", "babylone(start=2,2)", "perfect", "random", "--games", "2", "--jobs", "1"],
]
HEAVY = [
    (["serve"], "site"),
    (["serve", "--database", "postgresql://nobody@/nothing"], "site"),
    (["migrate"], "site"),
    (["export", "public"], "site"),
    (["backup", "copy.sqlite3", "--database", "RECORD"], "site"),
    (["restore", "RECORD"], "site"),
    (["prune"], "site"),
    (["pdf", "babylone", "babylone.pdf"], "print"),
    (["solve", "plus4"], "kernels"),
    (["solve", "redline"], "kernels"),
    (["verify", "plus4"], "kernels"),
    (["play", "redline", "--seats", "me,champion"], "kernels"),
    (["arena", "redline", "expert", "random", "--games", "2"], "kernels"),
    (["arena", "plus4", "random", "random", "--dask", "tcp://127.0.0.1:9"], "arena"),
]
WITHOUT_AN_EXTRA = {
    "cupy",  # depends on the card; the solver says by itself that it is missing
    "pyspiel",  # comes with open_spiel
}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("record") / "game.txt"
    file.write_text(recorded("babylone"), encoding="utf-8")
    return str(file)


def test_every_verb_is_tried_without_extras() -> None:
    tried = {words[0] for words in (*LIGHT, *(words for words, _ in HEAVY))}
    assert tried == set(VERBS)


def test_the_environment_is_bare(bare: Bare) -> None:
    listing = "from importlib.metadata import distributions as d; print(*(x.name for x in d()))"
    assert bare.python(listing).split() == ["ludotheque"]


@pytest.mark.parametrize("words", LIGHT, ids=lambda words: words[0])
def test_a_light_command_works(words: list[str], bare: Bare, record: str) -> None:
    done = bare.run(*(record if word == "RECORD" else word for word in words))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(("words", "extra"), HEAVY, ids=lambda given: given[0])
def test_a_heavy_command_says_in_one_line_what_to_install(
    words: list[str], extra: str, bare: Bare, record: str
) -> None:
    given = [record if word == "RECORD" else word for word in words]
    for lang, missing in (("fr", ("manque", "D’autres")), ("en", ("missing", "More levels"))):
        done = bare.run(*given, "--lang", lang)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert done.stderr.endswith(f'pip install "ludotheque[{extra}]"\n')
        assert len(done.stderr.splitlines()) == 1
        assert any(word in done.stderr for word in missing)


def test_an_extra_brings_each_package_that_the_sources_import(bare: Bare) -> None:
    packages = sorted(_third_party(ROOT / "src" / "ludotheque") - WITHOUT_AN_EXTRA)
    assert {"fastapi", "numba", "sqlalchemy"} <= set(packages)
    code = f"from ludotheque.cli.extras import extra_of; print(*map(extra_of, {packages}))"
    extras = dict(zip(packages, bare.python(code).split(), strict=True))
    studying = {"conformance", "gymnasium", "openspiel", "pettingzoo"}
    assert set(extras.values()) == {*studying, "arena", "kernels", "postgresql", "print", "site"}


def _third_party(folder: Path) -> set[str]:
    """The packages that some source imports, at the top or where it needs them."""
    found = set[str]()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    return found - sys.stdlib_module_names - {"ludotheque"}


@pytest.mark.parametrize("module", ["ludotheque.games.lost", "tomlib", ""])
def test_a_missing_module_that_no_extra_brings_is_a_fault_of_ours(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = ModuleNotFoundError(name=module)
    monkeypatch.setattr(random_games, "random_games", lambda *_: (_ for _ in ()).throw(error))
    with pytest.raises(ModuleNotFoundError):
        main(["random-games", "plus4"])
