"""Traces the modules that a move, a new table, an answer in practice and a bot's move pass.

A site with SQLite runs in this process, and every function of the library that is called is noted.
Each action is traced after it was rehearsed several times, when nothing is imported or cached for
the first time any more. Random numbers are seeded, and periodic tasks of the site run only once.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random, SystemRandom
from types import FrameType
from typing import Any
from unittest.mock import patch

import httpx
from tests.site.inside import serving
from websockets.sync.client import ClientConnection, connect

import ludotheque
from ludotheque.play.work import BotMove

ROOT = Path(__file__).parent.parent
SOURCE = Path(ludotheque.__file__).parent
Step = tuple[str, str]
"""A function that is called: its file, relative to the library, and its name."""
MOVE, TABLE, ANSWER, BOT = "a move", "a new table", "an answer in practice", "a bot's move"
# Only periodic tasks sleep this long; here, they sleep for an hour instead.
_SWEEP_S, _NEVER_S = 1.0, 3600.0
_ANSWER_S = 20.0
_SETTLED_TURNS = 20  # of the event loop, after which no work is pending
# Enough to meet, and to cache, all random cases: who begins; and what a bot does.
_REHEARSALS, _BOT_REHEARSALS = 5, 20
_GAME = "plus4(mode=endless)"


class Walk:
    """Notes the functions of the library that are called while `looking`."""

    def __init__(self) -> None:
        self.looking = False
        self.steps: list[Step] = []
        self._root = f"{SOURCE}/"
        self._loop: asyncio.AbstractEventLoop | None = None

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Notes a function call; this is a profile function of `threading` and `sys`."""
        if event != "call" or (self._loop is not None and not self.looking):
            return  # soon: this is called at every call of every function
        file = frame.f_code.co_filename
        if not file.startswith(self._root) or not file.endswith(".py"):
            return
        if self._loop is None:
            self._loop = asyncio._get_running_loop()
        if self.looking:
            self.steps.append((file.removeprefix(self._root), frame.f_code.co_name))

    @contextmanager
    def over(self) -> Iterator[None]:
        """Traces what happens in the block, and all that follows from it."""
        self._settle()
        self.looking = True
        yield
        self._settle()
        self.looking = False

    def _settle(self) -> None:
        """Waits until the event loop has no pending work."""
        if self._loop is None:
            return
        for _ in range(_SETTLED_TURNS):
            asyncio.run_coroutine_threadsafe(_nothing(), self._loop).result(_ANSWER_S)


async def _nothing() -> None:
    pass


@contextmanager
def site(folder: Path) -> Iterator[tuple[str, Walk]]:
    """Runs a site in this process with tracing in all threads; yields its address and the walk."""
    walk, sleep, chance = Walk(), asyncio.sleep, Random(1)

    async def once(seconds: float, result: Any = None) -> Any:
        return await sleep(seconds if seconds < _SWEEP_S else _NEVER_S, result)

    threading.setprofile(walk)
    try:
        with (
            patch("asyncio.sleep", once),
            patch("ludotheque.site.company.presence.GRACE_S", _NEVER_S),
            patch.dict("os.environ", LUDOTHEQUE_DATA=str(folder)),  # without stored solutions
            patch.multiple(SystemRandom, random=chance.random, getrandbits=chance.getrandbits),
            serving(folder) as (address, _),
        ):
            yield address, walk
    finally:
        threading.setprofile(None)


def move(folder: Path) -> Walk:
    """Traces a move of one of two people who follow their table."""
    with site(folder) as (address, walk):
        for _ in range(_REHEARSALS):
            with _two_people(address) as (people, seq, turn):
                _act(people[turn], people, seq, "1")
                _act(people[1 - turn], people, seq + 1, "2")
        with _two_people(address) as (people, seq, turn):
            _act(people[turn], people, seq, "1")
            with walk.over():
                _act(people[1 - turn], people, seq + 1, "2")
    return walk


def new_table(folder: Path) -> Walk:
    """Traces setting up a table with the form, and showing its page."""
    with site(folder) as (address, walk), _browser(address) as browser:
        form = {"seat0": "me", "name0": "Ada", "seat1": "here", "name1": "Bo"}

        def made() -> None:
            page = browser.post("/new/plus4", data=form)
            assert page.status_code == 200, page.text
            assert page.url.path.startswith("/t/")

        _rehearsed(walk, made)
    return walk


def answer(folder: Path) -> Walk:
    """Traces a correct answer to a lesson."""
    with site(folder) as (address, walk), _browser(address) as browser:

        def answered() -> None:
            tried = browser.post("/learn/plus4/2", json={"actions": ["2"]})
            assert tried.status_code == 200, tried.text
            assert tried.json()["kind"] == "done", tried.json()

        _rehearsed(walk, answered)
    return walk


def bot_move(folder: Path) -> Walk:
    """Traces a move and a bot's reply: on the site, and in the process in which the bot thinks."""
    with site(folder) as (address, walk):
        for number in range(_BOT_REHEARSALS + 1):
            table, (token, *_) = _made(address, _GAME, "me", "beginner")
            with _line(address, table, token) as person, ExitStack() as looking:
                if _heard(person, "view")["view"]["turn"] != 0:
                    _heard(person, "steps")
                now = _position(address, table, token)
                if number == _BOT_REHEARSALS:
                    looking.enter_context(walk.over())
                _act(person, [person], now["seq"], now["gestures"][0]["action"])
                _heard(person, "steps")
        table, (token, _) = _made(address, _GAME, "me", "me")
        state = _position(address, table, token)["state"]
        thought = BotMove(_GAME, state, "beginner", seed=1)
        _rehearsed(walk, lambda: _followed(walk, lambda: thought.run(lambda: None)))
    return walk


WALKS: dict[str, Callable[[Path], Walk]] = {
    MOVE: move,
    TABLE: new_table,
    ANSWER: answer,
    BOT: bot_move,
}


def followed() -> dict[str, list[Step]]:
    """Returns the steps of all walks, from a new process, whose caches are empty."""
    clean = {name: v for name, v in os.environ.items() if not name.startswith("LUDOTHEQUE_")}
    # Not `-m tools.walks`: the process of the bot would import this module, too.
    command = [sys.executable, "-c", "from tools.walks import main; main()"]
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, check=True)
    told: dict[str, list[list[str]]] = json.loads(done.stdout)
    return {name: [(file, function) for file, function in steps] for name, steps in told.items()}


def files_of(steps: Iterable[Step]) -> list[str]:
    """Returns the files in some steps, sorted."""
    return sorted({file for file, _ in steps})


def main() -> None:
    """Prints the steps of all walks as JSON."""
    walked = {}
    for name, walk in WALKS.items():
        with tempfile.TemporaryDirectory() as folder:
            walked[name] = walk(Path(folder)).steps
    print(json.dumps(walked))


def _rehearsed(walk: Walk, do: Callable[[], object]) -> None:
    """Does something often enough to meet all random cases, then traces it once."""
    for _ in range(_REHEARSALS):
        do()
    with walk.over():
        do()


def _followed(walk: Walk, do: Callable[[], object]) -> None:
    """Does something with tracing in this thread."""
    before = sys.getprofile()
    sys.setprofile(walk)
    try:
        do()
    finally:
        sys.setprofile(before)


def _browser(address: str) -> httpx.Client:
    headers = {"accept": "text/html", "origin": f"http://{address}"}
    url = f"http://{address}"
    return httpx.Client(base_url=url, headers=headers, timeout=_ANSWER_S, follow_redirects=True)


def _made(address: str, spec: str, *seats: str) -> tuple[str, list[str]]:
    """Sets up a table; returns its id, and the tokens of its people."""
    body = {"spec": spec, "seats": [*seats]}
    made = httpx.post(f"http://{address}/api/tables", json=body, timeout=_ANSWER_S).json()
    return made["table"], [place["token"] for place in made["seats"]]


def _position(address: str, table: str, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    path = f"http://{address}/api/tables/{table}"
    return httpx.get(path, headers=headers, timeout=_ANSWER_S).json()


@contextmanager
def _two_people(address: str) -> Iterator[tuple[list[ClientConnection], int, int]]:
    """Connects two people to a new table; yields them, its last event and the seat to move."""
    table, tokens = _made(address, _GAME, "me", "me")
    with ExitStack() as lines:
        people = [lines.enter_context(_line(address, table, token)) for token in tokens]
        views = [_heard(person, "view")["view"] for person in people]
        yield people, views[0]["seq"], views[0]["turn"]


@contextmanager
def _line(address: str, table: str, token: str) -> Iterator[ClientConnection]:
    """Connects to a table as its page does."""
    who = {"authorization": f"Bearer {token}"} if token else {}
    path = f"ws://{address}/api/tables/{table}/live"
    with connect(path, additional_headers=who) as line:
        line.send(json.dumps({"type": "hello", "since": None, "deltas": 1}))
        yield line


def _act(mover: ClientConnection, people: list[ClientConnection], seq: int, action: str) -> None:
    """Makes a move, and waits until everyone has received it."""
    wish = {"type": "act", "id": f"move {seq}", "expected": seq, "action": action}
    mover.send(json.dumps(wish))
    _heard(mover, "kept")
    for person in people:
        _heard(person, "steps")


def _heard(line: ClientConnection, kind: str) -> Any:
    message = json.loads(line.recv(_ANSWER_S))
    assert message["type"] == kind, message
    return message


if __name__ == "__main__":
    main()
