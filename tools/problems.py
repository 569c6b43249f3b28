"""Finds positions with one right answer, and writes them into `problems.toml` of their game.

    python -m tools.problems plus4
    python -m tools.problems plus4 --explain    # keeps the problems

Games are played at random or by bots, and positions that qualify by proved values are kept. The
level of a problem is the easiest bot that finds the answer every time or, in Croisements, that
knows a word for it. Explanations of wrong answers are added (`tools/faults.py`). Everything follows
from the seed. The problems are in the order of the days on which they appear.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ludotheque import load
from ludotheque.core.lesson import Problem
from ludotheque.core.player import settle
from ludotheque.core.series import SeriesState, on_table
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import AnyKit, names
from ludotheque.games.babylone.solver import canonical
from ludotheque.games.croisements.bots import WordPlayer
from ludotheque.games.croisements.state import Announce
from ludotheque.games.redline.rules import Place
from ludotheque.games.redline.solver import Solver as RedlineSolver
from tools.faults import explained, jump

SEED = 1
ASKED_TIMES = 3  # a bot that finds an answer by luck rarely does so three times
FEWEST_CHOICES = 4  # among fewer actions the right one is soon guessed
LEAST_LETTERS, MOST_LETTERS = 4, 7  # of a crossing that needs thought and has a common word
LEAST_JUMP_SQUARES = 3  # shorter ones are hardly ever the only longest one
SOLVED_POSITIONS = 20_000  # at most for a Redline endgame, which takes some 20 ms
MOST_HELD_TILES = 7  # with more, hardly any endgame is solved within that limit
ENDINGS = 12  # played from a position, since it takes longer to reach one than to end it

Found = Iterator[Problem]


class Kind(NamedTuple):
    """How the problems of a game are found: who plays, what qualifies, how many of each sort.

    Of the positions for which `same` returns the same value, only the first is examined.
    """

    player: str
    look: Callable[[AnyKit, Any], Found]
    wanted: Mapping[str, int]
    same: Callable[[Any], Any]


def positions(kit: AnyKit, player: str, rng: Random) -> Iterator[Any]:
    """Yields positions with the first seat to move, of game after game, without their history."""
    while True:
        state = settle(kit.game, kit.game.initial(), rng)
        while (seat := kit.game.turn(state)) is not None:
            board = on_table(state)
            if seat == 0 and board is not None:
                yield without_past(board)
            action = kit.bots[player].choose(kit.game, state, rng)
            state = settle(kit.game, kit.game.apply(state, action), rng)


def without_past(board: Any) -> Any:
    """Returns the position without the record of earlier positions, if it has one."""
    if not hasattr(board, "once"):
        return board
    return replace(board, once=frozenset(), twice=frozenset())


def pushes(kit: AnyKit, state: Any) -> Found:
    """Plus 4: a win in which every push is the only quickest one, or a draw with only one push."""
    assert kit.solver is not None
    found = kit.solver.analyse(state)
    if found.verdict.share == 1:
        line = _winning_line(kit, state)
        moves = (len(line) + 1) // 2
        yield _problem(kit, "win", state, line, n=moves)
    elif found.verdict.share == 0.5 and len(found.keeping) == 1:
        line = [kit.round.notation.write_action(found.keeping[0])]
        yield _problem(kit, "draw", state, line)


def _winning_line(kit: AnyKit, state: Any) -> list[str]:
    """Returns the best pushes of both sides to the end; empty if the winner has a choice."""
    line: list[str] = []
    while kit.round.outcome(state) is None:
        assert kit.solver is not None
        best = kit.solver.analyse(state).best
        if len(best) > 1 and len(line) % 2 == 0:
            return []
        line.append(kit.round.notation.write_action(best[0]))
        state = kit.round.apply(state, best[0])
    return line


def stacks(kit: AnyKit, state: Any) -> Found:
    """Babylone: the only winning move among many, where equivalent moves count as one."""
    assert kit.solver is not None
    found = kit.solver.analyse(state)
    after = {move: canonical(kit.round.apply(state, move)) for move, _ in found.actions}
    alike = {after[move] for move in found.best}
    few = len(found.best) * FEWEST_CHOICES <= len(found.actions)
    if found.verdict.share == 1 and len(alike) == 1 and few:
        line = "|".join(map(kit.round.notation.write_action, found.best))
        yield _problem(kit, "only", state, [line])


def placements(kit: AnyKit, state: Any) -> Found:
    """Redline: the only placement that wins whatever is drawn, in the position or a later one."""
    if sum(map(len, state.hands)) > MOST_HELD_TILES or not state.board.tiles:
        return
    for board in {state: None, **dict.fromkeys(_following(kit, state))}:
        action = _only_winner(kit, board)
        if action is not None:
            line = [kit.round.notation.write_action(action)]
            yield graded(kit, _problem(kit, "placement", board, line))
            return


def _following(kit: AnyKit, state: Any) -> Iterator[Any]:
    """Yields positions with the first seat to move that random play reaches from a position."""
    rng = Random(kit.round.notation.write_state(state))
    for _ in range(ENDINGS):
        board = state
        while (seat := kit.round.turn(board)) is not None:
            if seat == 0 and board != state:
                yield board
            taken = kit.round.apply(board, rng.choice(kit.round.actions(board)))
            board = settle(kit.round, taken, rng)


def _only_winner(kit: AnyKit, state: Any) -> Any:
    """Returns the only placement that is proved to win, or None if there is none or no choice.

    The position is written and read first, because the effort of the proof depends on the order of
    the tiles.
    """
    state = kit.round.notation.read_state(kit.round.notation.write_state(state))
    actions = kit.round.actions(state)
    if len(actions) < FEWEST_CHOICES or not isinstance(actions[0], Place):
        return None
    after = [kit.round.apply(state, action) for action in actions]
    chances = _endgames(kit.options).exact(after) or []
    return actions[chances.index(1)] if chances.count(1) == 1 else None


@cache
def _endgames(options: Any) -> RedlineSolver:
    """Returns a solver that gives up soon."""
    return RedlineSolver(options, SOLVED_POSITIONS)


def crossings(kit: AnyKit, state: Any) -> Found:
    """Croisements: crossings that need several letters, and the only longest jump."""
    moves = [each for each in kit.round.actions(state) if isinstance(each, Announce)]
    yield from _word(kit, state, [each for each in moves if _level(kit, each.word)])
    longest = max(map(jump, moves), default=0)
    far = [move for move in moves if jump(move) == longest]
    if longest >= LEAST_JUMP_SQUARES and len({each.crossing[:2] for each in far}) == 1:
        rules: Any = kit.round.rules
        best = max(far, key=lambda move: rules.words.frequency(move.word))
        if _level(kit, best.word):
            line = f"{best.crossing.pawn}-{best.crossing.square}/*"
            yield _worded(kit, "jump", state, line, best)


def _word(kit: AnyKit, state: Any, known: Sequence[Announce]) -> Found:
    """Yields for each level the longest crossing with a word that no easier level knows."""
    rules: Any = kit.round.rules
    owed = {move: len(rules.owed(state, move.crossing)) for move in known}
    fitting = [move for move in known if LEAST_LETTERS <= owed[move] <= MOST_LETTERS]
    for move in {_level(kit, m.word): m for m in sorted(fitting, key=owed.__getitem__)}.values():
        pawn, square, support = map(str, move.crossing)
        values = {"pawn": pawn, "square": square, "support": support}
        line = f"{pawn}-{square}/{support} *"
        yield _worded(kit, "word", state, line, move, **values)


def _level(kit: AnyKit, word: str) -> str:
    """Returns the easiest bot that knows the word, or an empty string."""
    able = (name for name, bot in kit.bots.items() if _knows(bot, word))
    return next(able, "")


def _knows(bot: Any, word: str) -> bool:
    return isinstance(bot, WordPlayer) and bot.says(word)


def _worded(
    kit: AnyKit, name: str, state: Any, line: str, move: Announce, **values: str
) -> Problem:
    found = _problem(kit, name, state, [line], **values)
    example = kit.round.notation.write_action(move)
    return replace(found, example=example, level=_level(kit, move.word))


def _problem(kit: AnyKit, name: str, state: Any, line: list[str], **values: str | int) -> Problem:
    text = kit.round.notation.write_state(state)
    return Problem(name, text, line=tuple(line), values=values)


def graded(kit: AnyKit, problem: Problem) -> Problem:
    """Returns the problem with the easiest level that solves it, or else the strongest."""
    levels = list(kit.bots)[1:]  # the first moves at random
    able = (level for level in levels if _finds(kit, level, problem))
    return problem if problem.level else replace(problem, level=next(able, levels[-1]))


def _finds(kit: AnyKit, level: str, problem: Problem) -> bool:
    """Whether a bot takes the right action at every step, each of `ASKED_TIMES` times."""
    game, state = kit.round, kit.round.notation.read_state(problem.state)
    for step in range(0, len(problem.line), 2):
        for seed in range(ASKED_TIMES):
            asked = SeriesState((), 0, None, state)
            action = kit.bots[level].choose(kit.game, asked, Random(seed))
            if not problem.wants(game.notation.write_action(action), step // 2):
                return False
        for text in problem.line[step : step + 2]:
            taken = game.notation.read_action(text.partition("|")[0])
            state = settle(game, game.apply(state, taken), Random(SEED))
    return True


KINDS = {
    "plus4": Kind(
        "random",
        pushes,
        {"win 2": 30, "win 3": 40, "win 4": 20, "win 5": 10, "draw": 30},
        lambda state: min(state.columns, state.columns[::-1]),
    ),
    "babylone": Kind("random", stacks, {"only": 110}, canonical),
    "redline": Kind(
        "random",
        placements,
        {
            **{"placement beginner": 12, "placement casual": 24, "placement regular": 24},
            **{"placement strong": 22, "placement expert": 12, "placement champion": 12},
        },
        lambda state: state,
    ),
    "croisements": Kind(
        "strong",
        crossings,
        {
            **{"word casual": 12, "word regular": 20, "word strong": 20, "word expert": 20},
            **{"jump strong": 4, "jump expert": 26},
        },
        lambda state: state,
    ),
}


def mined(kit: AnyKit, kind: Kind) -> list[Problem]:
    """Finds problems until there are enough of every sort; returns them shuffled."""
    rng, missing, kept = Random(SEED), Counter(kind.wanted), list[Problem]()
    looked_at = set[Any]()
    for state in positions(kit, kind.player, rng):
        found = [] if kind.same(state) in looked_at else kind.look(kit, state)
        looked_at.add(kind.same(state))
        names = set[str]()  # one problem of each name for a position
        for problem in found:
            known = any(problem.state == each.state for each in kept if each.name == problem.name)
            if missing[sort_of(problem)] > 0 and problem.name not in names and not known:
                names.add(problem.name)
                missing[sort_of(problem)] -= 1
                kept.append(graded(kit, problem))
                print(f"{len(looked_at)} positions, still wanted: {dict(+missing)}", flush=True)
        if not +missing:
            break
    rng.shuffle(kept)
    return kept


def sort_of(problem: Problem) -> str:
    """Returns the sort of a problem: its name, and the number of moves or the level, if known."""
    return f"{problem.name} {problem.values.get('n', '') or problem.level}".strip()


def written(name: str, found: Mapping[str, Sequence[Problem]]) -> str:
    """Returns the text of the file: one list for all languages, or one for each."""
    head = f"# One problem a day (core/lesson.py), found by: python -m tools.problems {name}"
    lists = [f"{key} = [\n{''.join(map(_line, some))}]\n" for key, some in found.items()]
    return "\n".join([head, *lists, *([UNLISTED] if name == "croisements" else [])])


UNLISTED = """# A word that is not in the list is no answer, and no turn is lost.
[wrong]
"*?" = "unlisted"
"""


def _line(problem: Problem) -> str:
    """Returns a problem as an inline table of TOML, without empty values."""
    shown = ("name", "level", "state", "line", "faults", "values", "example")
    given = {key: getattr(problem, key) for key in shown if getattr(problem, key)}
    return f"  {_toml(given)},\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + " }"
        )
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(text: str) -> str:
    """Returns a key of TOML, in quotation marks if it needs them."""
    return text if re.fullmatch(r"[\w-]+", text, re.ASCII) else json.dumps(text)


def search(name: str, kept: bool) -> Mapping[str, Sequence[Problem]]:
    """Returns the problems of a game (by language in Croisements): new ones, or those kept."""
    worded = name == "croisements"
    kits = {lang: load(f"{name}(language={lang})") for lang in LANGUAGES} if worded else {}
    found = {}
    for lang, kit in (kits or {"problems": load(name)}).items():
        problems = kit.box.problems(lang) if kept else mined(kit, KINDS[name])
        found[lang] = [explained(kit, problem) for problem in problems]
    return found


def main() -> None:
    """Writes the file of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=names())
    parser.add_argument("--explain", action="store_true", help="keep the problems")
    given = parser.parse_args()
    name: str = given.game
    file = Path(str(files(f"ludotheque.games.{name}").joinpath("problems.toml")))
    file.write_text(written(name, search(name, given.explain)), "utf-8")


if __name__ == "__main__":
    main()
