"""The browser client: its size when sent, and messages that match its types."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from ludotheque import catalogue
from ludotheque.house.scripts import PAGES, address
from ludotheque.render.shapes import SentAreaChange
from ludotheque.table import shapes
from tests.house.client import carried, words_of
from tests.shapes import assert_shaped
from tests.site.running import Running, cookie, until
from tests.site.wire import Wire

GAMES = [box.name for box in catalogue()]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_table_is_light(site: Running, game: str) -> None:
    """A browser is sent less than 100 kB in all, and one script."""
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here")
        page = guest.get(f"/t/{table}").text
        assets = re.findall(r'(?:src|href)="(/(?:static|sheet|script)/[^"]+)"', page)
        weight = {path: _travels(guest, path) for path in (f"/t/{table}", *assets)}
        assert sum(weight.values()) < 100_000
        assert len(re.findall(r'<script type="module" src="([^"]+)"', page)) == 1


def _travels(guest: httpx.Client, path: str) -> int:
    with guest.stream("GET", path, headers={"accept-encoding": "gzip, br"}) as answer:
        assert answer.status_code == 200
        return sum(map(len, answer.iter_raw()))


@pytest.mark.parametrize("page", PAGES)
def test_a_script_is_the_same_in_every_encoding(site: Running, page: str) -> None:
    with site.guest() as guest:
        answers = {
            encoding: guest.get(address(page), headers={"accept-encoding": encoding})
            for encoding in ("identity", "gzip", "gzip, deflate, br")
        }
        encodings = [answer.headers.get("content-encoding") for answer in answers.values()]
        assert encodings == [None, "gzip", "br"]
        assert {answer.text for answer in answers.values()} == {answers["identity"].text}
        varies = {name for a in answers.values() for name in a.headers["vary"].split(", ")}
        assert varies == {"Accept-Encoding"}
        for path in ("board", "board/board", "..%2Fboard%2Fboard"):
            assert guest.get(f"/script/{path}.js").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_page_carries_what_the_client_expects(site: Running, game: str) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here")
        page = guest.get(f"/t/{table}").text
        view = carried(page, "first")
        assert_shaped(view, shapes.View)
        assert view["areas"]
        assert view["seats"]
        assert view["moves"]
        assert_shaped(guest.get(f"/t/{table}/at/0").json(), shapes.PastView)
        assert len(guest.get(f"/t/{table}/told").json()) == len(view["moves"])
        states = {"connecting", "connected", "offline"}
        assert set(carried(page, "words")) == words_of("TableWords") | states


def test_a_typed_step_is_told_as_the_client_expects(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "croisements", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        view = wire.hello()
        while not isinstance(view["gestures"][0][-1], dict):
            wire.act(view["gestures"][0][-1])
            view = wire.newer(view["seq"])
        assert_shaped(view["gestures"][0][-1], shapes.TypedStep)
        wire.close()


def test_answers_are_what_the_client_expects(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "babylone", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        view = wire.hello()
        wire.follow(view["seq"])
        kept = wire.ask({"type": "act", "action": view["gestures"][0][-1]}, view["seq"])
        assert_shaped(kept, shapes.SentKept)
        told = wire.until("steps")
        assert_shaped(told, shapes.SentSteps)
        assert all(step["gestures"] for step in told["steps"])
        kept = wire.ask({"type": "act", "action": "a>b"}, told["steps"][-1]["seq"])
        assert_shaped(kept, shapes.SentKept)
        for step in wire.until("steps")["steps"]:
            assert_shaped(step, shapes.SentStep)
            assert_shaped(step["areas"]["board"], SentAreaChange)
        refused = wire.ask({"type": "act", "action": "nonsense"})
        assert_shaped(refused, shapes.SentRefused)
        wire.say({"type": "hint", "id": "h", "step": 1})
        assert_shaped(wire.until("hint"), shapes.SentHint)
        wire.say({"type": "press", "presses": ["pile-a", "pile-a"]})
        assert_shaped(wire.until("why"), shapes.Why)
        wire.say({"type": "press", "presses": ["pile-c", "pile-d"]})
        assert_shaped(wire.until("outlook"), shapes.SentOutlook)
        wire.say({"type": "ping"})
        assert_shaped(wire.until("pong"), shapes.Pong)
        wire.close()


def reviewed(guest: httpx.Client, table: str) -> dict[str, Any]:
    told: dict[str, Any] = guest.get(f"/api/tables/{table}/review?known=0&wait=8").json()
    return told


def test_a_review_is_told_as_the_client_expects(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "babylone", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        for _ in range(2):
            view = wire.hello()
            assert wire.act(view["gestures"][0][-1])["type"] == "kept"
        assert wire.ask({"type": "resign"})["type"] == "kept"
        wire.close()
        page = guest.get(f"/t/{table}/review").text
        assert_shaped(carried(page, "first"), shapes.ReviewStart)
        assert set(carried(page, "words")) == words_of("ReviewWords")
        until(lambda: reviewed(guest, table)["decisions"])
        assert_shaped(reviewed(guest, table), shapes.ReviewNews)
