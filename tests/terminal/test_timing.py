"""A clock at the terminal shows the time left; a late player loses, or a bot takes over."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.record import read_record
from ludotheque.core.texts import texts
from ludotheque.play.clock import read_pace
from ludotheque.play.match import replay
from ludotheque.terminal.session import Quit, Session
from ludotheque.terminal.timing import Timing, written
from tests.cli.command import run

MINUTE_MS = 60_000


class Typist:
    """A person who types the given lines, and takes a given time for each."""

    def __init__(self, lines: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: Iterator[tuple[str, int]] = iter(lines)
        self.at_ms = 0
        monkeypatch.setattr("builtins.input", self.type)

    def type(self, prompt: str) -> str:
        del prompt
        line, takes_ms = next(self.lines, ("quit", 0))
        self.at_ms += takes_ms
        return line

    def play(self, spec: str, people: int, pace: str, file: str | None = None) -> Session:
        kit, wanted = load(spec), read_pace(pace)
        assert wanted is not None
        timing = Timing(wanted, people, lambda: self.at_ms)
        session = Session(kit, ["me"] * people, Random(3), "en", file, timing)
        with contextlib.suppress(Quit):
            session.run()
        return session


def test_who_is_late_has_lost_a_game_of_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    first = [("1", 5 * MINUTE_MS), ("2", 5 * MINUTE_MS)]  # the first move of each is free
    typist = Typist([*first, ("3", 20_500), ("4", MINUTE_MS + 2500)], monkeypatch)
    match = typist.play("plus4", 2, "1+2", str(file)).match
    shown = capsys.readouterr().out
    assert "1:02" in shown
    assert "0:44" in shown  # 62 s, less 20 s, and 2 s more
    assert "is out of time" in shown
    assert match.outcome is not None
    record = read_record(file.read_text("utf-8"))
    assert record.termination == f"out_of_time {1 - match.outcome.winners[0]}"
    assert ("Clock", "1+2") in record.extra
    assert replay(record).outcome == match.outcome


def test_among_three_a_bot_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist([("actions", 0), ("actions", 9 * 86_400_000)], monkeypatch)
    session = typist.play("redline(players=3)", 3, "1d")
    assert sorted(seat == "me" for seat in session.seats) == [False, True, True]
    assert session.match.forfeit is None
    assert session.match.moves[-1].seat is not None


def test_an_undo_gives_no_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [("1", 0), ("2", 0), ("3", 10_500), ("undo", 0)]
    session = Typist(lines, monkeypatch).play("plus4", 2, "1+0")
    assert session.timing is not None
    assert sorted(session.timing.clock.left_ms) == [50_000, 60_000]


def test_times_are_written_as_clocks_show_them() -> None:
    say = texts("ludotheque.terminal", "en")
    shown = [written(ms, say) for ms in (0, 1, 65_000, 3_723_000, 183_600_000)]
    assert shown == ["0:00", "0:01", "1:05", "1:02:03", "2 d 3 h"]


def test_the_command_refuses_another_pace() -> None:
    shown = run("play", "plus4", "--seats", "random,random", "--clock", "soon", "--lang", "en")
    assert shown.returncode == 2
    assert "at most 180 minutes" in shown.stderr
