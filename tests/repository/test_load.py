"""The players of the load benchmark read what the site sends."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from benchmarks.players import SitePair, SitePlayer, any_action
from benchmarks.sockets import Line


@pytest.mark.parametrize(
    ("gesture", "actions"),
    [
        (["pawn-1", "square-a", "1-a"], {"1-a"}),
        (["hand-1", {"action": "1 ", "initial": "Z", "letters": "ZOO"}], {"1 ZOO"}),
        ({"steps": ["column-"], "action": "{0}", "tree": ["1", "2"]}, {"1", "2"}),
        (
            {"steps": ["p-", "p-"], "action": "{0}>{1}", "tree": {"a": ["b", "c"], "b": ["a"]}},
            {"a>b", "a>c", "b>a"},
        ),
        ({"steps": ["b-"], "tree": {"1": "pass", "2": "swap"}}, {"pass", "swap"}),
        ({"steps": ["t-"], "action": "{0} ", "typed": {}, "tree": {"a": "ZOO"}}, {"a ZOO"}),
        ({"steps": ["t-"], "action": "{0} ", "typed": {}, "tree": {"a": ["Z", "OO"]}}, {"a ZOO"}),
        ({"steps": ["t-"], "typed": {}, "tree": {"a": ["put ", "Z", "OO"]}}, {"put ZOO"}),
    ],
)
def test_a_random_way_ends_in_every_action(gesture: Any, actions: set[str]) -> None:
    rng = Random(1)
    assert {any_action([gesture], rng) for _ in range(100)} == actions


def test_what_no_word_fits_is_not_chosen() -> None:
    family = {"steps": ["t-"], "action": "{0} ", "typed": {}, "tree": {"a": "ZWXQ", "b": "ZOO"}}
    assert {any_action([family], Random(seed)) for seed in range(20)} == {"b ZOO"}


class Heard(SitePlayer):
    """A player without a connection, who records the messages that would be sent."""

    def __init__(self) -> None:
        super().__init__(SitePair(port=0, number=0))
        self.said: list[bytes] = []

    def say(self, text: bytes) -> None:
        self.said.append(text)


VIEW = b'{"type":"view","view":{"seq":3,"can":{"act":false},"over":null,"gestures":[]}}'
STEPS = (
    b'{"type":"steps","from":3,"steps":[{"seq":4},{"seq":5,"facts":{"can":{"act":true}},'
    b'"gestures":[{"steps":["c-"],"action":"{0}","tree":["1"]}]}]}'
)
OVER = b'{"type":"steps","from":5,"steps":[{"seq":6,"facts":{"over":{"text":"drawn"}}}]}'


def test_a_player_follows_steps() -> None:
    async def follow() -> None:
        player = Heard()
        for message in (VIEW, STEPS):
            player.heard(message, len(message))
        assert (player.seq, player.can_act, player.over) == (5, True, False)
        assert any_action(player.gestures, Random(1)) == "1"
        player.heard(OVER, len(OVER))
        assert (player.seq, player.over, player.said) == (6, True, [])

    asyncio.run(follow())


def test_a_player_who_misses_a_step_asks_for_the_view() -> None:
    async def miss() -> None:
        player = Heard()
        player.heard(VIEW, len(VIEW))
        player.heard(OVER, len(OVER))
        hello = b'{"type":"hello","since":null,"deltas":1,"presence":1}'
        assert (player.seq, player.said) == (3, [hello])
        player.heard(STEPS, len(STEPS))
        player.heard(STEPS, len(STEPS))
        assert (player.seq, len(player.said)) == (5, 1), "a repeat is nothing missing"

    asyncio.run(miss())


class Listener(Line):
    """Records the messages that arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[bytes, int]] = []

    def heard(self, text: bytes, frame_bytes: int) -> None:
        self.all.append((text, frame_bytes))

    def lost(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("cut", [5, 7, 11, 130, 100_000])
def test_frames_are_read_however_they_are_cut(cut: int) -> None:
    texts = [b"", b"a" * 125, b"b" * 126, b"c" * 70_000]
    heads = [
        b"\x81\x00",
        b"\x81\x7d",
        b"\x81\x7e\x00\x7e",
        b"\x81\x7f" + (70_000).to_bytes(8, "big"),
    ]
    sent = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
    sent += b"".join(head + text for head, text in zip(heads, texts, strict=True))

    async def read() -> None:
        line = Listener()
        for start in range(0, len(sent), cut):
            line.data_received(sent[start : start + cut])
        wanted = [(text, len(head) + len(text)) for head, text in zip(heads, texts, strict=True)]
        assert line.all == wanted

    asyncio.run(read())
