"""What draws the positions of a game, and what a drawing depends on besides the position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import wraps
from operator import is_
from typing import Generic, Literal, NamedTuple, TypeVar, TypeVarTuple

from ludotheque.core.game import A, Game, Outcome, S, Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene.areas import Scene
from ludotheque.core.scene.emblems import SEAT_EMBLEMS, Emblem
from ludotheque.core.scene.gestures import Family, Gesture, gestures_of
from ludotheque.core.texts import Outlook, Prompt, Steps, Texts

_Asked = TypeVarTuple("_Asked")
_Owner = TypeVar("_Owner")
_Made = TypeVar("_Made")

Plays = Literal["press", "mouse", "button"]


class Viewpoint(NamedTuple, Generic[S, A]):
    """Who looks at a position, in which words, and what happened just before.

    `seat` is None for an onlooker, who is shown the gestures of the player to move. `after` is the
    state before and the action that led here, so that what moved says where it was; `refused` is
    an action that was tried in vain, shown crossed out; `standing` is the points of each seat from
    the rounds before, if there were any. `offers` says whether what the seat can do is wanted:
    without it there are no gestures, no ghosts and no prompt for the player to move, and no legal
    actions are looked for. `own` says that the seat is the only one of whoever looks, who can be
    called "you"; on a shared screen it is not.
    """

    words: Texts
    seat: Seat | None = None
    after: tuple[S, A] | None = None
    refused: A | None = None
    standing: tuple[int, ...] = ()
    offers: bool = True
    own: bool = False


class Painter(ABC, Generic[S, A]):
    """Describes the positions of one game under one set of options.

    `plays` says which press makes a move, and not only shows it: the last one of a gesture, the
    last one if it is made with a mouse, or only the button below the board.
    """

    plays: Plays = "button"

    @abstractmethod
    def scene(self, state: S, viewpoint: Viewpoint[S, A]) -> Scene:
        """The position as it looks from there."""

    @abstractmethod
    def offers(self, state: S, seat: Seat | None) -> tuple[Family, ...]:
        """What that seat can do, as `scene` offers it, without anything being drawn."""

    def gestures(self, state: S, seat: Seat | None) -> tuple[Gesture, ...]:
        """The same one by one."""
        return gestures_of(self.offers(state, seat))

    @abstractmethod
    def prompt(self, state: S, seat: Seat | None, words: Texts) -> Prompt:
        """What that seat is to do now (None: the player to move), never just that it is its turn.

        To a seat that waits most games say nothing, and the table says for whom.
        """

    @abstractmethod
    def steps(self, state: S, words: Texts) -> Steps:
        """What to do at each step of a gesture: the same object while the texts are the same."""

    def outlook(self, state: S, presses: Sequence[str], words: Texts) -> Outlook | None:
        """What presses that are a whole gesture would bring about, said before it is played."""
        del state, presses, words
        return None

    def verdict(self, state: S, action: A, seat: Seat, words: Texts) -> str:
        """What came of an action for that seat, which mostly is the one that took it."""
        del state, action, seat, words
        return ""

    def points(self, state: S) -> tuple[int, ...] | None:
        """The points of each seat as they stand; None where there are none before the end."""
        del state
        return None

    @abstractmethod
    def emblems(self, state: S) -> tuple[Emblem, ...]:
        """What stands for the player of each seat: one of their pieces, if they have any.

        The symbols are among those of every scene. Asked at every move, so made once.
        """

    @abstractmethod
    def tell(self, state: S, action: A, words: Texts) -> str:
        """What the action does in this state, in a sentence; none if a later one tells it too."""

    @abstractmethod
    def instruct(self, state: S, action: A, words: Texts) -> str:
        """How to take that action, said to the player to move."""

    @abstractmethod
    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """The legal action that these presses make, why they make none, or None if they go on.

        Presses that are followed by typing go on.
        """


class LastMade(Generic[*_Asked, _Made]):
    """A function that returns again what it made last, if it is asked for the same objects.

    The scenes of a state are drawn one after the other, so what all seats share is made once.
    Nothing is hashed, as `bounded_cache` would, and nothing compared: states are slow to hash.
    Threads that get into each other's way make a thing twice, and never get the wrong one.
    """

    def __init__(self, make: Callable[[*_Asked], _Made], most: int = 1) -> None:
        """Returns each of the last `most` again."""
        self._make = make
        self._most = most
        self._last: tuple[tuple[tuple[object, ...], _Made], ...] = ()

    def __call__(self, *asked: *_Asked) -> _Made:
        """What the function makes of these values; the same ones are the same objects."""
        last = self._last
        for known, made in last:
            if all(map(is_, known, asked)):
                return made
        made = self._make(*asked)
        self._last = ((asked, made), *last[: self._most - 1])
        return made


def last_made(
    make: Callable[[_Owner, *_Asked], _Made],
) -> Callable[[_Owner, *_Asked], _Made]:
    """The same for a method of a painter, which keeps what it made last itself.

    A `LastMade` of the painter's own method would refer back to it; each kit, with what it drew
    last, would then stay in memory until the next search for cycles.
    """
    name = f"_last{make.__name__}"

    @wraps(make)
    def again(self: _Owner, *asked: *_Asked) -> _Made:
        last: tuple[tuple[object, ...], _Made] | None = self.__dict__.get(name)
        if last is not None and all(map(is_, last[0], asked)):
            return last[1]
        made = make(self, *asked)
        self.__dict__[name] = asked, made
        return made

    return again


class RoundPainter(Painter[S, A]):
    """A painter of one round, which asks its rules only once for each state what all seats need."""

    def __init__(self, game: Game[S, A]) -> None:
        self.game = game
        self.turn = LastMade(game.turn)
        self.actions = LastMade(game.actions)

    def emblems(self, state: S) -> tuple[Emblem, ...]:
        """A sign and a colour for each seat, for players without pieces of their own."""
        del state
        return SEAT_EMBLEMS[: self.game.seats]

    def allowed(self, state: S, seat: Seat | None) -> Sequence[A]:
        """The actions that this seat may take now: none out of turn, none of chance."""
        turn = self.turn(state)
        return () if turn is None or seat not in (None, turn) else self.actions(state)


def judged(game: Game[S, A], state: S, action: A) -> A | Reason:
    """The action if the rules allow it, otherwise why not."""
    return game.refusal(state, action) or action


def result(end: Outcome, words: Texts) -> str:
    """Which of two players won, or that it is a draw."""
    return words("won", seat=words.seat(end.winners[0])) if end.winners else words("drawn")
