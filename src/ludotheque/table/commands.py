"""What people and bots can do at a table: each gives the events it brings, or refuses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from ludotheque.core.game import Seat
from ludotheque.core.player import draw
from ludotheque.core.reason import IllegalAction, Refusal, because
from ludotheque.games import AnyKit
from ludotheque.play.levels import middling_bot
from ludotheque.play.match import Match
from ludotheque.table.table import Body, Event, Sitter, Table, fold, taken_back

New = tuple[str, Body]


class Denied(Refusal):
    """The table does not allow it: a foreign seat, a stale view, a taken seat."""


def deny(key: str) -> Denied:
    """The refusal with that key of the site's texts."""
    return Denied(because(f"site.{key}"))


def grown(table: Table, news: Sequence[New]) -> Table:
    """The table once these events are in its log."""
    for number, (kind, body) in enumerate(news, start=table.seq + 1):
        table = fold(table, Event(number, kind, body))
    return table


def creation(kit: AnyKit, seats: Sequence[Sitter]) -> Body:
    """The first event of a table."""
    sitters = [{"kind": s.kind, "guest": s.guest, "name": s.name, "bot": s.bot} for s in seats]
    today = datetime.now(UTC).date().isoformat()
    return {
        "spec": kit.full_spec,
        "rules": kit.box.version,
        "seats": sitters,
        "date": today,
        "headers": kit.headers(),
    }


def chance(table: Table, rng: Random) -> list[New]:
    """All that chance does up to the next decision, and the end if it has come."""
    game = table.kit.game
    news: list[New] = []
    state = table.state
    while table.resigned is None and game.turn(state) is None and game.actions(state):
        action = draw(game, state, rng)
        news.append(("action", {"seat": None, "text": game.notation.write_action(action)}))
        state = game.apply(state, action)
    end = game.outcome(state) if table.resigned is None else table.outcome
    if end is not None:
        news.append(("over", {"returns": list(end.returns), "points": list(end.points)}))
    return news


def act(table: Table, seats: Sequence[Seat], text: str, rng: Random) -> list[New]:
    """An action of whoever is to move, with everything chance adds."""
    _going_on(table)
    turn = table.turn
    if table.incomplete:
        raise deny("incomplete")
    if turn not in seats:
        raise deny("not_yours" if seats else "onlooker")
    game = table.kit.game
    action = game.checked(table.state, game.notation.read_action(text))
    news: list[New] = [("action", {"seat": turn, "text": game.notation.write_action(action)})]
    return news + chance(grown(table, news), rng)


def resign(table: Table, seat: Seat, rng: Random) -> list[New]:
    """Gives up; possible with two players."""
    _going_on(table)
    if len(table.seats) != 2:
        raise IllegalAction(because("match.many"))
    news: list[New] = [("resigned", {"seat": seat})]
    return news + chance(grown(table, news), rng)


def free_undo(table: Table) -> bool:
    """Whether nobody else has to agree: one person, or all on one screen."""
    return len(table.guests()) == 1


def undo(table: Table, seats: Sequence[Seat]) -> list[New]:
    """Takes back the asker's last decision, or asks the others to agree."""
    index = table.last_decision(seats)
    if index is None:
        raise IllegalAction(because("match.no_undo"))
    seat = table.moves[index].seat
    assert seat is not None
    if free_undo(table):
        return [("undone", {"seat": seat, "to": index})]
    _going_on(table)
    if any(move.seat is None for move in table.moves[index:]):
        raise deny("undo_chance")
    if table.undo_asked is not None:
        raise deny("undo_pending")
    return [("undo", {"seat": seat, "what": "asked"})]


def answer_undo(table: Table, seats: Sequence[Seat], what: str) -> list[New]:
    """The asker withdraws; another accepts or refuses."""
    asker = table.undo_asked
    if asker is None:
        raise deny("no_undo_pending")
    own = asker in seats
    if not seats or own != (what == "withdrawn"):
        raise deny("not_yours")
    if what != "accepted":
        return [("undo", {"seat": asker, "what": what})]
    index = table.last_decision([asker])
    assert index is not None
    return [("undone", {"seat": asker, "to": index})]


def take_seat(table: Table, seat: Seat, guest: str, name: str, rng: Random) -> list[New]:
    """A guest sits down on an open seat; who sits there already stays."""
    if seat in table.seats_of(guest):
        return []
    if table.seats[seat].kind != "open":
        raise deny("taken")
    news: list[New] = [seated(seat, Sitter("person", guest, name))]
    after = grown(table, news)
    return news if after.incomplete or after.moves else news + chance(after, rng)


def leave(table: Table, seat: Seat, to: str) -> list[New]:
    """Hands a seat to a bot, or opens it for another person."""
    _going_on(table)
    if not may_leave(table, table.seats_of(table.seats[seat].guest)):
        raise deny("resign_instead")
    sitter = Sitter("open") if to == "open" else Sitter("bot", bot=middling_bot(table.kit))
    return [seated(seat, sitter)]


def may_leave(table: Table, mine: Sequence[Seat]) -> bool:
    """With three and more; with two, who sits on both seats may hand one over."""
    return bool(mine) and (len(table.seats) > 2 or len(mine) > 1) and table.outcome is None


def fill(table: Table, seat: Seat, rng: Random) -> list[New]:
    """Puts a bot on an open seat, so that nobody waits for ever."""
    if table.seats[seat].kind != "open":
        raise deny("taken")
    news: list[New] = [seated(seat, Sitter("bot", bot=middling_bot(table.kit)))]
    after = grown(table, news)
    return news if after.incomplete or after.moves else news + chance(after, rng)


def may_undo(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether asking to take back can lead anywhere."""
    try:
        undo(table, mine)
    except Refusal:
        return False
    return True


def check_hint(table: Table, seats: Sequence[Seat]) -> None:
    """Refuses a hint to who is not to act, and where it would help against other people."""
    _going_on(table)
    if table.incomplete:
        raise deny("incomplete")
    if not seats:
        raise deny("onlooker")
    if not free_undo(table):
        raise deny("hint_alone")
    if table.turn not in seats:
        raise deny("not_yours")


def may_hint(table: Table, mine: Sequence[Seat]) -> bool:
    """Whether one of these seats can ask for a hint now."""
    try:
        check_hint(table, mine)
    except Refusal:
        return False
    return True


def seated(seat: Seat, sitter: Sitter) -> New:
    """The event that somebody sits on a seat from now on."""
    body = {"seat": seat, "kind": sitter.kind, "guest": sitter.guest}
    return "seated", {**body, "name": sitter.name, "bot": sitter.bot}


def from_record(match: Match) -> list[New]:
    """The events of a game that was played elsewhere."""
    game, state = match.kit.game, match.start
    news: list[New] = [("opened", {"headers": match.headers or ()})]
    for action in match.actions:
        text = game.notation.write_action(action)
        news.append(("action", {"seat": game.turn(state), "text": text}))
        state = game.apply(state, action)
    if match.resigned is not None:
        news.append(("resigned", {"seat": match.resigned}))
    return news


def aside(table: Table, number: int, line: str = "") -> Table:
    """A finished table after so many moves, and perhaps after others that people might choose."""
    if table.outcome is None:
        raise deny("not_over")
    if not 0 <= number <= len(table.moves):
        raise deny("no_move")
    past, game = taken_back(table, number), table.kit.game
    for text in filter(None, map(str.strip, line.split("|"))):
        if past.turn is None:
            raise deny("no_move")
        action = game.checked(past.state, game.notation.read_action(text))
        news: New = ("action", {"seat": past.turn, "text": game.notation.write_action(action)})
        past = grown(past, [news])
    return past


def played_on(past: Table) -> list[New]:
    """The events of a game that goes on from there on a table of its own."""
    if past.outcome is not None:
        raise deny("nothing_left")
    if past.rules != past.kit.box.version:
        raise deny("old_rules")
    moves = [("action", {"seat": m.seat, "text": m.text}) for m in past.moves]
    return [("opened", {"headers": past.headers}), *moves]


def _going_on(table: Table) -> None:
    if table.outcome is not None:
        raise IllegalAction(because("match.over"))
