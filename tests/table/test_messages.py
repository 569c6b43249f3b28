"""Messages to a table are read strictly: an invalid one is refused."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from ludotheque.site.http import shapes
from ludotheque.table.messages import COMMANDS, HintWish, read_command, read_hint, read_presses
from ludotheque.table.table import Denied

GOOD: dict[str, dict[str, Any]] = {
    "act": {"action": "3*"},
    "resign": {},
    "undo": {},
    "answer_undo": {"what": "refused"},
    "leave": {"to": "open"},
    "fill": {"seat": 1},
    "close": {},
    "claim": {},
    "replace": {"seat": 1, "to": "open"},
}
STRANGE: list[Any] = [
    None, True, -1, 2**70, 1.5, "", "\x00", "\ud800", "é" * 300, [], {}, [[]], {"a": {}}, "bot",
]  # fmt: skip
BODY: TypeAdapter[Any] = TypeAdapter(shapes.AnyCommand)


def message(kind: str, **changed: Any) -> dict[str, Any]:
    return {"type": kind, "id": "a", "expected": 3, **GOOD[kind], **changed}


def test_every_kind_of_command_is_read_with_its_fields() -> None:
    assert [command.type for command in COMMANDS] == list(GOOD)
    for kind, fields in GOOD.items():
        command = read_command(message(kind, extra="ignored"))
        assert (command.type, command.id, command.expected) == (kind, "a", 3)
        assert {name: getattr(command, name) for name in fields} == fields


@pytest.mark.parametrize("kind", GOOD)
def test_the_reader_and_the_description_of_the_api_refuse_the_same(kind: str) -> None:
    """HTTP describes commands by shapes made from these dataclasses; neither may be laxer."""
    refused = 0
    for name in message(kind):
        for value in STRANGE:
            said = message(kind, **{name: value})
            try:
                read_command(said)
                allowed = True
            except Denied:
                allowed = False
            try:
                BODY.validate_python(said)
                described = True
            except ValidationError:
                described = False
            assert allowed == described or value == "\ud800", said  # a half character is no JSON
            refused += not allowed
        missing = {key: value for key, value in message(kind).items() if key != name}
        with pytest.raises(Denied):
            read_command(missing)
    assert refused > 2 * len(STRANGE)


@pytest.mark.parametrize(("letters", "allowed"), [(0, False), (1, True), (64, True), (65, False)])
def test_a_command_has_a_name_of_bounded_length(letters: int, allowed: bool) -> None:
    said = message("undo", id="x" * letters)
    if allowed:
        assert read_command(said).id == said["id"]
    else:
        with pytest.raises(Denied):
            read_command(said)


def test_a_hint_is_asked_for_by_its_step() -> None:
    assert read_hint({"type": "hint", "step": 2}) == HintWish(2)
    assert read_hint({"step": 1, "id": "n", "expected": 4}) == HintWish(1, "n", 4)
    for step in (0, 4, "1", True, None):
        with pytest.raises(Denied):
            read_hint({"step": step})


def test_presses_are_few_and_become_texts() -> None:
    assert read_presses({"presses": ["pile-a", 3, "x" * 90]}) == ("pile-a", "3", "x" * 60)
    wrong: list[Any] = [None, "pile-a", {}, ["a"] * 9]
    for presses in wrong:
        with pytest.raises(Denied):
            read_presses({"presses": presses})
