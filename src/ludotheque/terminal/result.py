"""How a match stands or ended, in a few lines."""

from __future__ import annotations

from ludotheque.core.texts import texts
from ludotheque.play.match import Match


def result_lines(match: Match, lang: str) -> list[str]:
    """Who won, why and with how many points; or that the game goes on."""
    say = texts("ludotheque.terminal", lang)
    end = match.outcome
    if end is None:
        return [say("goes_on", n=len(match.actions))]
    names = [name_of(match, seat, lang) for seat in end.winners]
    won = say("won", names=say.listed(names), n=len(names)) if names else say("drawn")
    lines = [won, match.kit.text(end.reason, lang)]
    if any(end.points):
        lines.append(say("points", points=" – ".join(map(str, end.points))))
    return lines


def name_of(match: Match, seat: int, lang: str) -> str:
    """The name of the player at that seat, or what the game calls the seat, after its sign."""
    called = match.kit.text(f"seat.{seat}", lang)
    sign = match.kit.game.painter.emblems(match.state)[seat].sign
    return f"{sign} {match.names[seat]} ({called})" if match.names else f"{sign} {called}"
