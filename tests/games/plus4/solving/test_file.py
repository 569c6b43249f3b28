"""The file of the endless grid: grows by whole scores, through crashes and full disks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludotheque.games.plus4.solving.file import EndlessFile, pairs, record_of


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EndlessFile:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    return EndlessFile(1000)


def layer(number: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.full(250, number, np.uint8)


def test_records_follow_each_other_by_need() -> None:
    order = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3), (3, 3)]
    assert [record_of(*needs) for needs in order] == list(range(9))
    assert pairs(2) == [(1, 1), (2, 1), (2, 2)]


def test_a_file_grows_by_whole_pairs_and_drops_what_is_broken(file: EndlessFile) -> None:
    assert file.records() == 0
    file.append(0, layer(1))
    file.append(1, layer(2), layer(3))
    assert file.records() == 3
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[:-7])
    assert file.records() == 1, "half a pair is no pair"
    file.path.write_bytes(whole[:-100] + bytes(100))
    assert file.records() == 1, "nor is one that a crash has left empty"
    file.path.write_bytes(whole + b"left over")
    assert file.records() == 3
    file.path.write_bytes(whole[:-7])
    file.append(1, layer(2), layer(3))
    assert file.path.read_bytes() == whole
    file.path.write_bytes(b"something else")
    assert file.records() == 0
    file.append(0, layer(1))
    assert file.records() == 1


FULL = """
import resource, signal, sys
import numpy as np
from ludotheque.core.reason import Refusal
from ludotheque.games.plus4.solving.file import EndlessFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
try:
    EndlessFile(1000).append(1, np.ones(250, np.uint8), np.ones(250, np.uint8))
except Refusal as refusal:
    print(refusal.reason.key)
"""


def test_a_full_disk_leaves_the_file_as_it_was(file: EndlessFile) -> None:
    file.append(0, layer(1))
    before = file.path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", FULL], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "kernels.not_kept\n"
    assert file.path.read_bytes() == before
    file.append(1, layer(2), layer(3))
    assert file.records() == 3
