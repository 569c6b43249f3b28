"""The command run as a person runs it, in a process of its own, and records to give to it."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

from ludotheque import load
from ludotheque.play.match import Match


def run(*words: str, typed: str = "", lang: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": lang, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=120,
    )


def good(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def last_line(text: str) -> str:
    return text.splitlines()[-1]


def recorded(spec: str, seed: int = 1) -> str:
    match = Match(load(spec), [f"p{n}" for n in range(load(spec).game.seats)])
    rng = Random(seed)
    while match.outcome is None:
        match.settle(rng)
        if match.outcome is None:
            match.play(rng.choice(match.kit.game.actions(match.state)))
    return match.record("2026-11-15").write()
