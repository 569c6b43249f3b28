"""The texts of push messages, in the language of the device that shows them."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import orjson

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.site.push.occasions import DAILY, INVITED, JOINED, OFFERED, TURN, Occasion
from ludotheque.site.push.subscriptions import Subscription
from ludotheque.table.shapes import Told
from ludotheque.table.table import Table
from ludotheque.table.words import can_act, words_of

# Every message is padded to the length of the longest, so that its length reveals nothing to a push
# service: six names of 30 letters, and three times that for all the rest.
_PADDED_BYTES = 1800
# How long a push service keeps a message for a device that is off; after a day, guests look into
# the list of their games anyway.
_KEPT_FOR_S = 24 * 3600
_TOPIC_BYTES = 16  # in hexadecimal, the 32 letters that a push service accepts


class PushMessage(NamedTuple):
    """A message as a person sees it, and the path of the page it opens, which holds no secret."""

    kind: str
    title: str
    body: str
    path: str


def message_of(occasion: Occasion, kind: str, guest: str, lang: str) -> PushMessage:
    """The message to a guest about a table."""
    table, say, words = occasion.table, texts(PACKAGE, lang), words_of(occasion.table, lang)
    mine = table.seats_of(guest)
    name = "" if occasion.about is None else words.names[occasion.about]
    title = say(f"push.{kind}", name=name)
    others = [who for seat, who in enumerate(words.names) if seat not in (*mine, *table.open_seats)]
    body = say("push.game", title=table.kit.box.title(lang), names=say.listed(others))
    if kind == JOINED and can_act(table, mine):
        body = f"{body} {say('push.joined_turn')}"
    return PushMessage(kind, title, body, _path(table, kind))


def _path(table: Table, kind: str) -> str:
    """The page that a message opens; the path alone gives nobody else access to anything."""
    if kind == INVITED:
        return f"/t/{table.id}/join"
    return f"/t/{table.rematch if kind == OFFERED else table.id}"


def daily_message(count: int, lang: str) -> PushMessage:
    """The daily message: how many slow games wait for the guest."""
    say = texts(PACKAGE, lang)
    return PushMessage(DAILY, say("push.daily", n=count), say("push.daily_why"), "/tables")


def written(message: PushMessage, to: Subscription) -> bytes:
    """A message as padded JSON for the service worker, with the device id for unsubscribing."""
    told: Told = {
        "kind": message.kind,
        "title": message.title,
        "body": message.body,
        "path": message.path,
        "lang": to.lang,
        "stop": texts(PACKAGE, to.lang)("push.stop"),
        "device": to.id,
    }
    return orjson.dumps(told).ljust(_PADDED_BYTES)


def headers_of(message: PushMessage, to: Subscription) -> dict[str, str]:
    """Headers for a push service: how long to keep a message, which one it replaces, urgency."""
    # All offers of a rematch share one message; otherwise it is all messages about a page.
    what = message.kind if message.kind == OFFERED else message.path
    about = blake2b(f"{to.id} {what}".encode(), digest_size=_TOPIC_BYTES).hexdigest()
    urgency = "high" if message.kind in (TURN, INVITED) else "normal"
    return {"TTL": str(_KEPT_FOR_S), "Topic": about, "Urgency": urgency}
