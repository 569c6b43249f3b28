"""The texts of a table, with the names of its players, and its facts as they are sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ludotheque.core.caching import bounded_cache
from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, Value
from ludotheque.core.scene import Emblem, Viewpoint
from ludotheque.core.texts import Prompt, Texts, texts
from ludotheque.games import AnyKit
from ludotheque.render.live import still
from ludotheque.table.commands import may_hint, may_leave, may_resign, may_undo
from ludotheque.table.names import PACKAGE, name_in_sentences, name_of
from ludotheque.table.results import has_scores, next_opponent
from ludotheque.table.seats import OPEN, PERSON, Sitter
from ludotheque.table.shapes import (
    Can,
    Notice,
    Over,
    Said,
    SentClock,
    SentSeat,
    SharedFacts,
    TableFacts,
    UndoAsked,
)
from ludotheque.table.table import REMATCH, Table


@dataclass(frozen=True, slots=True)
class TableWords:
    """The texts of one table in one language.

    `names` are the names of the players in sentences, `plaques` those shown at their seats.
    """

    lang: str
    own: Texts
    game: Texts
    names: tuple[str, ...]
    plaques: tuple[str, ...]
    aim: str

    def __call__(self, key: str, /, **values: Value) -> str:
        """A text of the table itself."""
        return self.own(f"table.{key}", **values)

    def say(self, reason: Reason) -> str:
        """A reason as a sentence, from the texts of the table or of its game.

        The number of its rules paragraph is left out: it is sent separately, and pages make it a
        button.
        """
        return (self.own if reason.key.startswith("table.") else self.game).sentence(reason)


def words_of(table: Table, lang: str) -> TableWords:
    """The words of a table, with the names of its present players."""
    return _words(table.kit, table.seats, lang)


@bounded_cache
def _words(kit: AnyKit, seats: tuple[Sitter, ...], lang: str) -> TableWords:
    own = texts(PACKAGE, lang)
    names, plaques = (
        tuple(called(kit, seat, sitter, lang) for seat, sitter in enumerate(seats))
        for called in (name_in_sentences, name_of)
    )
    own, game = own.with_names(names), kit.words(lang, names)
    return TableWords(lang, own, game, names, plaques, kit.aim(lang))


class Facts:
    """The facts of a table in one language; what all guests see is worked out only once."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.words = words_of(table, lang)
        self._for_all: SharedFacts = {
            "seq": table.seq,
            "aim": self.words.aim,
            "plays": table.kit.game.painter.plays,
            "turn": table.turn,
            "clock": self._clock,
            "rematch": table.rematch,
        }

    def seen_by(self, mine: tuple[Seat, ...], prompt: Prompt) -> TableFacts:
        """The facts for a guest on those seats, which a page and a program both receive.

        `prompt` is the prompt of the game for that guest.
        """
        table, words = self.table, self.words
        return {
            **self._for_all,
            "told": self._told(mine),
            "prompt": prompt_of(table, words, mine, prompt),
            "seats": self._seats(mine),
            "verdict": self._verdict(mine),
            "over": over_of(table, words, mine),
            "undo": _undo(table, mine),
            "can": _can(table, mine),
        }

    def _seats(self, mine: tuple[Seat, ...]) -> list[SentSeat]:
        """All seats as a guest on seats `mine` sees them."""
        table, words, (emblems, points) = self.table, self.words, self._shown
        return [
            {
                "name": words.plaques[seat],
                "label": words.game.nameless.seat(seat),
                "sign": emblems[seat].sign,
                "emblem": emblems[seat].symbol,
                "kind": sitter.kind,
                "feels": table.kit.level(sitter.bot, words.lang).feels if sitter.bot else "",
                "points": points[seat] if points else None,
                "mine": seat in mine,
            }
            for seat, sitter in enumerate(table.seats)
        ]

    @cached_property
    def notice(self) -> Notice | None:
        """The score and final position of the round that the last step ended, if it ended one."""
        table, words, last = self.table, self.words, self.table.history.end_of_round
        if last is None or table.outcome is not None:
            return None
        board, action = last
        kit = table.kit
        over = kit.round.apply(board, action)
        end = kit.round.outcome(over)
        assert end is not None
        viewpoint = Viewpoint[Any, Any](words.game, after=(board, action), offers=False)
        picture = still(kit.round.painter.scene(over, viewpoint))
        score = " – ".join(map(str, table.state.results[-1].points))
        title = words("round_over", number=len(table.state.results), score=score)
        why = f"{words.say(end.reason)} {self._next_round()}"
        return {"text": title, "why": why, "svg": picture}

    @cached_property
    def _clock(self) -> SentClock | None:
        """The time of each seat, or None without a clock; that of `running` counts from `from_ms`.

        It does not depend on the current time: pages and programs count down themselves.
        """
        clock = self.table.clock
        if clock is None:
            return None
        running, from_ms = clock.running_from(self.table.turn)
        return {
            "pace": str(clock.pace),
            "text": self.words.own.say(clock.pace.words),
            "left_ms": clock.left_ms,
            "running": running,
            "from_ms": from_ms,
        }

    def _next_round(self) -> str:
        """The sentence that says who begins the next round, or who chooses that."""
        state, game = self.table.state, self.words.game
        if state.chooser is not None:
            return game("series.next_chooses", seat=game.seat(state.chooser))
        return game("series.next_begins", seat=game.seat(state.first))

    def _verdict(self, mine: tuple[Seat, ...]) -> str:
        """The result of the last decision for those seats, with names on a shared screen."""
        key, who = self.table.note
        if key:  # of all notes, only a refused undo is repeated, to the player who asked
            return self._told(()) if key == "refused" and mine and int(who[1:]) not in mine else ""
        if not self.table.history.decided:
            return ""
        before, move = self.table.history.step[0]
        verdict, words = self.table.kit.game.painter.verdict, said_to(mine, self.words.game)
        verdicts = [verdict(before, move.action, seat, words) for seat in mine]
        return " ".join(filter(None, verdicts))

    @cached_property
    def _shown(self) -> tuple[tuple[Emblem, ...], tuple[int, ...] | None]:
        """The emblems of the seats and their current points, if the game has any before its end."""
        painter, state = self.table.kit.game.painter, self.table.state
        return painter.emblems(state), painter.points(state)

    def _told(self, mine: tuple[Seat, ...]) -> str:
        """What happened last, for those seats: the last decision, or what people did since."""
        game, own = (said_to(mine, words) for words in (self.words.game, self.words.own))
        key, who = self.table.note
        if not key:
            return _step_in_words(self.table, game)
        name = own.seat(int(who[1:])) if who.startswith("@") else who
        return own(f"table.note_{key}", name=name)


def said_to(mine: tuple[Seat, ...], words: Texts) -> Texts:
    """The texts for a guest on those seats, who is addressed as "you" if there is only one."""
    return words.addressing(mine[0]) if len(mine) == 1 else words


def point_of_view(mine: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """The seat whose view is shown: the guest's own, of several the one to move; None if none."""
    if not mine:
        return None
    return turn if turn in mine else mine[0]


def can_act(table: Table, mine: tuple[Seat, ...]) -> bool:
    """Whether one of these seats is to move now."""
    return table.turn in mine and not table.incomplete and not table.full


def status_of(table: Table, words: TableWords, mine: tuple[Seat, ...] = ()) -> str:
    """Whose turn it is, or how the game ended, for a guest on those seats."""
    turn = table.turn
    if table.outcome is not None:
        return result_of(table, words, mine)
    if table.incomplete:
        return _missing(table, words).do
    if turn is not None and mine == (turn,):
        return words("your_turn")
    return words("to_move", name=words.names[turn]) if turn is not None else ""


def prompt_of(table: Table, words: TableWords, mine: tuple[Seat, ...], prompt: Prompt) -> Said:
    """What a guest on those seats is to do or is waiting for, after a name on a shared screen.

    `prompt` is that of the game, which may be empty if another player is to move.
    """
    shared = len(mine) > 1 and can_act(table, mine)
    lead = words("lead", name=words.names[table.turn or 0]) if shared else ""
    return said(_prompt(table, words, mine, prompt), lead)


def said(prompt: Prompt, lead: str = "") -> Said:
    """A prompt as it is sent; `lead` is shown before it."""
    return {"lead": lead, "do": prompt.do, "why": prompt.why, "tip": prompt.tip}


def _prompt(table: Table, words: TableWords, mine: tuple[Seat, ...], prompt: Prompt) -> Prompt:
    end, turn = table.outcome, table.turn
    if end is not None:
        return Prompt(result_of(table, words, mine), _why_over(table, words, mine))
    if not mine:
        name = "" if turn is None else words.names[turn]
        return words.own.prompt("watch_free" if table.incomplete else "watch", name=name)
    if table.incomplete:
        return _missing(table, words)
    if table.full:
        return words.own.prompt("full")
    if prompt.do or turn is None:
        return prompt
    key = "think" if table.waits_for_bot else "wait"
    return words.own.prompt(key, name=words.names[turn])


def _missing(table: Table, words: TableWords) -> Prompt:
    """The prompt that says how many seats are still open, or who has not accepted a rematch yet."""
    awaited = [
        name_in_sentences(table.kit, seat, replace(table.seats[seat], kind=PERSON), words.lang)
        for seat in table.open_seats
        if table.seats[seat].guest
    ]
    if awaited:
        return words.own.prompt("offered", names=words.own.listed(awaited))
    return words.own.prompt("seat_open", n=sum(who.kind == OPEN for who in table.seats))


def over_of(table: Table, words: TableWords, mine: tuple[Seat, ...]) -> Over | None:
    """How the game ended, for a guest on those seats; None while it goes on."""
    end = table.outcome
    if end is None:
        return None
    points = " – ".join(map(str, end.points)) if any(end.points) else ""
    scores = [words.game("points", n=n) for n in end.points] if has_scores(table) else []
    text, why = result_of(table, words, mine), _why_over(table, words, mine)
    level = next_opponent(table, mine)
    return {
        "text": text,
        "why": why,
        "rule": end.reason.rule,
        "points": points,
        "scores": scores,
        "next_level": table.kit.level(level, words.lang).name if level else "",
        "offer": _offer(table, words, mine),
    }


def _offer(table: Table, words: TableWords, mine: tuple[Seat, ...]) -> str:
    """The sentence saying that another player offers a rematch; empty if none is offered."""
    key, by = table.note
    if key != REMATCH or not mine or int(by[1:]) in mine:
        return ""
    return words(f"note_{REMATCH}", name=words.names[int(by[1:])])


def result_of(table: Table, words: TableWords, mine: tuple[Seat, ...]) -> str:
    """Who won: "you" for a guest who has one seat and won, otherwise by name."""
    assert table.outcome is not None
    winners = table.outcome.winners
    if not winners:
        return words("drawn")
    if len(mine) == 1 and mine[0] in winners:
        return words("won")
    names = words.own.listed([words.names[seat] for seat in winners])
    return words("lost" if len(mine) == 1 else "won_by", names=names, n=len(winners))


def _why_over(table: Table, words: TableWords, mine: tuple[Seat, ...]) -> str:
    """Why the game ended; a game may word it differently for the winner and the loser."""
    assert table.outcome is not None
    end = table.outcome
    if len(mine) == 1 and end.winners:
        side = "won" if mine[0] in end.winners else "lost"
        reason = replace(end.reason, key=f"ended.{end.reason.key}.{side}")
        if reason.key in words.game:
            return words.say(reason)
    return words.say(end.reason)


def _undo(table: Table, mine: tuple[Seat, ...]) -> UndoAsked | None:
    if table.undo_asked is None:
        return None
    return {"seat": table.undo_asked, "mine": table.undo_asked in mine}


def _can(table: Table, mine: tuple[Seat, ...]) -> Can:
    over = table.outcome is not None
    return {
        "act": can_act(table, mine),
        "undo": bool(mine) and table.undo_asked is None and may_undo(table, mine),
        "resign": may_resign(table, mine),
        "leave": may_leave(table, mine),
        "rematch": bool(mine) and over,
        "hint": may_hint(table, mine),
        "free_undo": table.one_guest,
    }


def _step_in_words(table: Table, words: Texts) -> str:
    """The last decision in words, with the chance moves after it; empty if there is none."""
    if not table.history.decided:
        return ""
    tell, step = table.kit.game.painter.tell, table.history.step
    return " ".join(filter(None, [tell(before, move.action, words) for before, move in step]))
