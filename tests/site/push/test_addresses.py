"""A subscription is an address that a guest gives: nothing inside is called for it."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludotheque.site.push.addresses import is_public, may_call
from ludotheque.site.push.calls import Calls
from ludotheque.site.push.keys import _made
from ludotheque.site.push.outcomes import GONE, PUT_OFF, PushOutcome
from ludotheque.site.push.subscriptions import PushDevice
from ludotheque.site.settings import BadSetting, Settings, from_environment
from tests.site.push.conftest import Club
from tests.site.push.service import padless

HOSTILE = [
    "http://evil.example/x", "file:///etc/passwd", "//evil.example/x", "ftp://evil.example/x", "x",
    *(f"https:{rest}/x" for rest in (
        "//127.0.0.1", "//[::1]", "//localhost", "//2130706433", "//0x7f.1", "//10.0.0.1",
        "//127.0.0.1.", "//intranet", "//evil.example:8443", "//evil.example:port", "//[", "/",
        "//me:secret@evil.example", "//evil.example@127.0.0.1",
    )),
]  # fmt: skip
INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1",
    "::ffff:127.0.0.1", "::ffff:a00:1", "2002:7f00:1::", "64:ff9b::a00:1", "2001::1", "ff02::1",
    "fec0::1", "feff::1", "::a00:1", "::127.0.0.1", "::8.8.8.8", "::ffff:0:10.0.0.1", "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_an_address_that_is_no_public_push_service_is_refused(club: Club, endpoint: str) -> None:
    assert not may_call(endpoint)
    guest = club.browser()
    club.host(guest)
    asked = {**guest.description, "endpoint": endpoint, "kinds": ["turn"]}
    assert guest.http.post("/push", json=asked).status_code == 400


def test_public_push_services_and_those_of_the_host_are_called() -> None:
    assert may_call("https://evil.example/fcm/send/x:y")
    assert may_call("https://evil.example:443/Q-x_y")
    assert not may_call("http://127.0.0.1:9000/x")
    assert may_call("http://127.0.0.1:9000/x", ["http://127.0.0.1:9000"])
    assert not may_call("http://127.0.0.1:9001/x", ["http://127.0.0.1:9000"])


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("142.250.74.106")
    assert is_public("2a00:1450:4007:80e::200a")


def device(endpoint: str, **other: str) -> PushDevice:
    point = generate_private_key(SECP256R1()).public_key()
    key = padless(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return PushDevice(endpoint, **{"p256dh": key, "auth": padless(bytes(16)), **other})


def called(to: PushDevice, **settings: str) -> PushOutcome:
    async def call() -> PushOutcome:
        calls = Calls(_made(), Settings().changed(**settings).contact, ())
        try:
            return await calls.post(to, b"{}", {"TTL": "0"})
        finally:
            await calls.close()

    return asyncio.run(call())


def test_a_name_that_leads_inside_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as inside:
        inside.setblocking(False)
        found = (socket.AF_INET, socket.SOCK_STREAM, 6, "", inside.getsockname())

        def leads_inside(*_: Any, **__: Any) -> list[Any]:
            return [found]

        monkeypatch.setattr(socket, "getaddrinfo", leads_inside)
        for domains in ("", "evil.example", "evil.example:8443,x", "[::1]:8000"):
            to = device("https://evil.example/x")
            assert called(to, domains=domains).kind == PUT_OFF
        with pytest.raises(BlockingIOError):
            inside.accept()


def test_a_contact_is_an_address_that_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_PUSH_CONTACT", "mailto:ana@evil.example")
    assert from_environment().contact == "mailto:ana@evil.example"
    monkeypatch.setenv("LUDOTHEQUE_PUSH_CONTACT", "ana")
    with pytest.raises(BadSetting, match="LUDOTHEQUE_PUSH_CONTACT"):
        from_environment()


def test_a_key_that_seals_nothing_is_a_device_that_is_gone() -> None:
    """A point as far as its form goes, but none of the curve."""
    assert called(device("https://evil.example/x", p256dh="B" + 86 * "A")).kind == GONE
