"""`ludotheque pdf`: the file that it writes, and its complaint if it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from ludotheque.cli import main


def test_a_game_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "babylone.pdf"
    words = ["pdf", "babylone(start=4,4,3,1)", str(file), "--paper", "Letter", "--lang", "en"]
    assert main([*words, "--size", "50", "--greyscale"]) == 0
    assert capsys.readouterr() == ("", "")
    pages = PdfReader(file).pages
    assert len(pages) == 3
    assert pages[0].mediabox.width == pytest.approx(612)
    assert "12 tablets" in pages[2].extract_text()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess", "x.pdf"], "chess"),
        (["babylone"], ".pdf"),
        (["babylone", "x.pdf", "--paper", "a5"], "a4, letter"),
        (["babylone", "x.pdf", "--size", "187"], "186"),
        (["babylone", "x.pdf", "--size", "9"], "10"),
        (["babylone", "missing/x.pdf"], "missing"),
        (["babylone", "."], "."),
    ],
)
def test_what_cannot_be_printed_is_explained_in_a_line(
    words: list[str],
    told: str,
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["pdf", *words, "--lang", lang]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert not list(tmp_path.iterdir())
