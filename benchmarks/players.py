"""Players at the tables of the site, who keep little of a view and choose moves from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from random import Random
from string import ascii_uppercase
from typing import Any

import orjson

from benchmarks.crowd import Now, Pair, Player
from benchmarks.sockets import post
from ludotheque.words import lexicon

SPECS = ("plus4(mode=endless)", "redline", "babylone(to_win=3)", "croisements")
GAMES = tuple(spec.partition("(")[0] for spec in SPECS)
_LANG = "fr"
_TRIES = 1000  # far more than needed: nearly every gesture of Croisements has a word
_HELLO = b'{"type":"hello","since":null,"deltas":1,"presence":1}'
_PING = b'{"type":"ping"}'
_ids = count()


class SitePlayer(Player):
    """A page of the site that draws nothing."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self.gestures: list[Any] = []

    def ping(self) -> None:
        """Sends a ping, as the page does."""
        self.say(_PING)

    def act(self, rng: Random) -> None:
        """Sends a random action that the gestures offer."""
        action, name = any_action(self.gestures, rng), f"{next(_ids):08}"
        self.say(orjson.dumps({"type": "act", "id": name, "expected": self.seq, "action": action}))

    def heard(self, text: bytes, frame_bytes: int) -> None:
        """Keeps what is needed to move, and drops the rest."""
        message = orjson.loads(text)
        self.heard_at = Now()
        kind = message["type"]
        if kind in ("pong", "presence"):  # no part of a move
            return
        self.heard_bytes += frame_bytes
        if kind == "refused":
            self.pair.fail(message["text"])
            return
        if kind == "kept":
            self.answered_at = self.heard_at
        elif kind == "view":
            self._take(message["view"], message["view"])
        elif kind == "steps":
            self._follow(message["from"], message["steps"])
        self.newer()

    def _follow(self, start: int, steps: list[dict[str, Any]]) -> None:
        if start == self.seq:
            for step in steps:
                self._take(step, step.get("facts", {}))
        elif steps[-1]["seq"] > self.seq:
            self.say(_HELLO)  # some are missing

    def _take(self, shown: dict[str, Any], facts: dict[str, Any]) -> None:
        self.seq = shown["seq"]
        self.can_act = facts.get("can", {}).get("act", self.can_act)
        self.over = bool(facts.get("over", self.over))
        self.gestures = shown.get("gestures", self.gestures)


class SitePair(Pair):
    """Two guests of the site, at one of the four games."""

    def __init__(self, port: int, number: int, clock: str = "") -> None:
        """Chooses the game by the number; `clock` is the pace of the table."""
        kind = number % len(SPECS)
        super().__init__(port, number, GAMES[kind])
        self.table = {"spec": SPECS[kind], "seats": ["me", "me"], "clock": clock}

    async def sit(self) -> None:
        """Sets up a table and waits for both views."""
        _learn_words()
        made = await post(self.port, "/api/tables", self.table)
        path = f"/api/tables/{made['table']}/live"
        players = [SitePlayer(self) for _ in made["seats"]]
        self.players = [*players]
        for player, seat in zip(players, made["seats"], strict=True):
            token = {"Authorization": f"Bearer {seat['token']}", "Accept-Language": _LANG}
            await player.open(self.port, path, **token)
            player.say(_HELLO)
        for player in players:
            await player.ready()


def any_action(gestures: Sequence[Any], rng: Random) -> str:
    """Returns a random action among those that a view (lists) or a step (families) offers.

    It does not list them all, but walks down a random way, and another if no word fits its end.
    """
    for _ in range(_TRIES):
        action = _walk(rng.choice(gestures), rng)
        if action is not None:
            return action
    raise ValueError("no word for any gesture")


def _walk(gesture: Any, rng: Random) -> str | None:
    """Returns the action of a gesture or of a random leaf of a family; None if no word fits."""
    if not isinstance(gesture, dict):
        end = gesture[-1]
        if isinstance(end, str):
            return end
        return _with_word(end["action"], end["initial"], end["letters"])
    rests, leaf = _way_down(gesture, rng)
    action = gesture["action"].format(*rests) if "action" in gesture else None
    if "typed" in gesture:
        return _typed(action, leaf)
    return str(leaf) if action is None else action


def _way_down(family: dict[str, Any], rng: Random) -> tuple[list[str], Any]:
    """Chooses a leaf of a family; returns the rest of each press, and the leaf, if there is one."""
    rests, level = [], family["tree"]
    for _ in family["steps"]:
        rests.append(rng.choice(list(level)))
        level = level[rests[-1]] if isinstance(level, dict) else None
    return rests, level


def _typed(action: str | None, leaf: Any) -> str | None:
    """Returns an action that ends in a word with the letters of the leaf, or None."""
    if action is None:
        return _with_word(*leaf)
    return _with_word(action, leaf[0], leaf if isinstance(leaf, str) else leaf[1])


def _with_word(action: str, initial: str, letters: str) -> str | None:
    word = _word(initial, letters)
    return None if word is None else action + word


@cache
def _word(initial: str, letters: str) -> str | None:
    return lexicon(_LANG).example(initial, letters)


@cache
def _learn_words() -> None:
    """Caches words beforehand, so that choosing one takes no time while moves are measured."""
    for initial in ascii_uppercase:
        for letter in ascii_uppercase:
            for times in (1, 2, 3, 4):
                _word(initial, letter * times)
