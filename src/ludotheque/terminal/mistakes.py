"""A decision of a finished game taken again at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludotheque.core.reason import Refusal
from ludotheque.play.hints import Hint
from ludotheque.play.lessons import Answer
from ludotheque.play.match import Match
from ludotheque.play.retry import Retry, compare
from ludotheque.play.review import Decision, decisions, understand
from ludotheque.terminal.lessons import Tutor


class Mistake(Retry):
    """A decision whose teacher answers on the spot, as a lesson does."""

    def tried(self, actions: Sequence[str]) -> Answer:
        """What is answered to the last action."""
        if not actions:
            return self.begun()
        try:
            action = self.checked(actions[-1])
        except Refusal as refusal:
            return self.refused(refusal.reason)
        known = self.at_once(action)
        return known or self.answer(action, compare(self.kit, self.start, self.played, action))

    def solution(self, reached: Answer) -> Hint:
        """What was better, with the parts to press in order."""
        del reached
        return self.advised(self._reviewed)

    def example(self, reached: Answer) -> str:
        """The action that was better, in notation."""
        del reached
        better = self._reviewed.better
        return better.action if better else self._reviewed.action

    @cached_property
    def _reviewed(self) -> Decision:
        return understand(self.kit, self.start, self.played)


def mistakes(match: Match, lang: str) -> dict[int, Mistake]:
    """The decisions of a match by their number in the review."""
    kit = match.kit
    return {
        number + 1: Mistake(kit, state, action, kit.words(lang))
        for number, state, action in decisions(kit, match.actions)
    }


def ask_mistake(mistake: Mistake) -> None:
    """Asks for a better action until nothing is better; `Quit` if somebody leaves."""
    tutor = Tutor(mistake.words.lang, "problem_help")
    print(tutor.help)
    tutor.teach(mistake)
