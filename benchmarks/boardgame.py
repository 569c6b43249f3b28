"""Players at a boardgame.io server, over the frames of its own transport (socket.io 4)."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson

from benchmarks.crowd import Now, Pair, Player
from benchmarks.sockets import post

_GAME = "plus4"
_COLUMNS = 4
_LIVE = "/socket.io/?EIO=4&transport=websocket"
# The beginning of a frame: engine.io's kind, then socket.io's kind and the name of the game.
_OPEN, _PING, _PONG = b"0", b"2", b"3"
_CONNECT = f"40/{_GAME},".encode()
_EVENT = f"42/{_GAME},".encode()


class GridPlayer(Player):
    """One client of boardgame.io, without its own copy of the game."""

    def __init__(self, pair: Pair, match: str, seat: str, credentials: str) -> None:
        super().__init__(pair)
        self.match, self.seat, self.credentials = match, seat, credentials

    def ping(self) -> None:
        """Does nothing: here the server sends the pings."""

    def act(self, rng: Random) -> None:
        """Pushes a pawn into a random column."""
        push = {
            "type": "push",
            "args": [rng.randrange(_COLUMNS)],
            "playerID": self.seat,
            "credentials": self.credentials,
        }
        self._emit(
            "update", {"type": "MAKE_MOVE", "payload": push}, self.seq, self.match, self.seat
        )

    def heard(self, text: bytes, frame_bytes: int) -> None:
        """Answers messages of the transport, and keeps the data needed to move."""
        self.heard_at = Now()
        if text.startswith(_EVENT):
            self.heard_bytes += frame_bytes
            self._take(*orjson.loads(text[len(_EVENT) :]))
        elif text.startswith(_CONNECT):
            self._emit("sync", self.match, self.seat, self.credentials)
        elif text.startswith(_PING):
            self.say(_PONG)
        elif text.startswith(_OPEN):
            self.say(_CONNECT)

    def _take(self, name: str, _match: str, shown: Any, *_: Any) -> None:
        """Takes a new state; for the player who has moved, that is the only answer."""
        if name not in ("update", "sync"):
            return
        state = shown if name == "update" else shown["state"]
        self.seq, self.over = state["_stateID"], "gameover" in state["ctx"]
        self.can_act, self.answered_at = state["ctx"]["currentPlayer"] == self.seat, self.heard_at
        self.newer()

    def _emit(self, *event: Any) -> None:
        self.say(_EVENT + orjson.dumps(event))


class GridPair(Pair):
    """Two players who met in the lobby of boardgame.io."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number, _GAME)

    async def sit(self) -> None:
        """Creates a match, joins both seats and waits for both states."""
        lobby = f"/games/{_GAME}"
        match = (await post(self.port, f"{lobby}/create", {"numPlayers": 2}))["matchID"]
        self.players = []
        for seat in ("0", "1"):
            name = {"playerID": seat, "playerName": seat}
            joined = await post(self.port, f"{lobby}/{match}/join", name)
            player = GridPlayer(self, match, seat, joined["playerCredentials"])
            self.players.append(player)
            await player.open(self.port, _LIVE)
        for one in self.players:
            await one.ready()
