"""The wheel and the source archive: complete, nothing more, and the same on every machine."""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import ludotheque
from tests.bare import ROOT, build, do
from tests.repository import repository

STEM = f"ludotheque-{ludotheque.__version__}"
WHEEL, ARCHIVE = f"{STEM}-py3-none-any.whl", f"{STEM}.tar.gz"


def test_the_wheel_holds_the_sources_and_nothing_else(dist: Path) -> None:
    names = ZipFile(dist / WHEEL).namelist()
    ours = {name for name in names if not name.startswith(f"{STEM}.dist-info/")}
    assert ours == {f"ludotheque/{name}" for name in repository.files(ROOT / "src" / "ludotheque")}
    assert "ludotheque/py.typed" in ours


def test_the_source_archive_holds_every_file_and_nothing_else(dist: Path) -> None:
    with tarfile.open(dist / ARCHIVE) as archive:
        names = {name.removeprefix(f"{STEM}/") for name in archive.getnames()}
    assert names == {*repository.files(ROOT), "PKG-INFO"}


def test_both_are_built_again_from_the_source_archive_byte_for_byte(
    dist: Path, tmp_path: Path
) -> None:
    """Elsewhere, at another time, under another umask, time zone and locale."""
    with tarfile.open(dist / ARCHIVE) as archive:
        archive.extractall(tmp_path, filter="data")
    for file in (tmp_path / STEM).rglob("*"):
        file.chmod(file.stat().st_mode & 0o700)
    elsewhere = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    again = tmp_path / "again"
    build(tmp_path / STEM, again, **elsewhere)
    for name in (WHEEL, ARCHIVE):
        assert (again / name).read_bytes() == (dist / name).read_bytes(), name


def test_both_pass_the_checks_of_the_index(dist: Path) -> None:
    do(sys.executable, "-m", "twine", "check", "--strict", str(dist / WHEEL), str(dist / ARCHIVE))
    do(sys.executable, "-m", "check_wheel_contents", str(dist / WHEEL))
