"""Rules, notation and scenes of one game in one object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.notation import Notation
from ludotheque.core.reason import Reason
from ludotheque.core.scene import Gesture, Painter, Scene, Viewpoint
from ludotheque.core.texts import Prompt, texts

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _asks_rules(method: _Method) -> _Method:
    """Delegates a method of `Game` to `self.rules`."""
    name = method.__name__

    @wraps(method, updated=())  # the copied attributes would mark it as abstract
    def answered(self: Playable[Any, Any], *values: Any, **named: Any) -> Any:
        return getattr(self.rules, name)(*values, **named)

    return cast(_Method, answered)


class Playable(Game[S, A]):
    """A game that can be written, read and shown: its rules, notation and painter joined.

    Every method of `Game` is listed here and delegated to the rules; a test finds a missing one.
    """

    def __init__(
        self,
        rules: Game[S, A],
        notation: Notation[S, A],
        painter: Painter[S, A],
        package: str = "",
    ) -> None:
        """The scenes use the texts of `package`."""
        self.rules = rules
        self.notation = notation
        self.painter = painter
        self.package = package
        self.name = rules.name
        self.seats = rules.seats
        self.examples = rules.examples

    initial = _asks_rules(Game.initial)
    turn = _asks_rules(Game.turn)
    actions = _asks_rules(Game.actions)
    weights = _asks_rules(Game.weights)
    refusal = _asks_rules(Game.refusal)
    check = _asks_rules(Game.check)
    ruled = _asks_rules(Game.ruled)
    checked = _asks_rules(Game.checked)
    apply = _asks_rules(Game.apply)
    play = _asks_rules(Game.play)
    outcome = _asks_rules(Game.outcome)
    ends_turn = _asks_rules(Game.ends_turn)
    key = _asks_rules(Game.key)
    future = _asks_rules(Game.future)

    def scene(
        self,
        state: S,
        seat: Seat | None = None,
        lang: str = "fr",
        after: tuple[S, A] | None = None,
        refused: A | None = None,
    ) -> Scene:
        """The scene as that seat sees it; None is an onlooker."""
        words = texts(self.package, lang)
        return self.painter.scene(state, Viewpoint(words, seat, after, refused))

    def gestures(self, state: S, seat: Seat | None = None) -> tuple[Gesture, ...]:
        """The gestures of that seat, as in its scene; None is the player to move."""
        return self.painter.gestures(state, seat)

    def prompt(self, state: S, seat: Seat | None = None, lang: str = "fr") -> Prompt:
        """What that seat has to do now; None is the player to move."""
        return self.painter.prompt(state, seat, texts(self.package, lang))

    def tell(self, state: S, action: A, lang: str = "fr") -> str:
        """What the action does, in a sentence."""
        return self.painter.tell(state, action, texts(self.package, lang))

    def instruct(self, state: S, action: A, lang: str = "fr") -> str:
        """How to take that action, said to the player to move."""
        return self.painter.instruct(state, action, texts(self.package, lang))

    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """The legal action that these presses make, why they make none, or None if incomplete."""
        return self.painter.meaning(state, presses)
