"""Work that runs apart from a table: a bot's move, a hint, the worth of a decision.

It consists of texts and numbers, so that it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from ludotheque.core.caching import cache_of_large
from ludotheque.core.player import Prepared
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import AnyKit, load_stored
from ludotheque.play.hints import Hint, advice, hints
from ludotheque.play.levels import chosen
from ludotheque.play.review import Comparison, Decision, compare, understand

T_co = TypeVar("T_co", covariant=True)
_KITS_WITH_TEACHERS = 4  # few, since what a teacher loads may be large

HintSteps = tuple[Hint, Hint, Hint]


class Work(Protocol[T_co]):
    """Something to compute, which can be sent to another process; so can its result."""

    def run(self, begins: Callable[[], None]) -> T_co:
        """The answer; calls `begins` once everything is loaded and the thinking starts."""


@dataclass(frozen=True, slots=True)
class BotMove:
    """The work of choosing a bot's action: game, position, bot, and its random seed."""

    spec: str
    state: str
    bot: str
    seed: int

    def run(self, begins: Callable[[], None]) -> str:
        """The action of the bot, as text."""
        kit = load_stored(self.spec)
        state = kit.game.notation.read_state(self.state)
        player = kit.bots[self.bot]
        if isinstance(player, Prepared):
            player.prepare()
        begins()
        action = chosen(kit, self.bot, state, Random(self.seed))
        return kit.game.notation.write_action(action)


@dataclass(frozen=True, slots=True)
class AdviceWork:
    """The work of finding a hint: its three steps, in every language.

    `names` holds the names of the seats for each of `LANGUAGES`, since those of bots differ.
    """

    spec: str
    state: str
    names: tuple[tuple[str, ...], ...]

    def run(self, begins: Callable[[], None]) -> dict[str, HintSteps]:
        """The steps towards the action that the teacher would take, by language."""
        kit = teaching_kit(self.spec)
        position = kit.game.notation.read_state(self.state)
        begins()
        action = advice(kit, position)
        return {
            lang: hints(kit, position, action, lang, names)
            for lang, names in zip(LANGUAGES, self.names, strict=True)
        }


@dataclass(frozen=True, slots=True)
class DecisionWork:
    """The work of reviewing a decision: game, position, action, and how many actions before it."""

    spec: str
    state: str
    action: str
    number: int

    @classmethod
    def of(cls, kit: AnyKit, state: Any, action: Any, number: int) -> DecisionWork:
        """The work for a decision that was taken in that state."""
        notation = kit.game.notation
        texts = notation.write_state(state), notation.write_action(action)
        return cls(kit.full_spec, *texts, number)

    def run(self, begins: Callable[[], None]) -> Decision:
        """The decision as the teacher judges it."""
        kit = teaching_kit(self.spec)
        notation = kit.game.notation
        state, action = notation.read_state(self.state), notation.read_action(self.action)
        begins()
        return understand(kit, state, action, self.number)


@dataclass(frozen=True, slots=True)
class ComparisonWork:
    """The work of comparing an action with the one that was played in a position."""

    spec: str
    state: str
    played: str
    action: str

    @classmethod
    def of(cls, kit: AnyKit, state: Any, played: Any, action: Any) -> ComparisonWork:
        """The work for two actions in that state."""
        notation = kit.game.notation
        texts = map(notation.write_action, (played, action))
        return cls(kit.full_spec, notation.write_state(state), *texts)

    def run(self, begins: Callable[[], None]) -> Comparison:
        """What the teacher says of the action."""
        kit = teaching_kit(self.spec)
        notation = kit.game.notation
        state = notation.read_state(self.state)
        played, action = map(notation.read_action, (self.played, self.action))
        begins()
        return compare(kit, state, played, action)


@cache_of_large(_KITS_WITH_TEACHERS)
def teaching_kit(spec: str) -> AnyKit:
    """The kit of a spec, with its teacher loaded; both are cached."""
    kit = load_stored(spec)
    _ = kit.teacher
    return kit
