"""Guests who are refused a seat leave nothing behind."""

from __future__ import annotations

import httpx
import pytest
import sqlalchemy as sa

from ludotheque.site.site import Site
from ludotheque.site.storage.schema import guests
from tests.site.running import NO_TLS


def known(site: Site) -> set[str]:
    return set(site.store.read_now(lambda c: c.execute(sa.select(guests.c.id)).scalars()))


@pytest.mark.parametrize("public", [False, True])
def test_a_refused_join_leaves_no_guest(within: tuple[str, Site], *, public: bool) -> None:
    address, site = within
    with httpx.Client(base_url=f"http://{address}", verify=NO_TLS) as program:
        wanted = {"spec": "plus4", "seats": ["me", "open"], "public": public}
        made = program.post("/api/tables", json=wanted).json()
        invite, table = made["invite"], made["table"]
        form = f"/open-tables/{table}" if public else f"/join/{invite}"
        by_program = f"/api/open-tables/{table}" if public else f"/api/join/{invite}"
        assert program.post(by_program, json={"name": "Ana"}).status_code == 201
        before = known(site)
        for _ in range(3):
            answer = program.post(form, data={"name": "Bruno"})
            assert answer.status_code == 409
            assert "set-cookie" not in answer.headers
            assert program.post(by_program, json={"name": "Bruno"}).status_code == 409
        wrong = program.post(f"/join/{invite}", data={"name": "Bruno", "seat": "5"})
        assert wrong.status_code == 409
        assert known(site) == before


def test_who_was_refused_can_take_another_seat(within: tuple[str, Site]) -> None:
    address, site = within
    with httpx.Client(base_url=f"http://{address}", verify=NO_TLS) as program:
        wanted = {"spec": "redline(players=3)", "seats": ["me", "open", "open"]}
        invite = program.post("/api/tables", json=wanted).json()["invite"]
        before = known(site)
        refused = program.post(f"/join/{invite}", data={"name": "Bruno", "seat": "0"})
        assert refused.status_code == 409
        assert 'value="Bruno"' in refused.text, "the name is still in the form"
        assert known(site) == before
        taken = program.post(f"/join/{invite}", data={"name": "Bruno", "seat": "1"})
        assert taken.status_code == 303
        assert len(known(site) - before) == 1
        assert "guest=" in taken.headers["set-cookie"]
