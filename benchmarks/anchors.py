"""Other libraries with a game of similar size, connect four, measured in the same run.

OpenSpiel, C++ alone: a search of one simulation whose leaf is evaluated by many random games, all
in C++ (`MCTSBot` with `RandomRolloutEvaluator`). From Python: the same games in a loop over its
API. PettingZoo: its `connect_four_v3`, one random legal action after the other. These figures are
left out if the `bench` extra is not installed.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random

from benchmarks.measuring import Row, best, once, seconds

SOURCE = Path(__file__).with_name("redline.cpp")
ROLLOUTS = 60_000


def open_spiel() -> list[Row]:
    """Returns the actions a second of OpenSpiel in random games, if it is installed."""
    if find_spec("pyspiel") is None:
        return []
    import pyspiel  # noqa: PLC0415

    game, rng = pyspiel.load_game("connect_four"), Random(1)
    lengths: list[int] = []

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lengths.append(state.move_number())

    each = seconds(play, 2.0)
    length = sum(lengths) / len(lengths)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    alone = best(lambda: ROLLOUTS / once(lambda: bot.step(game.new_initial_state()))[0])
    return [
        Row("OpenSpiel connect_four, C++ alone", alone * length, "actions/s"),
        Row("OpenSpiel connect_four, Python loop", length / each, "actions/s"),
    ]


def petting_zoo() -> list[Row]:
    """Returns the actions a second of PettingZoo in random games, if it is installed."""
    if find_spec("pettingzoo") is None or find_spec("pygame") is None:
        return []
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415

    environment, rng, lengths = connect_four_v3.env(), Random(1), list[int]()

    def play() -> None:
        environment.reset(seed=1)
        lengths.append(-2)  # each player takes one empty step after the end
        for _ in environment.agent_iter():
            observed, _, ended, cut, _ = environment.last()
            legal = observed["action_mask"].nonzero()[0]
            environment.step(None if ended or cut else int(rng.choice(legal)))
            lengths[-1] += 1

    each = seconds(play, 2.0)
    length = sum(lengths) / len(lengths)
    return [Row("PettingZoo connect_four_v3", length / each, "actions/s")]


@contextmanager
def compiled_redline(flags: str) -> Iterator[Callable[[int], float] | None]:
    """Builds the same method in C++; yields a function for its games a second, None if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "redline")
        try:
            subprocess.run(["g++", *flags.split(), "-o", program, str(SOURCE)], check=True)
        except (OSError, subprocess.SubprocessError):
            yield None
            return

        def measure(games: int) -> float:
            command = [program, str(games), "1"]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            return float(done.stdout.split()[0])

        yield measure
