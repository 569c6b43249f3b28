"""Measures what the tips of the rules pages claim: `python -m tools.tips GAME`.

The results are in docs/evidence/tips.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ludotheque import load
from ludotheque.core.estimate import share
from ludotheque.core.player import settle
from ludotheque.core.solver import Verdict
from ludotheque.games import AnyKit
from ludotheque.games.croisements.board import COLUMNS
from ludotheque.games.croisements.state import Announce, Place

_LONGEST_OPENING_PUSHES = 16  # before a random position of Plus 4: later ones are mostly decided
_LEVEL = "regular"  # of the bots that play a round; it exists for any number of players
_GAPS_COLUMNS = 1, 2, 3  # between neighbours, so that three pawns fit on eight columns


def told(what: str, times: int, of: int) -> None:
    """Prints a share with its 95 % interval."""
    found = share(times, of)
    percents = [f"{100 * each:.1f}" for each in (found.value, found.low, found.high)]
    print(f"{what}: {times} of {of}, {percents[0]} % ({percents[1]} to {percents[2]})")


def plus4(games: int) -> None:
    """Measures whether it is good to answer in the column that was pushed last."""
    kit = load("plus4")
    game, start = kit.round, kit.round.initial(0)
    for first in game.actions(start):
        answers = worths_of(kit, game.apply(start, first))
        print(f"after column {first.column + 1}: {[verdict.word for verdict in answers.values()]}")
    same, other = Counter[bool](), Counter[bool]()
    for state, pushed in random_positions(kit, games):
        worths = worths_of(kit, state)
        best = max(verdict.share for verdict in worths.values())
        keeps = {column: verdict.share == best for column, verdict in worths.items()}
        if not all(keeps.values()):
            same[keeps.pop(pushed)] += 1
            other.update(keeps.values())
    told("the same column gives nothing away", same[True], same.total())
    told("another column gives nothing away", other[True], other.total())


def worths_of(kit: AnyKit, state: Any) -> dict[int, Verdict]:
    """Returns the solver's verdict on each column for the player to move."""
    assert kit.solver is not None
    return {push.column: verdict for push, verdict in kit.solver.analyse(state).actions}


def random_positions(kit: AnyKit, games: int) -> Iterator[tuple[Any, int]]:
    """Yields a position of each random game that lasts long enough, and the column pushed last."""
    game = kit.round
    for seed in range(games):
        rng, state, pushed = Random(f"tips {seed}"), game.initial(0), None
        for _ in range(rng.randrange(2, _LONGEST_OPENING_PUSHES)):
            pushed = rng.choice(game.actions(state))
            state = game.apply(state, pushed)
            if game.outcome(state) is not None:
                break
        else:
            assert pushed is not None
            yield state, pushed.column


def redline(games: int) -> None:
    """Measures how often a player with an empty hand at the end of the round has won it."""
    for players in (2, 4):
        kit = load(f"redline(players={players})")
        ends = [played_out(kit, settled(kit, seed), seed) for seed in range(games)]
        empty = sum(not hand for end in ends for hand in end.hands)
        won = sum(not end.hands[end.winner] for end in ends)
        told(f"{players} players: an empty hand at the end is the winner's", won, empty)
        told(f"{players} players: the winner's hand is empty", won, games)


def settled(kit: AnyKit, seed: int) -> Any:
    """Returns a new round after its random setup."""
    return settle(kit.round, kit.round.initial(seed % kit.round.seats), Random(f"tips {seed}"))


def played_out(kit: AnyKit, state: Any, seed: int) -> Any:
    """Lets bots of one level play a round to its end, and returns the last state."""
    game, rng = kit.round, Random(f"tips {seed}")
    while game.outcome(state) is None:
        action = kit.bots[_LEVEL].choose(game, state, rng)
        state = settle(game, game.apply(state, action), rng)
    return state


def babylone(games: int) -> None:
    """Measures whether the number of piles decides, and how often the player to move can win."""
    kit = load("babylone")
    game, solver = kit.round, kit.solver
    assert solver is not None
    print(f"the start is a {solver.verdict(game.initial(0)).word} for the first player")
    odd, ends = Counter[bool](), Counter[int]()
    won, met = Counter[int](), Counter[int]()
    for seed in range(games):
        rng, state = Random(f"tips {seed}"), game.initial(0)
        while (end := game.outcome(state)) is None:
            met[len(piles(state))] += 1
            won[len(piles(state))] += solver.verdict(state).share == 1
            state = game.apply(state, rng.choice(game.actions(state)))
        left = len(piles(state))
        ends[left] += 1
        odd[(left % 2 == 1) == (0 in end.winners)] += 1
    told("the first player wins just when an odd number of piles is left", odd[True], games)
    for left in sorted(ends):
        told(f"random games that end with {left} piles", ends[left], games)
    for left in sorted(met, reverse=True):
        told(f"with {left} piles, the player to move can win", won[left], met[left])


def piles(state: Any) -> list[Any]:
    """Returns the piles that still hold tablets."""
    return [pile for pile in state.piles if pile]


def croisements(games: int) -> None:
    """Measures how far apart three pawns should stand on their first row."""
    for gap in _GAPS_COLUMNS:
        crossings, near, won = 0, 0, 0.0
        for seed in range(games):
            kit = load("croisements" if seed % 4 < 2 else "croisements(language=en)")
            side = seed % 2  # whose pawns stand that far apart
            state = placed(kit, seed, {side: gap, 1 - side: 2})
            if side == state.side:
                found = [a.crossing for a in kit.round.actions(state) if isinstance(a, Announce)]
                crossings += len(found)
                near += sum(abs(c.square.row - c.pawn.row) == 1 for c in found)
            end = kit.round.outcome(played_out(kit, state, seed))
            assert end is not None
            won += (1 + end.returns[state.seat(side)]) / 2
        first = games / 2
        print(
            f"{gap} apart: {crossings / first:.1f} crossings with a word, {near / first:.1f} near"
        )
        told(f"{gap} apart, against 2 apart, wins", round(won), games)


def placed(kit: AnyKit, seed: int, gaps: dict[int, int]) -> Any:
    """Returns a random board on which the pawns of each side stand a number of columns apart."""
    game, state = kit.round, settled(kit, seed)
    rng = Random(f"tips {seed}")
    begins = {side: rng.randrange(COLUMNS - 2 * gap) for side, gap in gaps.items()}
    while isinstance(game.actions(state)[0], Place):
        side = state.side
        column = begins[side] + gaps[side] * len(state.pawns[side])
        place = next(a for a in game.actions(state) if a.square.column == column)
        state = game.apply(state, place)
    return state


MEASURES: dict[str, tuple[Callable[[int], None], int]] = {
    "babylone": (babylone, 1000),
    "croisements": (croisements, 200),
    "plus4": (plus4, 5000),
    "redline": (redline, 200),
}


def main() -> None:
    """Measures one game, and prints the results."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game", choices=MEASURES)
    words.add_argument("--games", type=int)
    given = words.parse_args()
    measure, usual = MEASURES[given.game]
    measure(given.games or usual)


if __name__ == "__main__":
    main()
