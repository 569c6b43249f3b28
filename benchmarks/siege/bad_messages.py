"""Socket messages that no page sends, as frames: mutated, of wrong kinds, too deep, too large."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

_TEXT, _BINARY, _CONTINUED, _CLOSE, _PING, _PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA
_LAST, _MASKED = 0x80, 0x80
_NO_MASK = bytes(4)  # changes nothing
_LARGEST_MESSAGE_BYTES = 65_536  # `site/running.py`; a larger one closes the socket
# Around the limit of 4,000 characters (`site/http/sockets.py`), and far beyond it.
_LENGTHS = (3_990, 4_000, 4_001, 9_000, 40_000)
_DEPTHS = (10, 100, 1_000, 1_900)  # the deepest fits into a message that is read
_TYPES = (
    "act", "act", "act", "act", "press", "press", "undo", "answer_undo", "leave", "fill", "resign",
    "claim", "replace", "close", "hello", "hint", "kept", "ACT", "", "__class__",
)  # fmt: skip
_FIELDS = (
    "type", "id", "expected", "action", "what", "to", "seat", "presses", "step", "since", "deltas",
    "presence",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, -0.0, 1e308, 2**31, 2**53, 2**63, 2**64, -(2**63), "", "0",
    "open", "bot", "accepted", "a" * 64, "a" * 65, "a" * 300, "é" * 99, "\x00", "\u202e", "💥" * 50,
    "<script>alert(1)</script>", "'; DROP TABLE events; --", "{0.__class__}", "%s%n", "../../etc",
    [], {}, [[]], [None] * 9, ["cell-1"] * 3, {"type": "act"}, {"": {}},
)  # fmt: skip
_NUMBERS = (
    "9" * 30, "9" * 400, "-" + "9" * 400, "1e999", "1e-999", "0x1f", "NaN", "Infinity", "-0", "01",
    "1.", ".5", "1_000",
)  # fmt: skip
_TEMPLATES = (
    '{"type":"act","id":"n","expected":%s,"action":"1"}',
    '{"type":"fill","id":"n","expected":0,"seat":%s}',
    '{"type":"hint","id":"n","step":%s}',
    '{"type":"hello","since":%s,"deltas":1}',
)


def frame(kind: int, body: bytes, *, last: bool = True) -> bytes:
    """Returns a frame of a client."""
    head, size = bytes([kind | (_LAST if last else 0)]), len(body)
    if size < 126:
        return head + bytes([_MASKED | size]) + _NO_MASK + body
    if size < 65_536:
        return head + bytes([_MASKED | 126]) + size.to_bytes(2, "big") + _NO_MASK + body
    return head + bytes([_MASKED | 127]) + size.to_bytes(8, "big") + _NO_MASK + body


def text(message: Any) -> bytes:
    """Returns the frame of a message, as pages send it."""
    return frame(_TEXT, json.dumps(message).encode())


def bad_message(rng: Random, actions: Sequence[str]) -> bytes:
    """Returns one message, in one frame or several, that leaves the socket open."""
    make = rng.choices(_MAKERS, _WEIGHTS)[0]
    return make(rng, actions)


def _command(rng: Random, actions: Sequence[str]) -> dict[str, Any]:
    """Returns a well-formed command, mostly for the wrong moment or the wrong seat."""
    return {
        "type": rng.choice(_TYPES),
        "id": f"{rng.getrandbits(40):x}",
        "expected": rng.randrange(12),
        "action": rng.choice(actions),
        "what": rng.choice(("accepted", "refused", "withdrawn", "")),
        "to": rng.choice(("bot", "open", "me")),
        "seat": rng.randrange(-1, 7),
        "presses": [rng.choice(actions) for _ in range(rng.randrange(4))],
        "step": rng.randrange(5),
        "since": rng.choice((None, rng.randrange(20))),
        "deltas": 1,
    }


def _well_formed(rng: Random, actions: Sequence[str]) -> bytes:
    return text(_command(rng, actions))


def _of_wrong_kinds(rng: Random, actions: Sequence[str]) -> bytes:
    changed = {rng.choice(_FIELDS): rng.choice(ODD) for _ in range(rng.randint(1, 3))}
    return text({**_command(rng, actions), **changed})


def _without_fields(rng: Random, actions: Sequence[str]) -> bytes:
    whole = _command(rng, actions)
    return text(dict(rng.sample(list(whole.items()), rng.randrange(len(whole)))))


def _mutated(rng: Random, actions: Sequence[str]) -> bytes:
    return frame(_TEXT, mutated(rng, json.dumps(_command(rng, actions)).encode()))


def mutated(rng: Random, body: bytes) -> bytes:
    """Replaces, adds and removes some bytes; the result is valid UTF-8."""
    changed = bytearray(body)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(changed) + 1)
        changed[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return changed.decode(errors="replace").encode()


def _number(rng: Random, _: Sequence[str]) -> bytes:
    return frame(_TEXT, (rng.choice(_TEMPLATES) % rng.choice(_NUMBERS)).encode())


def _nested(rng: Random, _: Sequence[str]) -> bytes:
    depth = rng.choice(_DEPTHS)
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    ends = closing * depth if rng.random() < 0.5 else ""
    deep = opening * min(depth, 780 if closing == "}" else depth) + "1" + ends
    return frame(_TEXT, rng.choice((deep, f'{{"type":"act","id":{deep}}}')).encode())


def _no_object(rng: Random, _: Sequence[str]) -> bytes:
    return text(rng.choice(ODD))


def _long(rng: Random, _: Sequence[str]) -> bytes:
    letters = rng.choice(_LENGTHS)
    return frame(_TEXT, rng.choice((b"[" * letters, b'{"type":"' + b"a" * letters + b'"}')))


def _binary(rng: Random, _: Sequence[str]) -> bytes:
    return frame(_BINARY, rng.randbytes(rng.randrange(300)))


def _in_fragments(rng: Random, actions: Sequence[str]) -> bytes:
    """Returns a message in several frames, with pings and pongs in between."""
    body, kind, frames = json.dumps(_command(rng, actions)).encode(), _TEXT, b""
    for _ in range(rng.randint(1, 5)):
        cut = rng.randrange(len(body) + 1)
        frames += frame(kind, body[:cut], last=False)
        frames += frame(rng.choice((_PING, _PONG)), rng.randbytes(rng.randrange(126)))
        body, kind = body[cut:], _CONTINUED
    return frames + frame(kind, body)


_MAKERS: tuple[Callable[[Random, Sequence[str]], bytes], ...] = (
    _well_formed, _of_wrong_kinds, _without_fields, _mutated, _number, _nested, _no_object, _long,
    _binary, _in_fragments,
)  # fmt: skip
_WEIGHTS = 30, 20, 10, 15, 5, 4, 4, 2, 5, 5


def bad_ending(rng: Random) -> bytes:
    """Returns bytes after which the site closes the socket, or waits for more."""
    too_large = _LARGEST_MESSAGE_BYTES + 1
    return rng.choice(
        (
            frame(_TEXT, b"\xff\xfe\x80"),  # no UTF-8
            frame(_TEXT, b"a" * too_large),
            frame(_TEXT, b"a" * 40_000, last=False) + frame(_CONTINUED, b"a" * 40_000),
            bytes([_LAST | _TEXT, _MASKED | 127]) + b"\xff" * 8 + _NO_MASK,  # 16 EiB are announced
            bytes([_LAST | _TEXT, _MASKED | 127]) + (2**40).to_bytes(8, "big") + _NO_MASK,
            bytes([_LAST | _TEXT, 5]) + b"hello",  # not masked
            frame(0x3, b"reserved"),
            frame(0xF, b""),
            bytes([0xF0 | _TEXT, _MASKED]) + _NO_MASK,  # reserved bits
            frame(_PING, b"a" * 126),  # control frames are short
            frame(_PING, b"", last=False),
            frame(_CONTINUED, b"of nothing"),
            frame(_TEXT, b"{", last=False) + frame(_TEXT, b"}"),
            frame(_CLOSE, b"\x00"),
            frame(_CLOSE, (999).to_bytes(2, "big") + b"\xff"),
            frame(_CLOSE, (1000).to_bytes(2, "big") + b"a" * 123) + frame(_TEXT, b"{}"),
            bytes([_LAST | _TEXT, _MASKED | 100]) + _NO_MASK + b"half",
            b"GET / HTTP/1.1\r\nhost: x\r\n\r\n",
            rng.randbytes(rng.randint(1, 400)),
            b"",  # closes the connection only
        )
    )
