"""Painters draw the positions of a game, as seen from a viewpoint."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from operator import is_
from typing import Generic, Literal, NamedTuple, TypeVar, TypeVarTuple

from ludotheque.core.game import A, Game, Outcome, S, Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene.areas import Area, Palette, Part, Scene
from ludotheque.core.scene.emblems import SEAT_EMBLEMS, SEAT_PALETTE, SEAT_SYMBOLS, Emblem
from ludotheque.core.scene.gestures import Family, Gesture, gestures_of
from ludotheque.core.scene.shapes import Symbols
from ludotheque.core.texts import Outlook, Prompt, Steps, Texts

_Asked = TypeVarTuple("_Asked")
_Owner = TypeVar("_Owner")
_Made = TypeVar("_Made")

Plays = Literal["press", "mouse", "button"]


class Viewpoint(NamedTuple, Generic[S, A]):
    """Who looks at a position, with which texts, and what happened just before.

    `seat` is None for an onlooker, who sees the gestures of the player to move. `after` is the
    previous state and the action that led here, so that parts that moved know where they were.
    `refused` is an action that was refused, shown crossed out. `standing` is the points of each
    seat from earlier rounds, if any. Without `offers`, the scene has no gestures, no ghosts and no
    prompt for the player to move, and legal actions are not computed. `own` says that the viewer
    has only this seat and can be called "you"; on a shared screen it is false.
    """

    words: Texts
    seat: Seat | None = None
    after: tuple[S, A] | None = None
    refused: A | None = None
    standing: tuple[int, ...] = ()
    offers: bool = True
    own: bool = False


class Painter(ABC, Generic[S, A]):
    """Draws and describes the positions of one game under one set of options.

    `plays` says what plays a move after it is shown: the last press of the gesture, the last press
    if it is made with a mouse, or only the button below the board.
    """

    plays: Plays = "button"

    @abstractmethod
    def scene(self, state: S, viewpoint: Viewpoint[S, A]) -> Scene:
        """The position as seen from that viewpoint."""

    @abstractmethod
    def offers(self, state: S, seat: Seat | None) -> tuple[Family, ...]:
        """The gestures of that seat (None: the player to move), as in `scene`, without drawing."""

    def gestures(self, state: S, seat: Seat | None) -> tuple[Gesture, ...]:
        """The gestures of `offers`, one by one."""
        return gestures_of(self.offers(state, seat))

    @abstractmethod
    def prompt(self, state: S, seat: Seat | None, words: Texts) -> Prompt:
        """What that seat has to do now (None: the player to move), not just that it is its turn.

        For a waiting seat, most games return `NO_PROMPT`; the table says who is to move.
        """

    @abstractmethod
    def steps(self, state: S, words: Texts) -> Steps:
        """What to do at each step of a gesture; the same object while the texts are the same."""

    def outlook(self, state: S, presses: Sequence[str], words: Texts) -> Outlook | None:
        """What a complete gesture would lead to, shown before it is played, or None."""
        del state, presses, words
        return None

    def verdict(self, state: S, action: A, seat: Seat, words: Texts) -> str:
        """A comment on an action for that seat, usually the one that took it; may be empty."""
        del state, action, seat, words
        return ""

    def points(self, state: S) -> tuple[int, ...] | None:
        """The current points of each seat; None if there are none before the end."""
        del state
        return None

    @abstractmethod
    def emblems(self, state: S) -> tuple[Emblem, ...]:
        """The emblem of each seat: one of its pieces, if it has any.

        The symbols must be among those of every scene. This is called at every move, so the result
        should be made only once.
        """

    @abstractmethod
    def tell(self, state: S, action: A, words: Texts) -> str:
        """A sentence on what the action does; empty if that of a later action covers it."""

    @abstractmethod
    def instruct(self, state: S, action: A, words: Texts) -> str:
        """How to take that action, said to the player to move."""

    @abstractmethod
    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """The legal action that these presses make, or the reason why they make none.

        None if more presses or typing must follow.
        """


class LastMade(Generic[*_Asked, _Made]):
    """Caches the last results of a function, by the identity of its arguments.

    The scenes of a state are drawn one after another, so what all seats share is made only once.
    Unlike `bounded_cache`, this neither hashes nor compares arguments, because states are slow to
    hash. Threads that interfere may compute a result twice, but never get a wrong one.
    """

    def __init__(self, make: Callable[[*_Asked], _Made], most: int = 1) -> None:
        """Keeps the last `most` results."""
        self._make = make
        self._most = most
        self._last: tuple[tuple[tuple[object, ...], _Made], ...] = ()

    def __call__(self, *asked: *_Asked) -> _Made:
        """The result for these arguments, from the cache if they are the same objects."""
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
    """Decorates a method of a painter so that it caches its last result, like `LastMade`.

    The painter itself holds the cache. A `LastMade` of a bound method would refer back to the
    painter, so that kits would stay in memory until the next garbage collection of cycles.
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
    """A painter of one round, which computes the turn and the actions once for each state."""

    palette: Palette = SEAT_PALETTE
    symbols: Symbols = SEAT_SYMBOLS

    def __init__(self, game: Game[S, A]) -> None:
        self.game = game
        self.turn = LastMade(game.turn)
        self.actions = LastMade(game.actions)

    def emblems(self, state: S) -> tuple[Emblem, ...]:
        """A sign and a colour for each seat, for players without pieces of their own."""
        del state
        return SEAT_EMBLEMS[: self.game.seats]

    def allowed(self, state: S, seat: Seat | None) -> Sequence[A]:
        """The actions of that seat (None: the player to move); empty out of turn and for chance."""
        return self.actions(state) if self._acts(state, seat) else ()

    def status(self, state: S, words: Texts) -> str:
        """Whose turn it is, or how it ended."""
        end, turn = self.game.outcome(state), self.turn(state)
        if end is not None:
            return result(end, words)
        return "" if turn is None else words("to_move", seat=words.seat(turn))

    def _acts(self, state: S, seat: Seat | None) -> bool:
        """Whether that seat (None: the player to move) is to act; false when chance acts."""
        turn = self.turn(state)
        return turn is not None and seat in (None, turn)

    def _pictured(
        self,
        state: S,
        viewpoint: Viewpoint[S, A],
        status: str,
        *areas: Area,
        ghosts: Mapping[str, Part] | None = None,
    ) -> Scene:
        """The scene with these areas, and with gestures and a prompt if these are wanted."""
        words = viewpoint.words
        offers = self.offers(state, viewpoint.seat) if viewpoint.offers else ()
        heading = words("title"), status, words.lang
        return Scene(*heading, areas, offers, self.symbols, self.palette, ghosts=ghosts or {})


def judged(game: Game[S, A], state: S, action: A) -> A | Reason:
    """The action if the rules allow it, otherwise the reason why not."""
    return game.refusal(state, action) or action


def result(end: Outcome, words: Texts) -> str:
    """A sentence that says which of two players won, or that it is a draw."""
    return words("won", seat=words.seat(end.winners[0])) if end.winners else words("drawn")
