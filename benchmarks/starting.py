"""Words found a second, and how long things take to start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random

from benchmarks.measuring import Row, once
from ludotheque.words import Lexicon, lexicon

COMMAND = [sys.executable, "-m", "ludotheque"]


def words() -> list[Row]:
    """Measures words found a second for an initial and two letters that the word must contain."""
    rows = []
    lexicon.cache_clear()
    for lang in ("fr", "en"):
        loading, known = once(lambda lang=lang: lexicon(lang))  # type: ignore[misc]
        rng = Random(1)
        sample = [word for word in rng.sample(list(known), 3000) if len(word) > 3]
        asked = [(word[0], "".join(rng.sample(word[1:], 2))) for word in sample]
        for initial, letters in asked:
            known.example(initial, letters)
        plain, listed = once(lambda: sum(len(scan(known, *pair)) for pair in asked[:10]))  # noqa: B023
        spent, _ = once(lambda: [known.example(*pair) for pair in asked])  # noqa: B023
        one = Row(f"a word for a crossing, {lang}", len(asked) / spent, "words/s")
        rows.append(one.against(Row("a look at every word", 10 / plain, "words/s")))
        spent, found = once(lambda: sum(len(known.find(*pair)) for pair in asked[:300]))  # noqa: B023
        every = Row(f"every word for a crossing, {lang}", found / spent, "words/s")
        rows.append(every.against(Row("a look at every word", listed / plain, "words/s")))
        rows.append(Row(f"loading the lexicon, {lang}", 1000 * loading, "ms"))
    return rows


def scan(words: Lexicon, initial: str, letters: str) -> list[str]:
    """Finds the same words without an index, to compare with."""
    often = Counter(letters).items()
    return [
        word
        for word in words
        if word[0] == initial and all(word.count(letter) >= times for letter, times in often)
    ]


def start_up() -> list[Row]:
    """Measures starts of a new Python process; the kernels are compiled already."""
    empty = Row("an empty Python", _fresh([sys.executable, "-c", "pass"]), "ms")
    library = _fresh([sys.executable, "-c", "import ludotheque"])
    listing = _fresh([*COMMAND, "games"])
    solving = _fresh([*COMMAND, "solve", "babylone(start=6,6,6,6)"])
    return [
        empty,
        Row("import ludotheque", library, "ms").against(empty),
        Row("ludotheque games", listing, "ms").against(empty),
        Row("ludotheque solve, with Numba", solving, "ms").against(empty),
    ]


def _fresh(command: list[str]) -> float:
    """Returns the least processor time of five runs, in milliseconds."""
    times = []
    for _ in range(5):
        before = os.times()
        subprocess.run(command, check=True, capture_output=True)
        after = os.times()
        user, system = after.children_user, after.children_system
        times.append(user + system - before.children_user - before.children_system)
    return 1000 * min(times)


def rows() -> dict[str, list[Row]]:
    """Measures words and starts."""
    return {"Words": words(), "Start-up": start_up()}
