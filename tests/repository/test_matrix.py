"""The table that `make matrix` prints, without the installations behind it."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from tools import matrix
from tools.matrix import Row

from tests.conftest import LONGEST_FIRST, place
from tests.needs import LeftOut

RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The Pythons that were tried, all without success."""
    found: list[str] = []

    def fails(version: str, python: str, *_: Path) -> Row:
        found.append(python)
        return Row(version, python, "1 failed", ("openspiel",), passed=False)

    def ahead(row: Row, _: Path) -> Row:
        return Row(f"{row.version}+", row.python, "2 passed")

    monkeypatch.setattr(matrix, "_built", lambda: (Path("wheel"), Path("source")))
    monkeypatch.setattr(matrix, "_tried", fails)
    monkeypatch.setattr(matrix, "_ahead", ahead)
    return found


def test_a_python_that_is_not_there_is_no_failure(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONS", "python3.99")
    assert matrix.main() == 0
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "python3.99",
        "not",
        "found",
        "-",
        "-",
    ]
    assert not tried


def test_a_python_under_which_a_test_fails_is_one(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONS", sys.executable)
    assert matrix.main() == 1
    told = capsys.readouterr().out.splitlines()[1].split()
    assert told == [RUNNING, sys.executable, "FAILED:", "1", "failed", "openspiel"]
    assert tried == [sys.executable]


def test_a_python_can_be_named_by_its_version(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONS", f"{RUNNING} 3.99")
    assert matrix.main() == 1
    versions = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert versions == [RUNNING, "3.99", f"{RUNNING}+"]
    assert tried == [sys.executable]


def test_every_supported_python_is_looked_for(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PYTHONS", raising=False)
    matrix.main()
    versions = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert versions[:4] == ["3.11", "3.12", "3.13", "3.14"]
    assert sys.executable in tried


def test_the_conformance_suite_may_lie_in_an_installed_wheel() -> None:
    here, installed = Path("/main/src"), Path("/matrix/3.12/lib/python3.12/site-packages")
    suite = Path("ludotheque/conformance/suite/test_rules.py")
    assert place(here / suite) == place(installed / suite) < len(LONGEST_FIRST)


def test_what_imports_a_module_that_was_left_out_is_skipped() -> None:
    left_out = LeftOut(matrix._modules("openspiel") + matrix._modules("pillow>=11.0"))
    for module in ("pyspiel", "PIL.Image"):
        with pytest.raises(pytest.skip.Exception):
            left_out.find_spec(module, None)
    left_out.find_spec("numba", None)


def test_what_cannot_be_installed_is_left_out_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    impossible = ("[dev]", "[openspiel]", "pillow>=11.0")
    monkeypatch.setattr(matrix, "_run", lambda *words: not words[-1].endswith(impossible))
    left_out = matrix._left_out(Path("log"), "python", Path("ludotheque.whl"))
    assert left_out == ("openspiel", "pillow>=11.0")


def test_the_newest_uvicorn_is_tried_beyond_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands: list[tuple[str, ...]] = []

    def run(log: Path, *words: str, where: Path = matrix.ROOT) -> bool:
        commands.append(words)
        with log.open("a", encoding="utf-8") as told:
            told.write("0.99.1\n" if "-c" in words[1:2] else "1 failed in 3s\n")
        return "pytest" not in words

    monkeypatch.setattr(matrix, "FOLDER", tmp_path)
    monkeypatch.setattr(matrix, "_run", run)
    row = matrix._ahead(Row("3.13", "/usr/bin/python3.13", "9 passed"), tmp_path)
    assert row == Row("3.13, uvicorn 0.99.1", "/usr/bin/python3.13", "1 failed in 3s", passed=False)
    install, test, _ = commands
    assert {"--unset=PIP_CONSTRAINT", "--upgrade", "uvicorn"} <= {*install}
    assert {*matrix.PROTOCOL_TESTS} <= {*test}
    assert all((matrix.ROOT / name).is_file() for name in matrix.PROTOCOL_TESTS)


def test_uvicorn_is_bounded_at_the_next_minor_version() -> None:
    (wanted,) = [
        name for name in matrix._project()["optional-dependencies"]["site"] if "uvi" in name
    ]
    major, minor, *_ = version("uvicorn").split(".")
    assert wanted.endswith(f"<{major}.{int(minor) + 1}")
