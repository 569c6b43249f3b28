"""The actions of a spec as numbers, each with a label that is the same in all positions.

For the players, the actions of the round come first, with the labels of `kit.numbers`, then the
choice of who begins. For chance, the lots come first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.core.numbers import Labeller
from ludotheque.core.series import NextBeginner, SeriesAction, SeriesState
from ludotheque.games import AnyKit


class Actions:
    """The numbers of the actions of a kit, separate for the players and for chance."""

    def __init__(self, kit: AnyKit) -> None:
        lot = "chooser" if _by_choice(kit) else "begin"
        seats = [f"{lot} {seat}" for seat in range(kit.game.seats)]
        choice = ("first", "second") if _by_choice(kit) else ()
        self.kit = kit
        self.labels: tuple[str, ...] = (*kit.numbers.labels, *choice)
        self.chance_labels: tuple[str, ...] = (*seats, *kit.numbers.chance_labels)
        self._numbers = {label: number for number, label in enumerate(self.labels)}
        self._chance_numbers = {label: number for number, label in enumerate(self.chance_labels)}

    def __len__(self) -> int:
        """The number of different actions of the players."""
        return len(self.labels)

    def legal(self, state: SeriesState[Any]) -> dict[int, Any]:
        """The actions of the player to move, or of chance, by number."""
        number = self._numbering(state)
        found = {number(action): action for action in self.kit.game.actions(state)}
        return dict(sorted(found.items()))

    def number(self, state: SeriesState[Any], action: Any) -> int:
        """The number of an action in that position; raises `ValueError` if it has none."""
        return self._numbering(state)(action)

    def _numbering(self, state: SeriesState[Any]) -> Callable[[Any], int]:
        """Returns the function that numbers the actions of that position, legal or not."""
        chance = self.kit.game.turn(state) is None
        numbers = self._chance_numbers if chance else self._numbers
        label = self._labeller(state)

        def number(action: Any) -> int:
            text = label(action)
            if text not in numbers:
                raise ValueError(f"{text} is no action of {self.kit.spec}")
            return numbers[text]

        return number

    def _labeller(self, state: SeriesState[Any]) -> Labeller:
        """Returns the function that labels the actions of the round and of the series."""
        write = self.kit.game.notation.write_action
        of_round = write if state.round is None else self.kit.numbers.labeller(state.round)
        return lambda action: (write if isinstance(action, SeriesAction) else of_round)(action)


def _by_choice(kit: AnyKit) -> bool:
    return kit.series.format.next_beginner is NextBeginner.LOSER_CHOOSES
