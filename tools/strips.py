"""Finds a set of 14 strips of 4 letters, and measures play on it.

    python -m tools.strips find fr       # searches, measures, writes strips.toml
    python -m tools.strips measure fr    # measures the set in strips.toml again

The letters are in proportion to their use in the language's common words; a letter is left out if
too few crossings over it have a word. The search then moves letters between strips and replaces
single letters within limits, and keeps changes that give more crossings of at most 7 letters a
common word. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.games.croisements import FILE
from ludotheque.games.croisements.board import (
    STRIP,
    STRIPS,
    Crossing,
    Square,
    crossings_of,
    letters_on,
    letters_owed,
    ways,
)
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions
from ludotheque.games.croisements.state import RED, Announce, State, first_row
from ludotheque.words import Lexicon, lexicon

COMMON = 3.0  # on Zipf's scale: about once in a million words of running text
FEW, SOME = 7, 9
SEED = 4
LAYOUTS, STEPS = 400, 3000
MEASURED, GAMES = 2000, 1000
EARNED = 0.9  # the least share with a word of the crossings over a letter (of at most 7 letters)
VOWELS = frozenset("AEIOUY")

Sample = tuple[tuple[int, ...], tuple[Crossing, ...]]
Strips = tuple[str, ...]


class Judge:
    """Looks up the most common word for letters, and remembers the answers."""

    def __init__(self, words: Lexicon) -> None:
        self.words = words
        self._known: dict[tuple[str, str], float | None] = {}

    def best(self, owed: str) -> float | None:
        """Returns the frequency of the most common word or None; `owed` begins with the initial."""
        asked = owed[0], "".join(sorted(owed))
        if asked not in self._known:
            word = self.words.example(*asked)
            self._known[asked] = None if word is None else self.words.frequency(word)
        return self._known[asked]


def usage(words: Lexicon) -> Counter[str]:
    """Counts how often the common words use each letter."""
    used: Counter[str] = Counter()
    for word in words:
        if words.frequency(word) >= COMMON:
            used.update(word)
    return used


def earning(judge: Judge, sampled: Sequence[Sample], rng: Random) -> Counter[str]:
    """Returns the letters in proportion, without those over which too few crossings have a word."""
    used = usage(judge.words)
    while True:
        bag = proportional(used)
        shares = Shares(judge)
        for _ in range(4):
            shares.lay(dealt(bag, rng), sampled)
        least, served = shares.least()
        if served >= EARNED:
            return bag
        print(f"{least} serves {served:.3f} and is left out", flush=True)
        del used[least]


def proportional(used: Counter[str]) -> Counter[str]:
    """Returns 56 letters in proportion to their use, by the method of largest remainders."""
    places, total = STRIPS * STRIP, used.total()
    exact = {letter: places * count / total for letter, count in used.items()}
    bag = Counter({letter: int(share) for letter, share in exact.items() if share >= 0.5})
    by_remainder = sorted(exact, key=lambda letter: int(exact[letter]) - exact[letter])
    for letter in by_remainder[: places - bag.total()]:
        bag[letter] += 1
    return +bag


def dealt(bag: Counter[str], rng: Random) -> Strips:
    """Puts the letters on strips at random."""
    letters = sorted(bag.elements())
    rng.shuffle(letters)
    return tuple("".join(letters[n : n + STRIP]) for n in range(0, len(letters), STRIP))


def readable(strips: Strips) -> bool:
    """Whether every strip mixes vowels and consonants and has no letter three times."""
    return all(
        0 < sum(letter in VOWELS for letter in strip) < STRIP and max(Counter(strip).values()) < 3
        for strip in strips
    )


def first_rows(rng: Random) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Returns three pawns of each side, at random places of their first rows."""
    red, green = (
        tuple(Square(column, first_row(side)) for column in sorted(rng.sample(range(8), 3)))
        for side in (RED, 1 - RED)
    )
    return red, green


def samples(rng: Random, count: int) -> list[Sample]:
    """Returns random layouts with the short crossings of Red's first turn and of Green's."""
    found = []
    for _ in range(count):
        layout = tuple(rng.sample(range(STRIPS), STRIPS))
        red, green = first_rows(rng)
        here = [c for c in crossings_of(ways(red, green, ())) if _length(c) <= SOME]
        if here:
            moved = rng.choice(here)
            red = tuple(moved.square if pawn == moved.pawn else pawn for pawn in red)
        there = [c for c in crossings_of(ways(green, red, ())) if _length(c) <= SOME]
        found.append((layout, (*here, *there)))
    return found


def _length(crossing: Crossing) -> int:
    """Returns how many letters a crossing requires."""
    pawn, square, support = crossing
    ways = [max(abs(s.column - square.column), abs(s.row - square.row)) for s in (pawn, support)]
    return sum(ways) + 1


def worth(strips: Strips, sampled: Sequence[Sample], judge: Judge) -> float:
    """Returns the figure to maximize: mostly short crossings with a common word, then any word."""
    few = common = some = found = 0
    for layout, asked in sampled:
        letters = letters_on(tuple([strips[place] for place in layout]))
        for crossing in asked:
            owed = letters_owed(letters, crossing)
            best = judge.best(owed)
            some += 1
            found += best is not None
            if len(owed) <= FEW:
                few += 1
                common += best is not None and best >= COMMON
    return common / few + 0.25 * found / some


def neighbour(strips: Strips, bag: Counter[str], rng: Random) -> Strips:
    """Exchanges two letters, or replaces one by another of the bag."""
    letters = list("".join(strips))
    one, other = rng.sample(range(len(letters)), 2)
    if rng.random() < 0.6:
        letters[one], letters[other] = letters[other], letters[one]
    else:
        letters[one] = rng.choice(sorted(bag))
    return tuple("".join(letters[n : n + STRIP]) for n in range(0, len(letters), STRIP))


def within(strips: Strips, bag: Counter[str]) -> bool:
    """Whether letters occur as often as in the bag, within a third or one; single ones exactly."""
    count = Counter("".join(strips))
    return all(
        abs(count[letter] - due) <= max(due > 1, due // 3) and count[letter]
        for letter, due in bag.items()
    )


def find(lang: str, seed: int = SEED) -> Strips:
    """Searches for a set of strips, and returns the best one found."""
    rng, judge = Random(f"{lang}{seed}"), Judge(lexicon(lang))
    sampled = samples(rng, LAYOUTS)
    bag = earning(judge, sampled, rng)
    strips = dealt(bag, rng)
    while not readable(strips):
        strips = dealt(bag, rng)
    best = worth(strips, sampled, judge)
    for step in range(STEPS):
        tried = neighbour(strips, bag, rng)
        if tried == strips or not (readable(tried) and within(tried, bag)):
            continue
        value = worth(tried, sampled, judge)
        if value > best:
            best, strips = value, tried
            print(f"{step:4} {best:.4f} {' '.join(strips)}", flush=True)
    return tuple(sorted(strips))


def measure(lang: str, strips: Strips, seed: int = SEED) -> dict[str, Any]:
    """Returns the strips with figures of play, on layouts that the search has not seen."""
    rng, judge = Random(f"measure {lang}{seed}"), Judge(lexicon(lang))
    shares = Shares(judge)
    shares.lay(strips, samples(rng, MEASURED))
    games = [greedy_game(lang, strips, rng) for _ in range(GAMES)]
    return {
        "strips": list(strips),
        **shares.figures(),
        "layouts": MEASURED,
        "greedy_games": GAMES,
        "greedy_stuck": sum(stuck for _, stuck in games),
        "greedy_turns": round(sum(turns for turns, _ in games) / GAMES, 1),
    }


class Shares:
    """Counts crossings by how many letters they require and whether they have a word."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.asked: Counter[int] = Counter()
        self.found: Counter[int] = Counter()
        self.common: Counter[int] = Counter()
        self.over: Counter[str] = Counter()
        self.served: Counter[str] = Counter()

    def lay(self, strips: Strips, sampled: Sequence[Sample]) -> None:
        """Counts every crossing of these layouts."""
        for layout, asked in sampled:
            letters = letters_on(tuple([strips[place] for place in layout]))
            for crossing in asked:
                self.add(letters_owed(letters, crossing))

    def add(self, owed: str) -> None:
        """Counts one crossing."""
        best, size = self.judge.best(owed), len(owed)
        self.asked[size] += 1
        self.found[size] += best is not None
        self.common[size] += best is not None and best >= COMMON
        if size <= FEW:
            self.over.update(set(owed))
            self.served.update(set(owed) if best is not None else ())

    def figures(self) -> dict[str, Any]:
        """Returns the shares of crossings with a word or a common one, and the worst letter."""
        least, served = self.least()
        return {
            "word_up_to_9": _share(self.found, self.asked, SOME),
            "word_up_to_7": _share(self.found, self.asked, FEW),
            "common_up_to_7": _share(self.common, self.asked, FEW),
            "least_served_letter": least,
            "least_served_share": round(served, 4),
        }

    def least(self) -> tuple[str, float]:
        """Returns the letter over which the smallest share of crossings has a word, and that."""
        served = {letter: self.served[letter] / count for letter, count in self.over.items()}
        return min(served.items(), key=lambda entry: (entry[1], entry[0]))


def _share(part: Counter[int], whole: Counter[int], most: int) -> float:
    sizes = [size for size in whole if size <= most]
    return round(sum(part[s] for s in sizes) / sum(whole[s] for s in sizes), 4)


def greedy_game(lang: str, strips: Strips, rng: Random) -> tuple[int, int]:
    """Plays a game in which both always advance most; returns turns, and turns without a word."""
    game = Croisements(strips, lexicon(lang), CroisementsOptions(language=lang))
    state = game.initial()
    stuck = 0
    while game.outcome(state) is None:
        moves = [action for action in game.actions(state) if isinstance(action, Announce)]
        if state.placed < 6 or not moves:
            stuck += state.placed == 6
            state = game.apply(state, rng.choice(game.actions(state)))
        else:
            rng.shuffle(moves)
            state = game.apply(state, max(moves, key=lambda move: progress(state, move)))
    return state.turns, stuck


def progress(state: State, move: Announce) -> int:
    """Returns how many rows the pawn advances."""
    rows = move.crossing.square.row - move.crossing.pawn.row
    return rows if state.side == RED else -rows


def written(sets: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yields the lines of the data file: the strips of each language with the figures of play."""
    yield "# Written by `python -m tools.strips find LANG`; the figures by its `measure`."
    for lang, figures in sets.items():
        yield f"\n[{lang}]"
        for name, value in figures.items():
            shown = str(value).replace("'", '"') if isinstance(value, list) else value
            yield f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {shown}"


def main() -> None:
    """Searches or only measures, and writes the data file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("find", "measure"))
    parser.add_argument("lang", choices=("fr", "en"))
    asked = parser.parse_args()
    file = Path(str(FILE))
    sets = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    strips = find(asked.lang) if asked.what == "find" else tuple(sets[asked.lang]["strips"])
    figures = measure(asked.lang, strips)
    for name, value in figures.items():
        print(f"{name:20} {value}")
    sets[asked.lang] = figures
    file.write_text("\n".join(written(dict(sorted(sets.items(), reverse=True)))) + "\n", "utf-8")


if __name__ == "__main__":
    main()
