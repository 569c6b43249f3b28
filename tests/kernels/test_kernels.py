"""Kernels: compiled or plain, cached by content, announced once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludotheque.kernels import PLAIN
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following, seeded
from ludotheque.kernels.folder import ROOT, fingerprint, sources

USE = """
from ludotheque.kernels import on_compiling
on_compiling(lambda: print("compiling"))
from ludotheque.kernels.bits import popcount
print(popcount(255))
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("bits", [0, 1, 255, 0x5555_5555_5555_5555, (1 << 63) - 1])
def test_popcount(bits: int) -> None:
    assert popcount(bits) == bits.bit_count()
    assert popcount(np.uint64(bits)) == bits.bit_count()


def test_the_first_use_is_announced_and_the_second_compiles_nothing(tmp_path: Path) -> None:
    place = {"XDG_CACHE_HOME": str(tmp_path), "LUDOTHEQUE_KERNELS": ""}
    assert run(USE, **place) == "compiling\n8\n"
    assert run(USE, **place) == "8\n"


def test_kernels_run_as_plain_python_without_numba() -> None:
    use = USE + "import sys; print('numba' in sys.modules)"
    assert run(use, LUDOTHEQUE_KERNELS="plain") == "8\nFalse\n"


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "8" in run(USE, XDG_CACHE_HOME=str(file), TMPDIR=str(tmp_path))


def test_without_numba_a_kernel_says_what_to_install() -> None:
    code = """
import sys
sys.modules["numba"] = None
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import texts
from ludotheque.kernels import kernel
try:
    kernel(print)
except Refusal as refusal:
    print(*(texts("", lang).say(refusal.reason) for lang in ("fr", "en")), sep="\\n")
"""
    french, english = run(code, LUDOTHEQUE_KERNELS="").splitlines()
    assert 'pip install "ludotheque[kernels]"' in french
    assert 'pip install "ludotheque[kernels]"' in english


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_solving_without_the_kernels_is_one_clear_line(missing: str) -> None:
    code = f"""
import sys
sys.modules[{missing!r}] = None
sys.stderr = sys.stdout
from ludotheque.cli import main
print(main(["solve", "plus4", "--lang", "en"]))
"""
    line, status = run(code, LUDOTHEQUE_KERNELS="").splitlines()
    assert line.startswith("An optional package is missing")
    assert missing in line
    assert status == "2"


def test_the_cache_is_named_by_all_that_kernels_are_made_of(tmp_path: Path) -> None:
    root = tmp_path / "ludotheque"
    (root / "kernels").mkdir(parents=True)
    (root / "kernels" / "bits.py").write_text("@kernel\ndef x(): ...")
    (root / "kernel.py").write_text("import ludotheque.far\n@kernel\ndef y(): ...")
    (root / "far.py").write_text("from ludotheque import farther")
    (root / "farther.py").write_text("ONE = 1")
    (root / "apart.py").write_text("TWO = 2")
    assert {file.name for file in sources(root)} == {"bits.py", "kernel.py", "far.py", "farther.py"}
    names = [fingerprint("1", root), fingerprint("2", root)]
    (root / "apart.py").write_text("TWO = 3")
    assert fingerprint("1", root) == names[0]
    (root / "farther.py").write_text("ONE = 2")
    assert len({*names, fingerprint("1", root)}) == 3


def test_the_sources_of_kernels_are_theirs() -> None:
    found = {file.relative_to(ROOT).as_posix() for file in sources()}
    assert "kernels/bits.py" in found
    assert not any(file.endswith(("scene.py", "art.py")) for file in found)


def test_chance_is_even_and_repeats_itself() -> None:
    counts = [0] * 6
    bits = seeded(1)
    for _ in range(6000):
        bits = following(bits) if PLAIN else np.uint64(following(bits))
        counts[below(bits, 6)] += 1
    assert min(counts) > 900
    assert max(counts) < 1100
    assert seeded(1) == seeded(1)
    assert len({int(seeded(seed)) for seed in range(1000)}) == 1000
