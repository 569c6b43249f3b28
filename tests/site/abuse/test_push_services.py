"""Push services that never answer delay no message to another one, and fill no queue."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludotheque import load
from ludotheque.site.metrics import PUSHES
from ludotheque.site.push.occasions import TURN, Occasion
from ludotheque.site.push.outcomes import DROPPED, PUT_OFF
from ludotheque.site.push.services import (
    _APART,
    _MOST_APART,
    _MOST_APART_OF_A_SERVICE,
    CrowdedError,
    Services,
)
from ludotheque.site.push.subscriptions import _MOST_DEVICES, PushDevice
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site
from ludotheque.site.storage.store import Store
from ludotheque.site.storage.tables import Tables
from ludotheque.table.seats import Sitter
from tests.needs import needs
from tests.site.push.service import padless, push_service

DEAF, GUESTS = 8, 16
numbers = count()


@contextmanager
def deaf_services() -> Iterator[list[str]]:
    """Addresses at which a call is taken and never answered."""
    with ExitStack() as opened:
        listening = [
            opened.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(DEAF)
        ]
        yield [f"http://127.0.0.1:{each.getsockname()[1]}" for each in listening]


def at(host: str) -> str:
    return f"https://{host}/some-device"


def device_at(service: str) -> PushDevice:
    point = (
        generate_private_key(SECP256R1())
        .public_key()
        .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    return PushDevice(f"{service}/{next(numbers)}", padless(point), padless(os.urandom(16)))


@asynccontextmanager
async def sending(folder: Path, *services: str) -> AsyncIterator[Site]:
    """A site that may call these services."""
    settings = Settings(
        database=f"sqlite:///{folder / 'site.sqlite3'}", push_services=",".join(services)
    )
    store = Store(settings.database)
    site = Site(settings, store, Tables(store))
    await site.pushes.start()
    try:
        yield site
    finally:
        await site.stop()


async def occasion(site: Site, *devices: PushDevice) -> Occasion:
    """An occasion for a message to a new guest with these devices."""
    guest, _ = await site.guests.add()
    for device in devices:
        await site.pushes.subscriptions.put(guest, device, "en", [TURN])
    table = await site.tables.create(load("plus4"), [Sitter("person", guest), Sitter("open")])
    return Occasion(guest, (TURN,), table)


def counted(outcome: str) -> float:
    return float(PUSHES.labels(outcome)._value.get())


def test_devices_that_never_answer_delay_no_other(tmp_path: Path) -> None:
    needs("a push service")

    async def play(deaf: list[str], good: str) -> None:
        async with sending(tmp_path, good, *deaf) as site:
            device = device_at(good)
            honest = await occasion(site, device)
            path = device.endpoint.removeprefix(good)
            site.pushes.tell([honest])
            await asyncio.to_thread(service.heard, path)
            while site.pushes._sending:
                await asyncio.sleep(0.01)
            before = counted(PUT_OFF)
            for guest in range(GUESTS):
                bad = [device_at(deaf[(guest + n) % DEAF]) for n in range(_MOST_DEVICES)]
                site.pushes.tell([await occasion(site, *bad)] * 2)
            await asyncio.sleep(0)
            site.pushes.tell([honest])
            await asyncio.to_thread(service.heard, path)
            assert counted(PUT_OFF) == before, "no call to another service had to end first"
            assert site.pushes._services._apart.total() > _APART[0]

    with push_service() as service, deaf_services() as deaf:
        asyncio.run(play(deaf, service.url))


def test_an_unknown_service_waits_for_others_no_longer_than_its_turn() -> None:
    """However many messages wait for slow services, a new one is next after one of each."""

    async def play() -> None:
        services, order = Services(), list[str]()
        ends = asyncio.Event()

        async def call(host: str, guest: str) -> None:
            async with services.turn(at(host), guest):
                order.append(host)
                await ends.wait()

        slow = [f"evil{n}.example" for n in range(4)]
        calls = [asyncio.create_task(call(f"n{n}.{slow[n % 4]}", f"guest {n}")) for n in range(40)]
        await asyncio.sleep(0)
        assert len(order) == _APART[0]
        calls.append(asyncio.create_task(call("good.example", "honest")))
        await asyncio.sleep(0)
        ends.set()
        await asyncio.gather(*calls)
        assert order.index("good.example") <= _APART[0] + len(slow)

    asyncio.run(play())


@pytest.mark.parametrize("guests", [1, 50])
def test_a_guest_and_a_service_have_so_many_calls_apart(guests: int) -> None:
    async def play() -> None:
        services, begun = Services(), list[int]()

        async def call(number: int) -> None:
            async with services.turn(at(f"h{number}.evil.example"), f"{number % guests}"):
                begun.append(number)
                await asyncio.Event().wait()

        calls = [asyncio.create_task(call(number)) for number in range(50)]
        for _ in range(3):
            await asyncio.sleep(0)
        assert len(begun) == (_APART[1] if guests == 1 else _APART[2])
        for each in calls:
            each.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        assert not services._apart, "what is cancelled waits no more"

    asyncio.run(play())


def test_messages_that_wait_apart_are_bounded_for_a_service_and_in_all() -> None:
    services = Services()
    with ExitStack() as held:
        for _ in range(_MOST_APART_OF_A_SERVICE):
            held.enter_context(services.apart(at("a.evil.example")))
        with pytest.raises(CrowdedError):
            held.enter_context(services.apart(at("b.evil.example")))
        for number in range(_MOST_APART - _MOST_APART_OF_A_SERVICE):
            held.enter_context(services.apart(at(f"evil{number}.org")))
        with pytest.raises(CrowdedError):
            held.enter_context(services.apart(at("another.example")))
    held.enter_context(services.apart(at("a.evil.example")))


def test_what_has_no_room_apart_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.site.push.services._MOST_APART_OF_A_SERVICE", 2)

    async def play() -> None:
        async with AsyncExitStack() as opened:
            deaf = opened.enter_context(deaf_services())[0]
            site = await opened.enter_async_context(sending(tmp_path, deaf))
            before = counted(DROPPED)
            site.pushes.tell([await occasion(site, *[device_at(deaf) for _ in range(5)])])
            while counted(DROPPED) < before + 3:
                await asyncio.sleep(0.01)
            assert len(site.pushes._sending) == 2

    asyncio.run(play())
