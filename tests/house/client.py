"""The data that the scripts of a page are given, and the types that they expect."""

from __future__ import annotations

import json
import re
from typing import Any

from ludotheque.house import FOLDER

_TYPES = (FOLDER / "static" / "client.d.ts").read_text("utf-8")


def words_of(interface: str) -> set[str]:
    """The sentences that a script of the client has in its types."""
    found = re.search(rf"interface {interface}(?: extends .*?)? {{\n(.*?)\n}}", _TYPES, re.DOTALL)
    assert found, interface
    return set(re.findall(r"^  (\w+):", found[1], re.MULTILINE))


def carried(page: str, name: str) -> Any:
    """The data that a page carries under that name."""
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL
    )
    assert found, name
    return json.loads(found[1])
