"""The scene of a series: the scene of the round, with the score and the choice of who begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Generic, NamedTuple

from ludotheque.core.game import A, S, Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import (
    Area,
    Emblem,
    Family,
    Ink,
    LastMade,
    Paint,
    Painter,
    Part,
    Rect,
    Rectangle,
    Scene,
    Text,
    Viewpoint,
    judged,
    last_made,
)
from ludotheque.core.series.rules import Begin, Choice, Chooser, Series, SeriesAction, SeriesState
from ludotheque.core.texts import NO_PROMPT, NO_STEPS, Outlook, Prompt, Steps, Texts, named_steps

_BUTTONS = {"button-first": Choice(True), "button-second": Choice(False)}
_CHOICES = (Family(("button-",), "{0}", ("first", "second")),)
_WIDE, _HIGH, _GAP = 232.0, 76.0, 20.0


After = tuple[SeriesState[S], A | SeriesAction] | None


class _Match(NamedTuple, Generic[S, A]):
    """What the match adds to the scene of a round.

    `standing` is the points before the round; `heading` stands before the status of the round and
    `status`, unless empty, replaces it. `after` is the previous state and action, if they belong to
    the round on the table.
    """

    standing: tuple[int, ...]
    heading: str
    status: str
    after: tuple[S, A] | None


class SeriesPainter(Painter[SeriesState[S], A | SeriesAction]):
    """Draws the round on the table, the score of the match, and the choice of who begins."""

    def __init__(self, game: Series[S, A], inner: Painter[S, A]) -> None:
        self.game = game
        self.inner = inner
        self._turn_of = LastMade(game.turn)
        self.plays = inner.plays

    def scene(
        self, state: SeriesState[S], viewpoint: Viewpoint[SeriesState[S], A | SeriesAction]
    ) -> Scene:
        """The scene of the round, with the status of the match and the buttons of a choice."""
        words, seat = viewpoint.words, viewpoint.seat
        match = self._match(state, words, viewpoint.after)
        view = self.inner.scene(self._on_table(state), _of_round(state, viewpoint, match))
        spoken_to = viewpoint.offers or seat not in (None, self._turn_of(state))
        areas, offers = view.areas, view.offers
        if state.chooser is not None:
            areas = (*areas, _choice_area(words.nameless))
            offers = self.offers(state, seat) if viewpoint.offers else ()
        # Not `dataclasses.replace`, which is slower: there are two scenes for each move.
        return Scene(
            view.title,
            match.heading + (match.status or view.status),
            view.lang,
            areas,
            offers,
            view.symbols,
            view.palette,
            self.prompt(state, seat, words) if spoken_to else NO_PROMPT,
            self.steps(state, words),
            view.ghosts,
        )

    def offers(self, state: SeriesState[S], seat: Seat | None) -> tuple[Family, ...]:
        """The buttons of a choice, or the gestures of the round."""
        if state.chooser is not None:
            return _CHOICES if seat in (None, state.chooser) else ()
        if state.first is None or state.round is None:
            return ()
        return self.inner.offers(state.round, seat)

    def prompt(self, state: SeriesState[S], seat: Seat | None, words: Texts) -> Prompt:
        """The prompt to go first or second, or that of the round."""
        if state.chooser is None:
            playing = state.first is not None and state.round is not None
            return self.inner.prompt(self._on_table(state), seat, words) if playing else NO_PROMPT
        if seat not in (None, state.chooser):
            return words.prompt("choose_wait", name=words.seat(state.chooser))
        return words.prompt("choose_loser" if state.results else "choose_first")

    def steps(self, state: SeriesState[S], words: Texts) -> Steps:
        """The steps of the choice, or those of the round."""
        if state.chooser is not None:
            return named_steps(words.nameless, (("button", "button"),))
        return NO_STEPS if state.round is None else self.inner.steps(state.round, words)

    def outlook(
        self, state: SeriesState[S], presses: Sequence[str], words: Texts
    ) -> Outlook | None:
        """What the presses would lead to in the round; None for a choice."""
        if state.chooser is not None or state.round is None:
            return None
        return self.inner.outlook(state.round, presses, words)

    def verdict(
        self, state: SeriesState[S], action: A | SeriesAction, seat: Seat, words: Texts
    ) -> str:
        """The comment of the round on its action; empty for a lot or a choice."""
        if state.round is None or isinstance(action, Begin | Chooser | Choice):
            return ""
        return self.inner.verdict(state.round, action, seat, words)

    def points(self, state: SeriesState[S]) -> tuple[int, ...] | None:
        """The points of the finished rounds and of the current one; None if there are none yet."""
        playing = state.first is not None and not self.game.over(state)
        now = self.inner.points(self._on_table(state)) if playing else None
        if now is None:
            return self.game.totals(state) if state.results else None
        return tuple(map(sum, zip(self.game.totals(state), now, strict=True)))

    def emblems(self, state: SeriesState[S]) -> tuple[Emblem, ...]:
        """The emblems of the round on the table."""
        return self.inner.emblems(self._on_table(state))

    def tell(self, state: SeriesState[S], action: A | SeriesAction, words: Texts) -> str:
        """A sentence on the lot or the choice; on other actions, that of the round."""
        match action:
            case Begin(seat):
                return words("series.tell_begin", seat=words.seat(seat))
            case Chooser(seat):
                return words("series.tell_chooser", seat=words.seat(seat))
            case Choice(first):
                assert state.chooser is not None
                key = "series.tell_first" if first else "series.tell_second"
                return words(key, seat=words.seat(state.chooser))
        assert state.round is not None
        return self.inner.tell(state.round, action, words)

    def instruct(self, state: SeriesState[S], action: A | SeriesAction, words: Texts) -> str:
        """How to make the choice, or how to take an action of the round."""
        if isinstance(action, Choice):
            return words("series.do_first" if action.first else "series.do_second")
        assert not isinstance(action, Begin | Chooser), "chance is told nothing"
        assert state.round is not None
        return self.inner.instruct(state.round, action, words)

    def meaning(
        self, state: SeriesState[S], presses: Sequence[str]
    ) -> A | SeriesAction | Reason | None:
        """The choice of that button, or what the presses mean in the round."""
        if presses and presses[0] in _BUTTONS:
            return judged(self.game, state, _BUTTONS[presses[0]])
        if state.round is None:
            return None
        meant = self.inner.meaning(state.round, presses)
        if meant is None or isinstance(meant, Reason):
            return meant
        return judged(self.game, state, meant)

    def _on_table(self, state: SeriesState[S]) -> S:
        """The round on the table; before the first, its first position."""
        return self.game.round.initial() if state.round is None else state.round

    def _within_round(self, state: SeriesState[S], after: After[S, A]) -> tuple[S, A] | None:
        """The previous state and action, if they belong to the round that is still on the table."""
        if after is None:
            return None
        before, action = after
        if isinstance(action, Begin | Chooser | Choice):
            return None
        same = state.first == before.first and len(state.results) == len(before.results)
        stays = same or state.chooser is not None or self.game.over(state)
        return (before.round, action) if stays and before.round is not None else None

    @last_made
    def _match(self, state: SeriesState[S], words: Texts, after: After[S, A]) -> _Match[S, A]:
        over = self.game.over(state)
        done = state.results[:-1] if over or state.first is None else state.results
        standing = self.game.totals(SeriesState(done))
        heading, within = self._heading(state, words, over), self._within_round(state, after)
        return _Match(standing, heading, _status(state, words), within)

    def _heading(self, state: SeriesState[S], words: Texts, over: bool) -> str:
        """The number of the round and the score; empty if there is only one round."""
        unbegun = not state.results and state.first is None
        if self.game.format.rounds == 1 or unbegun or (over and len(state.results) == 1):
            return ""
        number = len(state.results) + (0 if over else 1)
        score = " – ".join(map(str, self.game.totals(state)))
        return f"{words('series.round', number=number)} · {score} · "


def _of_round(
    state: SeriesState[S],
    viewpoint: Viewpoint[SeriesState[S], A | SeriesAction],
    match: _Match[S, A],
) -> Viewpoint[S, A]:
    """The same viewpoint for the round alone, which offers nothing before it has begun."""
    words, seat, _, tried, _, offers, own = viewpoint
    refused = None if isinstance(tried, Begin | Chooser | Choice) else tried
    begun = offers and state.first is not None
    return Viewpoint(words, seat, match.after, refused, match.standing, begun, own)


def _status(state: SeriesState[S], words: Texts) -> str:
    """What the table waits for between rounds; empty during a round, which has its own status."""
    if state.chooser is not None:
        return words("series.choosing", seat=words.seat(state.chooser))
    return words("series.waiting") if state.first is None else ""


@cache
def _choice_area(words: Texts) -> Area:
    parts = tuple(
        button(part, words(f"series.{part.removeprefix('button-')}"), index)
        for index, part in enumerate(_BUTTONS)
    )
    box = Rectangle(0, 0, 2 * _WIDE + 3 * _GAP, _HIGH + _GAP)
    return Area("choice", words("series.choice"), box, parts)


def button(part: str, label: str, index: int) -> Part:
    """A button with a label, at place `index` of its row."""
    box = Rectangle(_GAP + index * (_WIDE + _GAP), _GAP / 2, _WIDE, _HIGH)
    art = (
        Rect(Rectangle(1, 1, _WIDE - 2, _HIGH - 2), Paint("card", "ink", 2), _HIGH / 2),
        Text(_WIDE / 2, _HIGH / 2 + 9, label, 25, anchor="middle"),
    )
    ink = Ink(index * 24, 0, (f"[ {label} ]",))
    return Part(part, label, box, art, ink, role="button", radius=_HIGH / 2)
