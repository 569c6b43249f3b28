"""Replies to a page that follows a table: refusals, what presses mean, and missed steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.reason import Refusal
from ludotheque.table.commands import why_not
from ludotheque.table.messages import read_presses
from ludotheque.table.shapes import SentOutlook, SentRefused, SentSteps, Why
from ludotheque.table.table import Event, Table, begun, fold_all, fold_steps, steps_of
from ludotheque.table.views.page import MOST_STEPS, eyes_of, steps_through
from ludotheque.table.words import words_of


def id_of(message: Mapping[str, Any]) -> str | None:
    """The id of a message, which its reply repeats; None without a valid one."""
    name = message.get("id")
    return name if isinstance(name, str) else None


def refused_reply(
    table: Table, lang: str, message: Mapping[str, Any], refusal: Refusal
) -> SentRefused:
    """The reply that refuses a message, with the reason and the rules paragraph."""
    reason = refusal.reason
    text = words_of(table, lang).say(reason)
    return {"type": "refused", "id": id_of(message), "text": text, "rule": reason.rule}


def press_reply(
    table: Table, guest: str, lang: str, message: Mapping[str, Any]
) -> Why | SentOutlook | None:
    """Why these presses form no action, or what the action that they form would do.

    None while they are incomplete, or if the game says nothing about the action.
    """
    presses, words = read_presses(message), words_of(table, lang)
    why = why_not(table, guest, presses)
    if why is not None:
        return {"type": "why", "text": words.say(why), "rule": why.rule}
    outlook = table.kit.game.painter.outlook(table.state, presses, words.game)
    if outlook is None:
        return None
    text, always = outlook
    return {"type": "outlook", "presses": presses, "text": text, "always": always}


def states_since(table_id: str, log: Sequence[Event], since: int) -> list[Table]:
    """The table after event `since` and after each later step; empty if these are too many."""
    if not 0 <= since < len(log) or len(steps_of(log[since + 1 :])) > MOST_STEPS:
        return []
    then = fold_all(begun(log[0], table_id), log[1 : since + 1])
    return [then, *fold_steps(then, log[since + 1 :])]


def steps_reply(states: Sequence[Table], guest: str, lang: str) -> SentSteps | None:
    """The steps through these states for a guest; None if the guest's seats changed meanwhile."""
    eyes = {eyes_of(state, guest, lang) for state in states}
    return steps_through(eyes.pop(), states) if len(eyes) == 1 else None
