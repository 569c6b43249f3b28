"""The folder that `ludotheque export` writes."""

from __future__ import annotations

import ast
import gzip
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from ludotheque.cli import main
from ludotheque.pocket.building import build
from ludotheque.pocket.bytecode import READ_THEMSELVES, UNNEEDED
from ludotheque.pocket.node import run
from tests.pocket.pyodide import SITE, built_once, pyodide

MOST_MB = 9.0
IMPORTED = """
import json, sys, zipimport
sys.path.insert(0, "/library.zip")
import ludotheque.pocket.door
from ludotheque.pocket.warming import warm
warm()
found = {name: module for name, module in sys.modules.items() if hasattr(module, "__loader__")}
read = {name for name in found if isinstance(found[name].__loader__, zipimport.zipimporter)}
print(json.dumps({name: found[name].__file__ for name in read}))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    for path in folder.rglob("*.html"):
        yield path.relative_to(folder).as_posix(), path.read_text("utf-8")


def test_every_link_of_a_page_leads_to_a_file(folder: Path) -> None:
    looked_at = 0
    for name, html in pages(folder):
        for link in re.findall(r'\s(?:href|src|action)="([^"#]+)"', html):
            assert not link.startswith("/"), f"{name}: {link} is not below any root"
            path = urlsplit(urljoin(f"http://127.0.0.1/{name}", link)).path[1:]
            assert (folder / path / "index.html").is_file() or (folder / path).is_file(), link
            looked_at += 1
    assert looked_at > 200


def test_pages_are_strict_and_in_both_languages(folder: Path) -> None:
    for name, html in pages(folder):
        if name.endswith("index.html"):
            assert "script-src 'self' 'wasm-unsafe-eval';" in html
            assert "unsafe-inline" not in html
            lang = "en" if name.startswith("en/") else "fr"
            assert f'<html lang="{lang}"' in html
    french = {name for name, _ in pages(folder) if not name.startswith("en/")}
    assert {f"en/{name}" for name in french} == {n for n, _ in pages(folder)} - french


def test_it_is_small_and_brings_no_server(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    assert packed < MOST_MB * 1_000_000
    names = zipfile.ZipFile(folder / "library.zip").namelist()
    assert "ludotheque/pocket/door.pyc" in names
    assert "ludotheque/house/templates/table.html" in names
    assert not [name for name in names if name.startswith("ludotheque/site/")]
    assert [name for name in names if name.endswith((".py", ".so"))] == [*READ_THEMSELVES]


def test_the_bytecode_is_taken(folder: Path) -> None:
    """A module that Python refuses, or has compiled of a source, says so."""
    sees = {"/library.zip": folder / "library.zip"}
    files = json.loads(run(IMPORTED, folder / "pyodide", sees, {}))
    assert {"ludotheque.games.redline.rules", "jinja2.compiler", "typing"} <= files.keys()
    assert {name: file for name, file in files.items() if not file.endswith(".pyc")} == {}


def test_what_the_library_imports_is_there(folder: Path) -> None:
    archive = zipfile.ZipFile(folder / "library.zip")
    ours = [name for name in archive.namelist() if name.startswith("ludotheque/")]
    modules = [name.removesuffix("c") for name in ours if name.endswith(".pyc")]
    imported = {word for name in modules for word in imports_of(name)}
    standard = zipfile.ZipFile(pyodide() / "python_stdlib.zip").namelist()
    left_out = {as_module(name) for name in standard if name.startswith(UNNEEDED)}
    assert imported & left_out == {
        "multiprocessing"
    }  # for matches and proofs, which no page begins


def imports_of(name: str) -> Iterator[str]:
    """The modules that a module of the library imports, at once or later."""
    file = next(file for root in sys.path if (file := Path(root, name)).is_file())
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def as_module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_the_service_worker_keeps_every_file_but_words(folder: Path) -> None:
    worker = (folder / "worker.js").read_text("utf-8")
    kept = set(json.loads(re.findall(r"FILES=(?:/\*.*?\*/)?\((\[.*?\])\)", worker)[0]))
    files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert files - kept == {"worker.js", *(name for name in files if name.startswith("words/"))}
    assert json.loads((folder / "build.json").read_bytes())["version"] in worker


def test_the_same_sources_make_the_same_files(folder: Path, tmp_path: Path) -> None:
    build(tmp_path, pyodide(), SITE)
    for path in folder.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(folder)).read_bytes(), path


def test_the_command_complains_of_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--lang", "en"]) == 2
    assert "FOLDER" in capsys.readouterr().err
    assert main(["export", str(tmp_path / "new"), "--pyodide", str(tmp_path), "--lang", "en"]) == 2
    assert "pyodide.mjs is missing" in capsys.readouterr().err
    (tmp_path / "letter.txt").touch()
    assert main(["export", str(tmp_path), "--pyodide", str(pyodide()), "--lang", "en"]) == 2
    assert "contains something else" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_command_writes_over_what_it_wrote_also_without_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    words = ["export", str(tmp_path), "--pyodide", str(pyodide()), "--lang", "fr"]
    assert main(words) == main(words) == 0
    assert re.search(r"\d+ Mo.*\nNode 18 .* introuvable", capsys.readouterr().out)
    names = zipfile.ZipFile(tmp_path / "library.zip").namelist()
    assert "ludotheque/pocket/door.py" in names
    assert not [name for name in names if name.endswith(".pyc")]
