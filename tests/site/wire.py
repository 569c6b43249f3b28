"""A program at a table: speaks the page's own protocol over a real socket."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from threading import Event
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from ludotheque.words import lexicon
from tests.site.running import Running


def any_action(gestures: Sequence[Sequence[Any]], rng: Random) -> str:
    """One of the actions that a view offers, with a word where one is to be typed."""
    action = known_action(gestures, rng)
    assert action is not None, "no word for any gesture"
    return action


def known_action(gestures: Sequence[Sequence[Any]], rng: Random) -> str | None:
    """The same; None where no word in the list goes with any of them."""
    for *_, action in rng.sample(gestures, len(gestures)):
        if isinstance(action, str):
            return action
        word = lexicon(action["lang"]).example(action["initial"], action["letters"])
        if word is not None:
            return f"{action['action']}{word}"
    return None


class Wire:
    """One socket, with the newest view it was sent."""

    def __init__(
        self,
        site: Running | str,
        table: str,
        cookie: str = "",
        origin: str | None = None,
        query: str = "",
    ) -> None:
        headers = (
            {"cookie": cookie, "accept-language": "en"} if cookie else {"accept-language": "en"}
        )
        host = site if isinstance(site, str) else f"127.0.0.1:{site.port}"
        address = f"ws://{host}/api/tables/{table}/live{query}"
        self.open = ExitStack()
        wire = connect(
            address,
            additional_headers=headers,
            origin=Origin(origin) if origin else None,
            open_timeout=20,
            close_timeout=1,
        )
        self.socket: ClientConnection = self.open.enter_context(wire)
        self.view: dict[str, Any] = {}
        self.steps = False

    def follow(self, since: int | None = None) -> None:
        """Asks for steps instead of views from now on, as a page does."""
        self.steps = True
        self.say({"type": "hello", "since": since, "deltas": 1})

    def hello(self, since: int | None = None) -> dict[str, Any]:
        """The table as it stands, asked again as long as the site says "not so fast"."""
        self.say({"type": "hello", "since": since})
        while (answer := self.until("view", "refused"))["type"] == "refused":
            Event().wait(answer["retry_after"])
            self.say({"type": "hello", "since": since})
        return answer["view"]  # type: ignore[no-any-return]

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, timeout: float = 60) -> dict[str, Any]:
        message = json.loads(self.socket.recv(timeout))
        if message.get("view"):
            self.view = message["view"]
        return message  # type: ignore[no-any-return]

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; shows that it is still there, as a page does."""
        for _ in range(6):
            try:
                while (message := self.hear(10))["type"] not in kinds:
                    pass
                return message
            except TimeoutError:
                self.say({"type": "ping"})
        raise TimeoutError(f"nothing of {kinds}")

    def act(
        self, action: str, expected: int | None = None, name: str | None = None
    ) -> dict[str, Any]:
        """Sends an action; what comes back, kept (and the view after it) or refused."""
        return self.ask({"type": "act", "action": action}, expected, name)

    def ask(
        self, body: dict[str, Any], expected: int | None = None, name: str | None = None
    ) -> dict[str, Any]:
        name = name or uuid.uuid4().hex
        self.say(
            {**body, "id": name, "expected": self.view["seq"] if expected is None else expected}
        )
        while (message := self.until("kept", "refused")).get("id") != name:
            pass
        if message["type"] == "kept" and not self.steps:
            self.newer(message["seq"] - 1)
        return message

    def newer(self, seq: int) -> dict[str, Any]:
        """The first view after that number."""
        while self.view.get("seq", -1) <= seq:
            self.hear()
        return self.view

    def close(self) -> None:
        self.open.close()
