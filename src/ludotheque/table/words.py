"""What is said at a table: its texts, with the names of those who sit at it, and its facts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, Value
from ludotheque.core.scene import SEAT_LETTERS, SEAT_SIGNS, Viewpoint
from ludotheque.core.texts import Texts, texts
from ludotheque.games import AnyKit
from ludotheque.render.live import still
from ludotheque.table.commands import free_undo, may_hint, may_leave, may_resign, may_undo
from ludotheque.table.seats import BOT, OPEN, Sitter
from ludotheque.table.table import Table

PACKAGE = "ludotheque.table"
View = dict[str, Any]
# The tables that are played at one time, in two languages; an entry takes about 10 KB.
_TABLES_NAMED = 512
# The last step in words names a decision and a few draws after it, but no deal of 48 tiles.
_MOVES_TOLD = 4


@dataclass(frozen=True, slots=True)
class TableWords:
    """What is said at one table in one language; `names` are those of the seats."""

    lang: str
    own: Texts
    game: Texts
    names: tuple[str, ...]

    def __call__(self, key: str, /, **values: Value) -> str:
        """A text of the table itself."""
        return self.own(f"table.{key}", **values)

    def say(self, reason: Reason) -> str:
        """A reason as a sentence, from the texts of the table or of its game."""
        return (self.own if reason.key.startswith("table.") else self.game).say(reason)


def words_of(table: Table, lang: str) -> TableWords:
    """The words of a table, with the names of those who sit at it now."""
    return _words(table.kit, table.seats, lang)


@lru_cache(maxsize=_TABLES_NAMED)
def _words(kit: AnyKit, seats: tuple[Sitter, ...], lang: str) -> TableWords:
    own = texts(PACKAGE, lang)
    names = tuple(_name(kit, seat, sitter, own, lang) for seat, sitter in enumerate(seats))
    return TableWords(lang, own, kit.words(lang, names), names)


def _name(kit: AnyKit, seat: Seat, sitter: Sitter, own: Texts, lang: str) -> str:
    """What somebody on a seat is called; without a name, what the game calls the seat."""
    if sitter.kind == BOT:
        bot = kit.level(sitter.bot, lang).name
        return own("table.bot_name", letter=SEAT_LETTERS[seat], bot=bot)
    return (
        own("table.open_seat") if sitter.kind == OPEN else sitter.name or kit.words(lang).seat(seat)
    )


class Facts:
    """The facts of a table in one language; what everybody is told is worked out once."""

    def __init__(self, table: Table, lang: str) -> None:
        """Works out nothing yet."""
        self.table = table
        self.words = words_of(table, lang)

    def seen_by(self, mine: tuple[Seat, ...], note: str) -> View:
        """The facts for somebody on those seats: what a page and a program both receive."""
        return {
            "seq": self.table.seq,
            "status": status_of(self.table, self.words, mine),
            "note": note,
            "turn": self.table.turn,
            "seats": _seats(self.table.kit, self.table.seats, self._totals, self.words, mine),
            "told": self._told,
            "over": self._over,
            "undo": _undo(self.table, mine),
            "can": _can(self.table, mine),
            "rematch": self.table.rematch,
        }

    @cached_property
    def notice(self) -> View | None:
        """The end of a round, shown until the next move: the score, and its last position."""
        table, words, last = self.table, self.words, _end_of_round(self.table)
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
        return {"text": title, "why": words.say(end.reason), "svg": picture}

    @cached_property
    def _totals(self) -> tuple[int, ...] | None:
        """The points of each seat, once a round is over."""
        state = self.table.state
        return self.table.kit.series.totals(state) if state.results else None

    @cached_property
    def _told(self) -> str:
        """What happened last: the last decision, or what people did after it."""
        key, who = self.table.note
        if not key:
            return _step_in_words(self.table, self.words)
        name = self.words.names[int(who[1:])] if who.startswith("@") else who
        return self.words(f"note_{key}", name=name)

    @cached_property
    def _over(self) -> View | None:
        end = self.table.outcome
        if end is None:
            return None
        points = " – ".join(map(str, end.points)) if any(end.points) else ""
        text = status_of(self.table, self.words)
        return {"text": text, "why": self.words.say(end.reason), "points": points}


@lru_cache(maxsize=2 * _TABLES_NAMED)  # they change when somebody sits down or a round ends
def _seats(
    kit: AnyKit,
    seats: tuple[Sitter, ...],
    totals: tuple[int, ...] | None,
    words: TableWords,
    mine: tuple[Seat, ...],
) -> list[View]:
    """Who sits where, for somebody on seats of their own."""
    return [
        {
            "name": words.names[seat],
            "label": words.game.nameless.seat(seat),
            "sign": SEAT_SIGNS[seat],
            "kind": sitter.kind,
            "feels": kit.level(sitter.bot, words.lang).feels if sitter.bot else "",
            "points": totals[seat] if totals else None,
            "mine": seat in mine,
        }
        for seat, sitter in enumerate(seats)
    ]


def can_act(table: Table, mine: tuple[Seat, ...]) -> bool:
    """Whether one of these seats is to move now."""
    return table.turn in mine and not table.incomplete


def status_of(table: Table, words: TableWords, mine: tuple[Seat, ...] = ()) -> str:
    """Whose turn it is, or how it ended, for somebody who sits on those seats."""
    end, turn = table.outcome, table.turn
    if end is not None:
        names = ", ".join(words.names[seat] for seat in end.winners)
        return words("won", names=names) if names else words("drawn")
    if table.incomplete:
        return words("waiting")
    if turn is not None and mine == (turn,):
        return words("your_turn")
    return words("to_move", name=words.names[turn]) if turn is not None else ""


def last_step(table: Table) -> tuple[Any, Any] | None:
    """The last decision (or draw, where nobody has decided yet) and the state before it."""
    step = table.history.step
    if not step:
        return None
    before, move = step[0] if _decided(table) else step[-1]
    return before, move.action


def _end_of_round(table: Table) -> tuple[Any, Any] | None:
    """The round before it ended in the last step, and the decision or draw that ended it."""
    history = table.history
    later = (*history.tail[1:], history.state)
    for (before, move), after in zip(history.step, later, strict=False):
        if before.round is not None and len(after.results) > len(before.results):
            return before.round, move.action
    return None


def _decided(table: Table) -> bool:
    """Whether the last step began with a decision, not with chance."""
    return bool(table.history.step) and table.history.step[0][1].seat is not None


def _step_in_words(table: Table, words: TableWords) -> str:
    """The last decision in words, with what chance did after it."""
    if not _decided(table):
        return ""
    painter, step = table.kit.game.painter, table.history.step[:_MOVES_TOLD]
    return " ".join(painter.tell(before, move.action, words.game) for before, move in step)


def _undo(table: Table, mine: tuple[Seat, ...]) -> View | None:
    if table.undo_asked is None:
        return None
    return {"seat": table.undo_asked, "mine": table.undo_asked in mine}


def _can(table: Table, mine: tuple[Seat, ...]) -> dict[str, bool]:
    over = table.outcome is not None
    return {
        "act": can_act(table, mine),
        "undo": bool(mine) and table.undo_asked is None and may_undo(table, mine),
        "resign": may_resign(table, mine),
        "leave": may_leave(table, mine),
        "rematch": bool(mine) and over,
        "hint": may_hint(table, mine),
        "free_undo": free_undo(table),
    }
