"""The API for programs: what the page can do, with tokens, problems and limits."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque import catalogue, load
from tests.site.running import NO_TLS, Running

BOT = Path(__file__).parents[4] / "examples" / "http_bot.py"
GAMES = [box.name for box in catalogue()]


_open: list[httpx.Client] = []


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    yield
    while _open:
        _open.pop().close()


class Program:
    """A program without a face, on one seat or none."""

    def __init__(self, site: Running, token: str = "", lang: str = "en") -> None:
        headers = {
            "accept-language": lang,
            **({"authorization": f"Bearer {token}"} if token else {}),
        }
        self.http = httpx.Client(
            base_url=f"{site.url}/api", headers=headers, timeout=20, verify=NO_TLS
        )
        _open.append(self.http)
        self.number = 0

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def say(self, table: str, kind: str, expected: int, **more: Any) -> httpx.Response:
        self.number += 1
        wish = {"type": kind, "id": f"{id(self)}-{self.number}", "expected": expected, **more}
        return self.post(f"/tables/{table}/commands", **wish)


def set_table(site: Running, *seats: str, spec: str = "plus4") -> tuple[str, list[Any]]:
    made = Program(site).post("/tables", spec=spec, seats=list(seats)).json()
    return made["table"], made["seats"]


def test_the_example_of_a_bot_has_twenty_lines() -> None:
    """Besides its imports and its docstrings."""
    text = BOT.read_text("utf-8")
    statements = [
        n for n in ast.parse(text).body if not isinstance(n, (ast.Import, ast.ImportFrom))
    ]
    code = ast.unparse(ast.Module(statements[1:], []))
    assert len([line for line in code.splitlines() if line.strip()]) <= 20


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)  # it sees nothing of the database
@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_bot_plays_every_game_to_its_end(site: Running, game: str) -> None:
    command = [sys.executable, str(BOT), site.url, game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\[-?[\d.]+, ", done.stdout), "it tells how it ended"


def test_the_shelf_with_its_options(site: Running) -> None:
    boxes = Program(site).get("/games")
    assert [box["name"] for box in boxes] == GAMES
    plus4 = Program(site, lang="fr").get("/games/plus4")
    assert plus4["options"][0]["name"] == "mode"
    assert "endless" in plus4["options"][0]["allowed"]
    (target,) = (option for option in plus4["options"] if option["name"] == "target")
    assert target["needs"] == {"mode": ["endless", "rounds"], "rounds": ["0"]}
    assert plus4["options"][0]["needs"] == {}
    assert plus4["bots"][0] == "random"
    assert [level["bot"] for level in plus4["levels"]] == plus4["bots"]
    expert = next(level for level in plus4["levels"] if level["bot"] == "expert")
    assert (expert["name"], expert["feels"]) == load("plus4").level("expert", "fr")
    assert Program(site).http.get("/games/chess").status_code == 404


def test_two_programs_play_by_invitation_with_a_token_each(site: Running) -> None:
    table, (mine, other) = set_table(site, "me", "open")
    assert mine["token"]
    assert other["token"] is None
    one = Program(site, mine["token"])
    assert one.get(f"/tables/{table}/invites")[0]["invite"] == other["invite"]
    seated = one.post(f"/join/{other['invite']}", name="Bruno")
    assert seated.status_code == 201
    assert one.post(f"/join/{other['invite']}").status_code == 409, "taken"
    two = Program(site, seated.json()["token"])
    now = one.get(f"/tables/{table}")
    assert [seat["name"] for seat in now["seats"]][1] == "Bruno"
    mover, waiter = (one, two) if now["can"]["act"] else (two, one)
    now = mover.get(f"/tables/{table}")
    assert waiter.get(f"/tables/{table}")["gestures"] == []
    with ThreadPoolExecutor(1) as pool:
        news = pool.submit(waiter.get, f"/tables/{table}", since=now["seq"], wait=8)
        kept = mover.say(table, "act", now["seq"], action=now["gestures"][0]["action"])
        assert kept.status_code == 200
        assert news.result(10)["seq"] == kept.json()["seq"]
    assert waiter.get(f"/tables/{table}")["can"]["act"]
    assert Program(site).get(f"/tables/{table}")["gestures"] == [], "who watches cannot act"
    log = Program(site).get(f"/tables/{table}/events", since=now["seq"])
    assert [event["kind"] for event in log["events"]] == ["action"]
    over = waiter.say(table, "resign", kept.json()["seq"]).json()["position"]
    assert over["result"]["returns"] in ([1, -1], [-1, 1])


def test_the_log_folds_to_the_position_and_names_no_guest(site: Running) -> None:
    table, (mine, _) = set_table(site, "me", "random", spec="babylone")
    log = Program(site, mine["token"]).get(f"/tables/{table}/events")
    assert [event["seq"] for event in log["events"]] == list(range(log["seq"] + 1))
    assert log["events"][0]["kind"] == "created"
    assert "guest" not in json.dumps(log)
    assert mine["token"] not in json.dumps(log)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "could not be understood"), ("fr", "n’a pas pu être comprise")]
)
def test_problems_are_told_in_the_language_of_who_asks(
    site: Running, lang: str, words: str
) -> None:
    program = Program(site, lang=lang)
    bad = program.post("/tables", spec=7)
    assert bad.status_code == 400
    assert bad.headers["content-type"] == "application/problem+json"
    assert words in bad.json()["title"]
    assert bad.json()["errors"] == ["body.spec: string_type"]


def test_every_refusal_has_its_status(site: Running) -> None:
    table, (mine, other) = set_table(site, "me", "me")
    one, watcher = Program(site, mine["token"]), Program(site)
    now = one.get(f"/tables/{table}")
    mover, waiter = Program(site, mine["token"]), Program(site, other["token"])
    if not now["can"]["act"]:
        mover, waiter = waiter, mover
    seq = now["seq"]
    for program, status, words, body in (
        (watcher, 403, "You are watching", {"action": "1"}),
        (waiter, 403, "’s turn", {"action": "1"}),
        (mover, 409, "There is no bonus pawn in the elementary game.", {"action": "1*"}),
        (mover, 409, "understand", {"action": "zzz"}),
        (Program(site, "no such token"), 401, "Unknown token.", {"action": "1"}),
    ):
        refused = program.say(table, "act", seq, **body)
        assert refused.status_code == status, refused.text
        assert words in refused.json()["title"]
    assert mover.say(table, "act", seq - 1, action="1").json()["seq"] == seq, "stale"
    assert mover.say(table, "act", seq, action="1*").json()["rule"] == "3.1"
    assert watcher.http.get("/tables/none").status_code == 404
    assert watcher.http.get(f"/tables/{table}/invites").status_code == 403
    for spec, seats in (
        ("plus4(mode=7)", []),
        ("plus4(rounds=3)", []),
        ("chess", []),
        ("plus4", ["me"]),
        ("plus4", ["x"] * 2),
    ):
        assert watcher.post("/tables", spec=spec, seats=seats).status_code == 400
    deleted = watcher.http.request("DELETE", "/games", headers={"content-length": "0"})
    assert (deleted.status_code, deleted.headers["allow"]) == (405, "GET")


def test_the_same_command_again_has_one_effect(site: Running) -> None:
    table, (mine, other) = set_table(site, "me", "me")
    one = Program(site, mine["token"])
    seq = one.get(f"/tables/{table}")["seq"]
    if not one.get(f"/tables/{table}")["can"]["act"]:
        one = Program(site, other["token"])
    wish = {"type": "act", "id": "once", "expected": seq, "action": "2"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: one.post(f"/tables/{table}/commands", **wish), range(8)))
    assert {answer.json()["seq"] for answer in answers} == {seq + 1}
    assert one.get(f"/tables/{table}")["seq"] == seq + 1


def test_limits_say_how_long_to_wait(tmp_path: Path) -> None:
    """A rate so low that the slowest machine meets it."""
    site = Running(tmp_path, LUDOTHEQUE_WRITES_PER_SECOND="0.2").start()
    program = Program(site, set_table(site, "me", "me")[1][0]["token"])
    answers = [program.http.get("/games/plus4") for _ in range(60)]
    site.stop()
    slow = [answer for answer in answers if answer.status_code == 429]
    assert slow
    assert int(slow[0].headers["retry-after"]) >= 1
    assert slow[0].headers["content-type"] == "application/problem+json"


def test_the_socket_gives_bare_positions_to_programs(site: Running) -> None:
    table, (mine, _) = set_table(site, "me", "me", spec="redline")
    address = f"ws://127.0.0.1:{site.port}/api/tables/{table}/live?bare=1"
    token = {"authorization": f"Bearer {mine['token']}"}
    with connect(address, additional_headers=token) as line:
        line.send('{"type": "hello", "since": null}')
        view = json.loads(line.recv(10))["view"]
        assert "areas" not in view
        assert view["state"] == Program(site).get(f"/tables/{table}")["state"]
    bad = {"authorization": "Bearer x"}
    with connect(address, additional_headers=bad) as line, pytest.raises(ConnectionClosed) as end:
        line.recv(10)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4401


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_reference_is_a_page_of_our_own(site: Running, lang: str) -> None:
    with site.guest(lang) as guest:
        told = guest.get("/api/openapi.json").json()
        page = guest.get("/api/docs")
    assert page.status_code == 200
    assert told["info"]["title"] in page.text.replace("&#39;", "'")
    for path, operations in told["paths"].items():
        assert path in page.text
        assert all(operation["summary"] in page.text for operation in operations.values())
    assert "<script" not in page.text
