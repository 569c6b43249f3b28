"""A painter for games with one board: a game defines its parts, and the presses of each action.

Everything else follows from these: the scene and its status, what can be pressed, what presses mean
or why they are refused, and the sentences. These come from texts that a game can override
(`to_move`, `won`, `drawn`, `tell`, `do`, `not_here`) or must define (`board`, `prompt.play`). In
`tell` and `do`, `{action}` is the written action, `{first}` and `{last}` are the names of the first
and the last part to press.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from ludotheque.core.caching import bounded_cache
from ludotheque.core.game import A, Game, S, Seat, mover
from ludotheque.core.notation import Notation
from ludotheque.core.reason import Reason, Refusal, because
from ludotheque.core.scene.areas import Area, Ink, Part, Scene, marked
from ludotheque.core.scene.gestures import Family, Tree
from ludotheque.core.scene.painter import (
    Plays,
    RoundPainter,
    Viewpoint,
    last_made,
)
from ludotheque.core.scene.shapes import Rectangle, Shape
from ludotheque.core.texts import NO_PROMPT, Prompt, Steps, Texts, named_steps

Presses = tuple[str, ...]


class BoardPainter(RoundPainter[S, A]):
    """Draws the positions of a game that is played on one board.

    `step_texts` maps the kinds of the parts pressed so far (`cell`, or `cell cell` after two) to
    the name of a text `step.…`. `press_rule` is the rules paragraph that says what to do in a turn.
    """

    plays: Plays = "press"
    box: Rectangle
    backdrop: tuple[Shape, ...] = ()
    scenery: tuple[Shape, ...] = ()
    captions: tuple[Ink, ...] = ()
    step_texts: Mapping[str, str] = {"cell": "button"}
    press_rule: str

    def __init__(self, game: Game[S, A], notation: Notation[S, A]) -> None:
        super().__init__(game)
        self.notation = notation

    @abstractmethod
    def presses(self, state: S, action: A) -> Presses:
        """The ids of the parts to press, in order, for that action."""

    @abstractmethod
    def parts(self, state: S, words: Texts, after: tuple[S, A] | None) -> Iterable[Part]:
        """The parts of the board: what lies there, and what can be pressed."""

    def scene(self, state: S, viewpoint: Viewpoint[S, A]) -> Scene:
        """The board, which looks the same to all seats."""
        board, status = self.board(state, viewpoint.words, viewpoint.after, viewpoint.refused)
        return self._pictured(state, viewpoint, status, board)

    @last_made
    def board(
        self, state: S, words: Texts, after: tuple[S, A] | None, refused: A | None
    ) -> tuple[Area, str]:
        """The board and the status, which are the same for all seats."""
        parts = list(map(_same, self.parts(state, words, after)))
        if after is not None:
            parts = marked(parts, {self.landed(*after)}, "last")
        if self.game.outcome(state) is not None:
            parts = marked(parts, self.decisive(state), "decisive")
        if refused is not None:
            parts = marked(parts, {self._stopped(state, refused)}, "refused")
        board = Area(
            "board",
            words("board"),
            self.box,
            tuple(parts),
            self.backdrop,
            captions=self.captions,
            scenery=self.scenery,
        )
        return board, self.status(state, words)

    def decisive(self, state: S) -> Collection[str]:
        """The ids of the parts that decided a finished game, such as a line."""
        del state
        return ()

    def landed(self, before: S, action: A) -> str:
        """The id of the part to mark after an action: the one pressed last."""
        return self.presses(before, action)[-1]

    def _stopped(self, state: S, refused: A) -> str:
        """The id of the first press of an action that the rules refuse, or else of its last."""
        presses = self.presses(state, refused)
        begun = (presses[: n + 1] for n in range(len(presses)))
        refusals = (some[-1] for some in begun if isinstance(self.meaning(state, some), Reason))
        return next(refusals, presses[-1])

    def offers(self, state: S, seat: Seat | None) -> tuple[Family, ...]:
        """The gestures of all actions, as trees."""
        return families(self._written(state).items()) if self.allowed(state, seat) else ()

    def meaning(self, state: S, presses: Sequence[str]) -> A | Reason | None:
        """The action that these presses make, None if more must follow, or why they are refused.

        To find the reason, the illegal action that they stand for is built by the patterns of other
        actions; incomplete presses are completed with those of another action.
        """
        given, made = tuple(presses), self._made(state)
        if given in made:
            return made[given]
        if not given or any(whole[: len(given)] == given for whole in made):
            return None
        return next(self._refusals(state, given), because("not_here", self.press_rule))

    def _refusals(self, state: S, given: Presses) -> Iterator[Reason]:
        """The reasons why the actions that these presses would make or begin are illegal."""
        for family in (*self._first_offers, *self.offers(state, None)):
            if family.steps[: len(given)] == _split(given)[0]:
                with suppress(Refusal):
                    action = self.notation.read_action(_completed(family, given))
                    reason = self.game.refusal(state, action)
                    if reason is not None:
                        yield reason

    @cached_property
    def _first_offers(self) -> tuple[Family, ...]:
        """The offers of the first position, which have the patterns of most actions."""
        return self.offers(self.game.initial(), None)

    @last_made
    def _made(self, state: S) -> dict[Presses, A]:
        """Every legal action by its presses."""
        return {self.presses(state, action): action for action in self.allowed(state, None)}

    @last_made
    def _written(self, state: S) -> dict[Presses, str]:
        write = self.notation.write_action
        return {presses: write(action) for presses, action in self._made(state).items()}

    def prompt(self, state: S, seat: Seat | None, words: Texts) -> Prompt:
        """The prompt that `prompt_text` names, for the player to move only."""
        return words.prompt(self.prompt_text(state)) if self._acts(state, seat) else NO_PROMPT

    def prompt_text(self, state: S) -> str:
        """The name of the text `prompt.…` that says what to do in that position."""
        del state
        return "play"

    def steps(self, state: S, words: Texts) -> Steps:
        """The texts that `step_texts` names."""
        del state
        return named_steps(words.nameless, tuple(self.step_texts.items()))

    def tell(self, state: S, action: A, words: Texts) -> str:
        """The text `tell`, filled in with the player and the action."""
        seat = mover(self.game, state)
        return words("tell", seat=words.seat(seat), **self._named(state, action))

    def instruct(self, state: S, action: A, words: Texts) -> str:
        """The text `do`, filled in with the action."""
        return words("do", **self._named(state, action))

    def _named(self, state: S, action: A) -> dict[str, str]:
        """The written action, and the names of the first and the last part to press for it."""
        _, rests = _split(self.presses(state, action))
        written = self.notation.write_action(action)
        return {"action": written, "first": rests[0], "last": rests[-1]}


def families(written: Iterable[tuple[Presses, str]]) -> tuple[Family, ...]:
    """Gestures as trees, one for each pattern of presses and text."""
    trees: dict[tuple[Presses, str], Tree] = {}
    for presses, text in written:
        kinds, rests = _split(presses)
        _grow(trees, (kinds, _pattern(text, rests)), rests)
    return tuple(Family(kinds, pattern, tree) for (kinds, pattern), tree in trees.items())


def _split(presses: Presses) -> tuple[Presses, Presses]:
    """The kinds of the parts, with their hyphens, and the rests of their ids."""
    parted = [press.partition("-") for press in presses]
    return tuple(a + b for a, b, _ in parted), tuple(rest for *_, rest in parted)


def _completed(family: Family, given: Presses) -> str:
    """The action text of these presses; missing ones are taken from a gesture that begins alike."""
    gestures = list(family.gestures())
    alike = next((g for g in gestures if g.presses[: len(given)] == given), gestures[0])
    return family.action.format(*_split((*given, *alike.presses[len(given) :]))[1])


def _pattern(text: str, rests: Presses) -> str:
    """The text of an action with `{0}`, `{1}`… in place of those pressed names that it contains."""
    pattern, left = "", text
    for place, rest in enumerate(rests):
        before, found, after = left.partition(rest)
        if found:
            pattern, left = f"{pattern}{before}{{{place}}}", after
    return pattern + left


def _grow(trees: dict[tuple[Presses, str], Tree], key: tuple[Presses, str], rests: Presses) -> None:
    """Adds a gesture to its tree, whose branches are dicts and end in lists."""
    *way, last = rests
    branch = trees.setdefault(key, {} if way else [])
    for place, rest in enumerate(way):
        branch = branch.setdefault(rest, {} if place + 1 < len(way) else [])
    branch.append(last)


@bounded_cache
def _same(part: Part) -> Part:
    """An equal part made earlier, if there is one, so that a page receives only what changed."""
    return part
