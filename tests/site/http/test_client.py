"""The browser client: how much of it travels, and that it is sent what its types say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from graphlib import CycleError
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque import catalogue
from ludotheque.house import FOLDER, scripts
from ludotheque.house.scripts import PAGES, address, compressed
from ludotheque.render.shapes import SentAreaChange
from ludotheque.table import shapes
from tests.shapes import assert_shaped
from tests.site.running import Running, cookie, until
from tests.site.wire import Wire

GAMES = [box.name for box in catalogue()]
STATIC = FOLDER / "static"
TYPES = (STATIC / "client.d.ts").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_table_is_light(site: Running, game: str) -> None:
    """What travels to a browser: under 100 kB in all, and one script."""
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


def test_a_joined_script_has_every_module_once_and_none_to_load() -> None:
    script = compressed("table", "identity").decode()
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)
    modules = re.findall(r"const (\$\w[\w$]*)=\(\(\)=>", script)
    assert len(modules) == len(set(modules))
    assert {"$lib$dom", "$board$board", "$table$views"} <= set(modules)
    assert modules.index("$lib$dom") < modules.index("$board$board"), "it is used there"


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes modules by their paths, to be joined in the place of those of the client."""
    monkeypatch.setattr(scripts, "_STATIC", tmp_path)
    monkeypatch.setattr(scripts, "joined", scripts.joined.__wrapped__)

    def write(**texts: str) -> None:
        for name, text in texts.items():
            file = tmp_path / f"{name.replace('__', '/')}.js"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")

    return write


def test_modules_are_joined_across_folders(modules: Callable[..., None]) -> None:
    modules(
        pages__page='import { one } from "../lib/one.js";\n'
        'import { two as other } from "./two.js";\nconsole.log(one, other);\n',
        pages__two='import {\n  one,\n} from "../lib/one.js";\nexport const two = one + 1;\n',
        lib__one="const hidden = 1;\nexport const one = hidden;\n",
        pocket__lib__one="export const one = 5;\n",
    )
    expected = {False: "1 2", True: "5 6"}
    node = shutil.which("node")
    for pocket, printed in expected.items():
        script = scripts.joined("pages/page", pocket=pocket).decode()
        assert re.findall(r"const (\$[\w$]+)=\(", script) == ["$lib$one", "$pages$two"]
        if node:
            done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
            assert done.stdout.strip() == printed


@pytest.mark.parametrize(
    "line",
    ["export default 1;", 'import * as one from "./one.js";', 'import one from "./one.js";',
     'export { one } from "./one.js";'],
)  # fmt: skip
def test_what_cannot_be_joined_is_refused(modules: Callable[..., None], line: str) -> None:
    modules(page=f"{line}\n", one="export const one = 1;\n")
    with pytest.raises(ValueError, match=r"page\.js cannot be joined"):
        scripts.joined("page")


def test_modules_that_import_each_other_are_refused(modules: Callable[..., None]) -> None:
    modules(page='import { one } from "./one.js";\n', one='import { page } from "./page.js";\n')
    with pytest.raises(CycleError):
        scripts.joined("page")


def words_of(interface: str) -> set[str]:
    """The sentences that a script of the client has in its types."""
    found = re.search(rf"interface {interface}(?: extends .*?)? {{\n(.*?)\n}}", TYPES, re.DOTALL)
    assert found, interface
    return set(re.findall(r"^  (\w+):", found[1], re.MULTILINE))


def carried(page: str, name: str) -> Any:
    """The data that a page carries under that name."""
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL
    )
    assert found, name
    return json.loads(found[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_page_carries_what_the_client_expects(site: Running, game: str) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here")
        page = guest.get(f"/t/{table}").text
        view = carried(page, "first")
        assert_shaped(view, shapes.View)
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
