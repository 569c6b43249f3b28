"""Every program in `examples/` runs and prints the output that it promises."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from ludotheque.core.record import read_record
from ludotheque.play.match import replay

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
RUN_ELSEWHERE = {"http_bot"}  # needs a site: tests/site/http/routes/test_api.py


def run(name: str, *words: str) -> list[str]:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_example_has_a_test() -> None:
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {file.stem for file in EXAMPLES.glob("*.py")} <= tested | RUN_ELSEWHERE


def test_match_of_bots() -> None:
    lines = run("match_of_bots")
    record = lines.index(next(line for line in lines if line.startswith("[Game ")))
    match = replay(read_record("\n".join(lines[record:])))
    assert match.outcome is not None
    assert max(match.outcome.points) == 3


def test_solve_position() -> None:
    *moves, best = run("solve_position")
    assert [move.split()[1] for move in moves] == ["win", "loss", "loss", "loss"]
    assert best == f"best: {moves[0].split()[0]}"
    assert run("solve_position", "vnrbvn - - nrbv - - rb - - - - - 0") == ["best:"]


def test_draw_position(tmp_path: Path) -> None:
    file = tmp_path / "grid.svg"
    told = run("draw_position", str(file))
    assert ET.fromstring(file.read_text("utf-8")).tag.endswith("svg")
    assert len(told) == 4
