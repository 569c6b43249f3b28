"""Numbers for games that do not implement them: labels found by playing, positions as texts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

from ludotheque.core.game import A, Game, S
from ludotheque.core.notation import Notation
from ludotheque.core.numbers.contract import Labeller, Numbers, one_of
from ludotheque.core.player import draw
from ludotheque.core.scene import GridPainter, Painter

TEXT_BYTES = 1024
"""How many bytes of a position's text are used; the texts of most games are far shorter."""
_FEW_POSITIONS = 5_000  # a game with no more is searched completely, to miss no label
_QUIET_POSITIONS = 10_000  # without a new label, after which the search ends: a second or so
_MOST_POSITIONS = 50_000  # for games that never run out of labels, such as those with words
_LONGEST_GAME = 1_000  # actions; a longer game only repeats itself
_SEED = 0  # fixed, so that every action always has the same number

StateAndActions = tuple[Any, Sequence[Any]]


class AnyNumbers(Numbers[S, A]):
    """Labels are the texts of all actions found by playing.

    A position on a grid holds for each cell a 1 at the kind of its piece, in the order of the cells
    and of `GridPainter.kinds`. Any other position is the UTF-8 text of it, padded with zero bytes.
    """

    def __init__(self, game: Game[S, A], notation: Notation[S, A], painter: Painter[S, A]) -> None:
        """Plays until no new actions are found."""
        super().__init__(notation)
        self.painter = painter
        self.labels, self.chance_labels = labels_met(game, notation.write_action)

    def vector(self, state: S) -> Iterator[int]:
        """The pieces by cell, or the bytes of the text."""
        if isinstance(self.painter, GridPainter):
            return _pieces(self.painter, state)
        text = self.notation.write_state(state).encode()[:TEXT_BYTES]
        return iter(text.ljust(TEXT_BYTES, b"\0"))


def _pieces(painter: GridPainter[Any, Any], state: Any) -> Iterator[int]:
    places = {sign: place for place, sign in enumerate(painter.kinds)}
    for sign in painter.pieces(state):
        yield from one_of(len(places), places.get(sign))


def labels_met(game: Game[Any, Any], write: Labeller) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts of the players' actions and those of chance, in the order in which they are found.

    All positions of a small game are searched. In any other, random games are played until they
    have shown nothing new for a while.
    """
    met: tuple[dict[Any, str], dict[Any, str]] = {}, {}
    quiet = 0
    for state, actions in _all_positions(game) or islice(_played(game), _MOST_POSITIONS):
        known = met[game.turn(state) is None]
        new = [action for action in actions if action not in known]
        known.update((action, write(action)) for action in new)
        quiet = 0 if new else quiet + 1
        if quiet == _QUIET_POSITIONS:
            break
    players, chance = (tuple(dict.fromkeys(labels.values())) for labels in met)
    return players, chance


def _all_positions(game: Game[Any, Any]) -> list[StateAndActions] | None:
    """Every position with its actions, breadth first; None if there are too many."""
    ahead = deque(game.initial(seat) for seat in range(game.seats))
    known, positions = set(map(game.future, ahead)), list[StateAndActions]()
    while ahead:
        state = ahead.popleft()
        actions = game.actions(state)
        positions.append((state, actions))
        for action in actions:
            after = game.apply(state, action)
            if (future := game.future(after)) not in known:
                known.add(future)
                ahead.append(after)
        if len(known) > _FEW_POSITIONS:
            return None
    return positions


def _played(game: Game[Any, Any]) -> Iterator[StateAndActions]:
    """The positions of random games with their actions; the seats take turns to begin."""
    rng = Random(_SEED)
    for first in cycle(range(game.seats)):
        yield from islice(_one_game(game, game.initial(first), rng), _LONGEST_GAME)


def _one_game(game: Game[Any, Any], state: Any, rng: Random) -> Iterator[StateAndActions]:
    while actions := game.actions(state):
        yield state, actions
        chance = game.turn(state) is None
        state = game.apply(state, draw(game, state, rng) if chance else rng.choice(actions))
