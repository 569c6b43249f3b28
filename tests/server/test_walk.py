"""The way of a person's move through the site, as docs/architecture.md tells it."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import httpx
import pytest
from websockets.sync.client import connect

import ludotheque
from ludotheque.server.site import Site
from tests.server.inside import serving
from tests.server.running import until

SOURCE = Path(ludotheque.__file__).parent
ROOMS = ("server/", "table/", "play/")
STAGES = {
    ("table/messages.py", "read_command"): "read",
    ("table/messages.py", "decide"): "decide",
    ("server/storage/drivers.py", "store_at_once"): "store",
    ("table/views/page.py", "step_between"): "show",
}
DOC = Path(__file__).parent.parent.parent / "docs" / "architecture.md"


class Walk:
    """Every function of the site that is entered while somebody looks."""

    def __init__(self) -> None:
        self.looking = False
        self.steps: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        if self.looking and event == "call" and file.startswith(str(SOURCE)):
            self.steps.append((Path(file).relative_to(SOURCE).as_posix(), frame.f_code.co_name))

    @property
    def files(self) -> list[str]:
        return sorted({file for file, _ in self.steps if file.startswith(ROOMS)})

    @property
    def stages(self) -> list[str]:
        return [STAGES[step] for step in self.steps if step in STAGES]


@pytest.fixture
def walked(tmp_path: Path) -> Iterator[tuple[str, Site, Walk]]:
    """A site in this process, every thread of which is looked at; its address."""
    walk = Walk()
    threading.setprofile(walk)
    with serving(tmp_path) as (address, site):
        yield address, site, walk
    threading.setprofile(None)
    sys.setswitchinterval(0.005)


def test_a_move_is_read_decided_stored_and_shown_once_each(
    walked: tuple[str, Site, Walk],
) -> None:
    address, site, walk = walked
    body = {"spec": "plus4", "seats": ["me", "me"]}
    made = httpx.post(f"http://{address}/api/tables", json=body, timeout=20).json()
    tokens = [{"authorization": f"Bearer {place['token']}"} for place in made["seats"]]
    table = f"{address}/api/tables/{made['table']}"
    turn = httpx.get(f"http://{table}", headers=tokens[0], timeout=20).json()["turn"]
    with connect(f"ws://{table}/live", additional_headers=tokens[turn]) as line:
        line.send(json.dumps({"type": "hello", "since": None, "deltas": 1}))
        seq = json.loads(line.recv(20))["view"]["seq"]
        until(lambda: len(site.presence._tasks) == 1)  # that somebody came has been stored
        walk.looking = True
        line.send(json.dumps({"type": "act", "id": "a", "expected": seq, "action": "1"}))
        answers = [json.loads(line.recv(20))["type"] for _ in range(2)]
        walk.looking = False
    assert answers == ["kept", "steps"]
    assert walk.stages == ["read", "decide", "store", "show"]
    assert len(walk.files) <= 19, " ".join(walk.files)
    told = DOC.read_text("utf-8")
    for file in walk.files:
        assert f"`{file}`" in told, f"the walk in docs/architecture.md does not name {file}"
