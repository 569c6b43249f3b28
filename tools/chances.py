"""Measures how often Croisements is won from each outlook: `python -m tools.chances --games 400`.

Games begin with some moves of the beginner bot, so that all outlooks occur, and continue between
two strong bots. The results of players with the same outlook are added up, once per game and
outlook, and written to `chances.toml`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ludotheque import load
from ludotheque.core.player import settle
from ludotheque.games.croisements import teacher
from ludotheque.games.croisements.bots import outlook

WEAK, STRONG = "beginner", "strong"
MOST_WEAK = 16


def seen(spec: str, seed: int) -> Iterator[tuple[int, float]]:
    """Yields the steps of outlook met in one game, each with the result of the player to move."""
    kit, rng = load(spec), Random(f"chances {spec} {seed}")
    game, state = kit.round, settle(kit.round, kit.round.initial(seed % 2), rng)
    weak, met = rng.randrange(MOST_WEAK), []
    while (end := game.outcome(state)) is None:
        seat = game.turn(state)
        assert seat is not None
        if state.turns:
            step = round(outlook(state, seat) / teacher.STEP_ROWS)
            met.append((seat, max(-teacher.MOST_STEPS, min(teacher.MOST_STEPS, step))))
        level = WEAK if state.turns < weak else STRONG
        state = game.apply(state, kit.bots[level].choose(game, state, rng))
    for seat, step in sorted(set(met)):
        yield step, (1 + end.returns[seat]) / 2


def main() -> None:
    """Plays the games in both languages and writes the file."""
    words = argparse.ArgumentParser()
    words.add_argument("--games", type=int, default=400)
    games, times, won = words.parse_args().games, Counter[int](), Counter[int]()
    for seed in range(games):
        for step, share in seen(
            "croisements" if seed % 4 < 2 else "croisements(language=en)", seed
        ):
            times[step] += 1
            won[step] += int(2 * share)
    lines = [f"{step} = [{times[step]}, {won[step] / 2:g}]" for step in sorted(times)]
    head = f"# {games} games: by step of outlook, positions met and won: python -m tools.chances"
    Path(str(teacher.FILE)).write_text("\n".join([head, *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
