"""The browser client: how much of it travels, and that its types are what the site sends."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import httpx
import pytest

from ludotheque import catalogue
from ludotheque.table.messages import COMMANDS, Command, HintWish
from ludotheque.web import FOLDER
from ludotheque.web.scripts import PAGES, address, compressed
from tests.server.running import Running, cookie, until
from tests.server.wire import Wire

GAMES = [box.name for box in catalogue()]
STATIC = FOLDER / "static"
TYPES = (STATIC / "types.d.ts").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_table_is_light(site: Running, game: str) -> None:
    """What travels to a browser: under 100 kB in all, and two scripts of at most 20 kB."""
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here")
        page = guest.get(f"/t/{table}").text
        assets = re.findall(r'(?:src|href)="(/(?:static|sheet|script)/[^"]+)"', page)
        weight = {path: _travels(guest, path) for path in (f"/t/{table}", *assets)}
        assert sum(weight.values()) < 100_000
        script = re.findall(r'<script type="module" src="([^"]+)"', page)
        assert [weight[path] <= 20_000 for path in script] == [True, True]


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
        assert guest.get("/script/board.js").status_code == 404


def test_a_joined_script_has_every_module_once_and_none_to_load() -> None:
    script = compressed("table", "identity").decode()
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)
    assert {name: script.count(f"const ${name}=") for name in ("dom", "board", "views")} == {
        "dom": 1, "board": 1, "views": 1,
    }  # fmt: skip
    assert script.index("const $dom=") < script.index("const $board="), "it is used there"


def fields_of(interface: str) -> set[str]:
    """The fields that the client knows of one kind of data, optional ones with a question mark."""
    found = re.search(rf"interface {interface}( extends .*?)? {{\n(.*?)\n}}", TYPES, re.DOTALL)
    assert found, interface
    own = set(re.findall(r"^  (\w+\??):", found[2], re.MULTILINE))
    return own | (fields_of("PastView") if found[1] == " extends PastView" else set())


def fits(told: dict[str, Any], interface: str) -> None:
    """Fails unless the data has all fields of the interface and no others."""
    known = fields_of(interface)
    needed = {name for name in known if not name.endswith("?")}
    assert needed <= set(told) <= {name.rstrip("?") for name in known}, interface


def carried(page: str, name: str) -> Any:
    """The data that a page carries under that name."""
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL
    )
    assert found, name
    return json.loads(found[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_told_as_the_client_expects(site: Running, game: str) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here")
        page = guest.get(f"/t/{table}").text
        view = carried(page, "first")
        fits(view, "View")
        fits(view["can"], "Can")
        for prompts in view["prompts"].values():
            for prompt in prompts.values():
                fits(prompt, "StepPrompt")
                fits(prompt["many"], "Prompt")
        for kind, told in (("Area", "areas"), ("Seat", "seats"), ("MoveLine", "moves")):
            assert view[told], told
            for one in view[told]:
                fits(one, kind)
        fits(guest.get(f"/t/{table}/at/0").json(), "PastView")
        assert len(guest.get(f"/t/{table}/told").json()) == len(view["moves"])
        states = {"connecting", "connected", "offline"}
        assert set(carried(page, "words")) == fields_of("TableWords") | states


def test_a_typed_step_is_told_as_the_client_expects(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "croisements", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        view = wire.hello()
        while not isinstance(view["gestures"][0][-1], dict):
            wire.act(view["gestures"][0][-1])
            view = wire.newer(view["seq"])
        fits(view["gestures"][0][-1], "TypedStep")
        wire.close()


def test_answers_are_what_the_client_expects(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "babylone", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        view = wire.hello()
        wire.follow(view["seq"])
        fits(wire.ask({"type": "act", "action": view["gestures"][0][-1]}, view["seq"]), "Kept")
        told = wire.until("steps")
        fits(told, "Steps")
        for step in told["steps"]:
            fits(step, "Step")
            for family in step["gestures"]:
                fits(family, "Family")
        fits(wire.ask({"type": "act", "action": "a>b"}, told["steps"][-1]["seq"]), "Kept")
        for step in wire.until("steps")["steps"]:
            fits(step["areas"]["board"], "AreaChange")
        fits(wire.ask({"type": "act", "action": "nonsense"}), "Refused")
        wire.say({"type": "hint", "id": "h", "step": 1})
        fits(wire.until("hint"), "Hint")
        wire.say({"type": "press", "presses": ["pile-a", "pile-a"]})
        fits(wire.until("why"), "Why")
        wire.say({"type": "press", "presses": ["pile-c", "pile-d"]})
        fits(wire.until("outlook"), "Outlook")
        wire.close()


def test_the_client_sends_the_commands_that_the_site_reads() -> None:
    union = re.search(r"type Command =(.*?);\n\n", TYPES, re.DOTALL)
    assert union
    written = re.findall(r'\{ type: "(\w+)"([^}]*)\}', union[1])
    read = {(command.type, *_own(command)) for command in COMMANDS}
    assert {(kind, *re.findall(r"(\w+):", rest)) for kind, rest in written} == read
    (hint,) = re.findall(r'type HintRequest = \{ type: "hint"; (\w+): number \};', TYPES)
    assert hint in {field.name for field in fields(HintWish)}


def _own(command: type[Command]) -> list[str]:
    return [field.name for field in fields(command) if field.name not in ("id", "expected")]


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
        fits(carried(page, "first"), "ReviewStart")
        fits(carried(page, "words"), "ReviewWords")
        until(lambda: reviewed(guest, table)["decisions"])
        news = reviewed(guest, table)
        fits(news, "ReviewNews")
        for decision in news["decisions"]:
            fits(decision, "Decision")
            for worth in decision["worth"]:
                fits(worth, "Verdict")
