"""Random games and actions a second, with the plain rules and with the kernels."""

from __future__ import annotations

from random import Random

import numpy as np

from benchmarks.anchors import compiled_redline, open_spiel, petting_zoo
from benchmarks.measuring import Row, best, once, seconds
from benchmarks.random_kernels import play_games, table_of
from benchmarks.random_kernels import random_games as many_of_plus4
from ludotheque import load
from ludotheque.core.estimate import share
from ludotheque.core.game import Game
from ludotheque.core.player import draw
from ludotheque.games.plus4.kernel import form_of
from ludotheque.games.plus4.rules import Plus4
from ludotheque.games.redline.rules import Redline, RedlineOptions
from ludotheque.kernels.chance import seeded
from ludotheque.play.stats import random_games

SPECS = (
    "babylone", "croisements", "plus4", "plus4(mode=endless)", "plus4(mode=rounds)", "redline",
    "redline(players=6)",
)  # fmt: skip
GAMES = 400_000


def random_round(game: Game, rng: Random) -> int:  # type: ignore[type-arg]
    """Plays a round at random; returns how many actions it took, including those of chance."""
    state, taken = game.initial(), 0
    while actions := game.actions(state):
        action = draw(game, state, rng) if game.turn(state) is None else rng.choice(actions)
        state = game.apply(state, action)
        taken += 1
    return taken


def plain(spec: str) -> tuple[Row, Row]:
    """Returns games and actions a second with the plain rules."""
    game, rng, lengths = load(spec).round.rules, Random(1), list[int]()
    random_round(game, rng)
    each = seconds(lambda: lengths.append(random_round(game, rng)))
    length = sum(lengths) / len(lengths)
    return (
        Row(f"{spec}, plain rules", 1 / each, "games/s"),
        Row(f"{spec}, plain rules", length / each, "actions/s"),
    )


def by_kernel(spec: str, length: float) -> tuple[Row, Row] | None:
    """Returns the same with the kernel, if any; `length` is the mean number of actions."""
    game = load(spec).round.rules
    if isinstance(game, Redline):
        table, wins = table_of(game.options), np.zeros(game.seats, np.int64)
        play_games(table, 10, seeded(1), wins)
        played = GAMES // game.seats
        games = best(lambda: played / once(lambda: play_games(table, played, seeded(1), wins))[0])
    elif isinstance(game, Plus4):
        given = GAMES, seeded(1), game.enough, form_of(game), game.options.third_time_draws
        length = many_of_plus4(*given)[3] / GAMES
        games = best(lambda: GAMES / once(lambda: many_of_plus4(*given))[0])
    else:
        return None
    return (
        Row(f"{spec}, kernel", games, "games/s"),
        Row(f"{spec}, kernel", games * length, "actions/s"),
    )


def beside_cpp(spec: str) -> list[Row]:
    """Measures the kernel and the C++ program in turn, so that conditions are the same."""
    found = []
    for flags in ("-O3", "-O3 -march=native"):
        with compiled_redline(flags) as measure:
            if measure is None:
                return []
            pairs = [(by_kernel(spec, 0.0), measure(GAMES)) for _ in range(3)]
        kernel = max(rows[0].figure for rows, _ in pairs if rows is not None)
        compiled = Row(f"{spec}, g++ {flags}", max(other for _, other in pairs), "games/s")
        found += [compiled, Row(f"{spec}, kernel again", kernel, "games/s").against(compiled)]
    return found


def shares() -> list[Row]:
    """Returns how many random games of Redline the first player wins, with 95 % intervals."""
    wins = np.zeros(2, np.int64)
    play_games(table_of(RedlineOptions()), GAMES, seeded(1), wins)
    found = {
        f"kernel, {GAMES:,} games": share(int(wins[0]), GAMES),
        "plain rules, 1,000 games": random_games(load("redline"), 1000, Random(1)).wins[0],
    }
    return [
        Row(f"{how} ({100 * est.low:.2f} to {100 * est.high:.2f})", 100 * est.value, "%")
        for how, est in found.items()
    ]


def rows() -> dict[str, list[Row]]:
    """Compares games a second with plain rules and C++, actions a second with other libraries."""
    others = [*open_spiel(), *petting_zoo()]
    games, actions = list[Row](), list[Row](others)
    for spec in SPECS:
        slow = plain(spec)
        games.append(slow[0])
        actions.append(slow[1].against(others[1]) if len(others) > 1 else slow[1])
        fast = by_kernel(spec, slow[1].figure / slow[0].figure)
        if fast is not None:
            games.append(fast[0].against(slow[0]))
            actions.append(fast[1].against(others[0]) if others else fast[1])
        if spec == "redline":
            games += beside_cpp(spec)
    return {
        "Random games": games,
        "Random actions": actions,
        "Wins of the first player in random games of Redline": shares(),
    }
