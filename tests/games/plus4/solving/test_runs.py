"""Runs of `ludotheque solve`: on a full disk, interrupted, two at a time."""

from __future__ import annotations

import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from ludotheque.kernels.storing import NotKept, alone, write_whole
from tests.games.plus4.solving.running import SPEC, command, environment


def test_solving_on_a_full_disk_says_so_in_one_line(tmp_path: Path) -> None:
    def small() -> None:
        import resource  # noqa: PLC0415

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    elsewhere = tmp_path / "elsewhere"
    compiled = subprocess.run(
        command("solve", "plus4"), env=environment(elsewhere), check=False, timeout=300,
        capture_output=True,
    )  # fmt: skip
    assert compiled.returncode == 0, "what is compiled is kept before the disk is full"
    done = subprocess.run(
        command("solve", "plus4"), env=environment(tmp_path), preexec_fn=small,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Cannot write" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "plus4").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    done = subprocess.run(
        command("solve", "plus4"), env=environment(file),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Cannot write" in done.stderr.splitlines()[-1]


def _listen_to_interrupts() -> None:
    """Restores the interrupt, which a shell disables in background jobs, such as these tests."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(data: Path) -> tuple[int, str, str]:
    """A run that is interrupted once it holds its lock: its status and its output."""
    lock = data / "plus4" / "endless.table.lock"
    run = subprocess.Popen(
        command("solve", SPEC), env=environment(data),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        preexec_fn=_listen_to_interrupts,  # noqa: PLW1509  # no thread holds a lock here
    )  # fmt: skip
    while run.poll() is None and not lock.exists():
        with suppress(subprocess.TimeoutExpired):
            run.wait(0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=300)
    return run.returncode, out, err


def test_an_interrupted_run_says_that_the_next_goes_on(tmp_path: Path) -> None:
    """On a fast machine a run may be done before the interrupt arrives; then another is tried."""
    for number in range(6):
        status, out, err = interrupted(tmp_path / str(number))
        assert "Traceback" not in err
        if status == 130:
            assert out == ""
            assert err.splitlines()[-1].startswith("Interrupted; results so far are saved")
            return
    raise AssertionError("no run could be interrupted")


def test_two_runs_do_not_write_the_same_file(tmp_path: Path) -> None:
    with alone(tmp_path / "a"), pytest.raises(NotKept, match="busy"), alone(tmp_path / "a"):
        pass
    with alone(tmp_path / "a"):
        write_whole(tmp_path / "a", b"1")
