"""The messages that the page of a table sends to the house, and the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.hub import Form, Message, whole
from ludotheque.house.keeping import KeeperAway
from ludotheque.table.messages import kept_reply, read_command, read_hint
from ludotheque.table.replies import id_of, press_reply, refused_reply, steps_reply
from ludotheque.table.table import Table

if TYPE_CHECKING:
    from ludotheque.house.house import House

Heard = Mapping[str, Any]


class Conversation(ABC):
    """The connection of one page or program to one table.

    The hub must follow the table while the connection is open. Subclasses carry the messages: over
    a socket, or to and from a Worker.
    """

    KINDS: ClassVar[Mapping[str, str]] = {
        "ping": "_ping",
        "hello": "_hello",
        "press": "_press",
        "hint": "_hint",
    }
    """The method that answers each kind of message; any other kind is a command."""

    def __init__(
        self, house: House, table_id: str, guest: str, lang: str, form: Form = Form.VIEW
    ) -> None:
        self._house = house
        self.table_id = table_id
        self.guest = guest
        self.lang = lang
        self.form = form

    @abstractmethod
    def push(self, text: bytes) -> None:
        """Sends a message soon; never waits."""

    @abstractmethod
    async def reply(self, message: Message) -> None:
        """Sends an answer, after all messages sent before it."""

    async def hear(self, message: Heard) -> None:
        """Answers one message with its result, or with the reason for a refusal."""
        kind = message.get("type")
        work = self.KINDS.get(kind, "_command") if isinstance(kind, str) else "_command"
        try:
            answer: Message | None = await getattr(self, work)(message)
        except Refusal as refusal:
            answer = await self._refused(message, refusal)
        except KeeperAway as away:
            if kind == "hello":
                raise  # the page connects again, and greets again
            answer = put_off(message, self.lang, away.key, away.retry_after_s)
        if answer is not None:
            await self.reply(answer)

    def table(self) -> Table:
        """The newest known state of the table."""
        return self._house.hub.newest(self.table_id)

    def leave(self) -> None:
        """Stops sending changes of the table."""
        self._house.hub.part(self.table_id, self)

    async def _ping(self, message: Heard) -> Message:
        del message
        return {"type": "pong"}

    async def _hello(self, message: Heard) -> None:
        """Brings the page up to date; the message names the last event that the page has seen."""
        since, hub = message.get("since"), self._house.hub
        if message.get("deltas") == 1 and self.form is Form.VIEW:
            self.form = Form.STEPS
        self.leave()
        steps = await self._steps_since(since)
        if steps is None and since != self.table().seq:
            self.push(hub.welcome(self.table_id, self))
            return
        hub.join(self.table_id, self)
        if steps is not None:
            self.push(hub.encode(steps))

    async def _steps_since(self, since: Any) -> Message | None:
        """The steps since that event; None if none or too many, or if the page accepts none."""
        newest = self.table()
        if self.form is not Form.STEPS or not isinstance(since, int) or since >= newest.seq:
            return None
        states = await self._house.tables.states_since(self.table_id, since)
        if not states or states[-1].seq != self.table().seq:
            return None
        return steps_reply(states, self.guest, self.lang)

    async def _press(self, message: Heard) -> Message | None:
        """Why these presses form no action, or what it would do; None if they are incomplete."""
        return press_reply(self.table(), self.guest, self.lang, message)

    async def _hint(self, message: Heard) -> Message:
        """One step of a hint, for this page only."""
        wish = read_hint(message)
        step = await self._house.hints.step(self.table(), self.guest, wish, self.lang)
        return {"type": "hint", "id": wish.id, **step}

    async def _command(self, message: Heard) -> Message:
        """Carries out a command; answers once it is stored."""
        command = read_command(message)
        kept = await self._house.command(self.table_id, command, self.guest)
        return kept_reply(command, kept.seq)

    async def _refused(self, message: Heard, refusal: Refusal) -> Message:
        """The reason for a refusal; a page that accepts no steps also gets the newest view."""
        table = self.table()
        view = {} if self.form is Form.STEPS else {"view": whole(table, self)["view"]}
        return {**refused_reply(table, self.lang, message, refusal), **view}


def put_off(message: Heard, lang: str, key: str, wait_s: float) -> Message:
    """The answer to a message that can be sent again after `wait_s` seconds."""
    text = texts(PACKAGE, lang)(f"site.{key}")
    return {"type": "refused", "text": text, "retry_after": wait_s, "id": id_of(message)}
