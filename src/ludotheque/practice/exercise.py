"""An exercise, an attempt to solve it, and the answer to the attempt."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from ludotheque.core.game import mover
from ludotheque.core.playable import Playable
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.scene import Scene, Viewpoint
from ludotheque.core.texts import Outlook, Prompt, Texts
from ludotheque.games import AnyKit
from ludotheque.play.hints import Hint
from ludotheque.play.work import Work
from ludotheque.table.table import deny

E = TypeVar("E", bound="Exercise")

AnswerKind = Literal["refused", "other", "on", "done"]

# A turn takes a few actions at most, and a gesture four presses; no text of either is longer. Lone
# surrogates, which JSON can express, are refused.
_MOST_ACTIONS, _MOST_PRESSES = 8, 8
_TEXT = re.compile("[^\ud800-\udfff]{0,200}")


@dataclass(frozen=True, slots=True)
class Attempt:
    """The actions so far; `presses` asks what these presses after them would mean.

    `solution` asks how to go on after the actions.
    """

    actions: tuple[str, ...] = ()
    presses: tuple[str, ...] = ()
    solution: bool = False


@dataclass(frozen=True)
class Answer:
    """The answer to an attempt.

    `kind`: the rules `refused` the attempt, it was legal but not what was asked for (`other`), it
    was right but more is to be done (`on`), or it was right and everything is `done`. `text` is
    the reason, or the result of the action; `rule` is the paragraph; `why` says what is good about
    an action that a teacher praises. `state` is the position reached, `after` the state before its
    last action and that action, if any was right; `step` is the number of right actions.
    """

    kind: AnswerKind
    state: Any
    after: tuple[Any, Any] | None = None
    text: str = ""
    rule: str = ""
    step: int = 0
    why: str = ""


class Exercise(ABC):
    """A position in which the player must find the right actions.

    An exercise has no state: each attempt contains all actions so far, which are played again from
    the position. If a teacher has to think before an attempt can be answered, `work` returns the
    work to do, and `knowing` takes its result.
    """

    found: Any = None
    """The result of the work for the attempt; None if there was none, or if it failed."""

    def __init__(self, kit: AnyKit, game: Playable[Any, Any], start: Any, words: Texts) -> None:
        self.kit = kit
        self.game = game
        self.start = start
        self.words = words
        self.seat = mover(game, start)

    @property
    @abstractmethod
    def task(self) -> Prompt:
        """What to do in the position, and why."""

    @abstractmethod
    def praise(self, answer: Answer) -> Prompt:
        """The praise once the exercise is done: what followed, and what was learned."""

    @abstractmethod
    def example(self, reached: Answer) -> str:
        """A right action in the position reached, in notation."""

    def work(self, attempt: Attempt) -> Work[Any] | None:
        """What a teacher must work out before this attempt can be answered; None if nothing."""
        del attempt
        return None

    def knowing(self: E, found: Any) -> E:
        """The same exercise with the result of the work, which is None if it failed."""
        wiser = copy(self)
        wiser.found = found
        return wiser

    def answer(self, attempt: Attempt) -> Answer | Outlook | Hint | None:
        """The answer to an attempt; None if presses need none, or if nothing is left to solve."""
        if attempt.solution:
            reached = self.tried(attempt.actions)
            return None if reached.kind == "done" else self.solution(reached)
        if attempt.presses:
            return self.pressed(attempt.actions, attempt.presses)
        return self.tried(attempt.actions)

    def tried(self, actions: Sequence[str]) -> Answer:
        """The answer to these actions, played in order up to the first that is not right."""
        answer = Answer("on", self.start)
        for text in actions:
            try:
                action = self._ruled(answer.state, text)
            except Refusal as refusal:
                return self._refused(answer, refusal.reason)
            answer = self._judged(answer, action)
            if answer.kind != "on":
                break
        return answer

    def pressed(self, actions: Sequence[str], presses: Sequence[str]) -> Answer | Outlook | None:
        """Why presses after these actions form no action, or what they would do."""
        answer = self.tried(actions)
        meant = self.game.meaning(answer.state, presses)
        if isinstance(meant, Reason):
            return self._refused(answer, meant)
        return self.game.painter.outlook(answer.state, presses, self.words)

    def solution(self, reached: Answer) -> Hint:
        """How to do what is asked for, with the parts to press in order."""
        text = self.example(reached)
        told = self._instruction(reached.state, self.game.notation.read_action(text))
        gestures = self.game.gestures(reached.state, self.seat)
        presses = next((gesture.presses for gesture in gestures if gesture.means(text)), ())
        return Hint("move", told, presses)

    def prompt(self, answer: Answer) -> Prompt:
        """The prompt after an attempt: praise once all is done, before that what to do next."""
        if answer.kind == "done":
            return self.praise(answer)
        return self.game.painter.prompt(answer.state, self.seat, self.words)

    def scene(self, answer: Answer, *, offers: bool = True, own: bool = False) -> Scene:
        """The position after an attempt, as the player sees it."""
        viewpoint = Viewpoint[Any, Any](self.words, self.seat, answer.after, offers=offers, own=own)
        return self.game.painter.scene(answer.state, viewpoint)

    def _ruled(self, state: Any, text: str) -> Any:
        """The action that the text names; raises `Refusal` if the rules refuse it."""
        return self.game.checked(state, self.game.notation.read_action(text))

    @abstractmethod
    def _judged(self, before: Answer, action: Any) -> Answer:
        """The answer to a legal action."""

    def _refused(self, before: Answer, reason: Reason) -> Answer:
        """The answer to an action that the rules refuse."""
        text = self.words.sentence(reason)
        return replace(before, kind="refused", text=text, rule=reason.rule)

    def _instruction(self, state: Any, action: Any) -> str:
        """How to take a right action."""
        return self.game.painter.instruct(state, action, self.words)


def read_attempt(sent: Any) -> Attempt:
    """The attempt that a page has sent; refuses a malformed one."""
    if not isinstance(sent, Mapping) or not isinstance(sent.get("solution", False), bool):
        raise deny("bad_request")
    actions = _texts(sent.get("actions", ()), _MOST_ACTIONS)
    presses = _texts(sent.get("presses", ()), _MOST_PRESSES)
    return Attempt(actions, presses, sent.get("solution", False))


def _texts(sent: Any, most: int) -> tuple[str, ...]:
    """At most `most` short texts; refuses anything else."""
    few = isinstance(sent, list | tuple) and len(sent) <= most
    if not few or not all(isinstance(text, str) and _TEXT.fullmatch(text) for text in sent):
        raise deny("bad_request")
    return tuple(sent)
