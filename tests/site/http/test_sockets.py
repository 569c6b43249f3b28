"""The live wire: one effect for one move, refusals with the view, undo, seats, bad messages."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.site.running import Running, cookie
from tests.site.wire import Wire


def two_people(site: Running, game: str = "plus4", **form: str) -> tuple[Wire, Wire, str]:
    """Two guests at one table, the one to move first."""
    with site.guest() as host, site.guest() as friend:
        table = site.new_table(host, game, seat0="me", seat1="open", name0="Ana", **form)
        (invite,) = site.invites(host, table)
        friend.post(invite, data={"name": "Bruno"})
        wires = [Wire(site, table, cookie(guest)) for guest in (host, friend)]
    for wire in wires:
        wire.hello()
    wires.sort(key=lambda wire: not wire.view["can"]["act"])
    return wires[0], wires[1], table


def test_a_move_is_kept_and_everybody_sees_it(site: Running) -> None:
    mover, other, table = two_people(site)
    watcher = Wire(site, table)
    seq = watcher.hello()["seq"]
    kept = mover.act("2")
    assert kept["type"] == "kept"
    assert kept["seq"] == seq + 1
    for wire in (mover, other, watcher):
        view = wire.newer(seq)
        assert view["moves"][-1]["text"] == "2"
        assert view["can"]["act"] == (wire is other)
    assert watcher.view["gestures"] == []
    refused = watcher.act("1")
    assert "You are watching this game." in refused["text"]


def test_refusals_carry_the_reason_the_rule_and_the_view(site: Running) -> None:
    mover, other, _ = two_people(site)
    refused = mover.act("1*")
    assert (refused["type"], refused["rule"]) == ("refused", "3.1")
    assert refused["view"]["seq"] == mover.view["seq"]
    turn = mover.view["seats"][mover.view["turn"]]["name"]
    assert other.act("1")["text"] == f"It is {turn}’s turn."
    stale = mover.act("1", expected=mover.view["seq"] - 1)
    assert stale["type"] == "refused"
    assert "has moved on" in stale["text"]
    assert mover.act("x" * 300)["type"] == "refused"


def test_the_same_move_from_many_connections_has_one_effect(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        wires = [Wire(site, table, cookie(guest)) for _ in range(12)]
        for wire in wires:
            wire.hello()
        for name in ("same", None):
            seq = max(wire.view["seq"] for wire in wires)
            for wire in wires:
                wire.newer(seq - 1)
            with ThreadPoolExecutor(len(wires)) as pool:
                answers = list(pool.map(lambda w, s=seq, n=name: w.act("2", s, n), wires))
            kept = [a for a in answers if a["type"] == "kept"]
            assert {a["seq"] for a in kept} == {seq + 1}
            assert len(kept) == (12 if name else 1)
            for refused in (a for a in answers if a["type"] == "refused"):
                assert refused["view"]["seq"] == seq + 1
            for wire in wires:
                wire.newer(seq)
        for wire in wires:
            wire.close()
        pushes = [
            json.loads(body)["text"] for _, kind, body, _ in site.events(table) if kind == "action"
        ]
        assert pushes[1:] == ["2", "2"]


def test_two_different_moves_for_one_place_one_is_kept(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        one, other = (Wire(site, table, cookie(guest)) for _ in range(2))
        seq = one.hello()["seq"]
        other.hello()
        with ThreadPoolExecutor(2) as pool:
            pair = zip((one, other), "14", strict=True)
            answers = list(pool.map(lambda p: p[0].act(p[1], seq), pair))
        assert sorted(a["type"] for a in answers) == ["kept", "refused"]
        refused = next(a for a in answers if a["type"] == "refused")
        assert refused["view"]["seq"] == seq + 1


def test_undo_is_asked_refused_withdrawn_and_accepted(site: Running) -> None:
    mover, other, _ = two_people(site)
    seq = mover.view["seq"]
    mover.act("2")
    other.newer(seq)
    mover.newer(seq)
    for answers, what in (((other,), "refused"), ((mover,), "withdrawn"), ((other,), "accepted")):
        seq = mover.view["seq"]
        assert mover.ask({"type": "undo"})["type"] == "kept"
        assert mover.newer(seq)["undo"]["mine"]
        assert other.newer(seq)["undo"] == {"seat": mover.view["undo"]["seat"], "mine": False}
        wrong = mover if what != "withdrawn" else other
        assert wrong.ask({"type": "answer_undo", "what": what})["type"] == "refused"
        seq = mover.view["seq"]
        assert answers[0].ask({"type": "answer_undo", "what": what})["type"] == "kept"
        for wire in (mover, other):
            assert wire.newer(seq)["undo"] is None
        refuser = next(seat["name"] for seat in other.view["seats"] if seat["mine"])
        declined = f"{refuser} would rather go on." if what == "refused" else ""
        assert (mover.view["verdict"], other.view["verdict"]) == (declined, "")
    assert [m["text"] for m in mover.view["moves"]] == [mover.view["moves"][0]["text"]]
    assert mover.view["can"]["act"]
    assert "no move to undo" in mover.ask({"type": "undo"})["text"]


def test_between_people_chance_cannot_be_taken_back(site: Running) -> None:
    """Redline is played until a draw has followed a placement; then undo is refused."""
    for _ in range(20):
        mover, other, _ = two_people(site, "redline")
        while not mover.view["over"]:
            if not mover.view["can"]["act"]:
                mover, other = other, mover
            seq = mover.view["seq"]
            mover.act(mover.view["gestures"][-1][-1])
            mover.newer(seq)
            other.newer(seq)
            if mover.view["moves"][-1]["chance"] and not mover.view["over"]:
                refused = mover.ask({"type": "undo"})
                assert "Luck has intervened" in refused["text"]
                return
    raise AssertionError("no draw in twenty games")


def test_resigning_and_a_rematch_for_both(site: Running) -> None:
    with site.guest() as host, site.guest() as friend:
        table = site.new_table(host, "plus4", seat0="me", seat1="open", name0="Ana")
        friend.post(site.invites(host, table)[0], data={"name": "Bruno"})
        wire = Wire(site, table, cookie(friend))
        seq = wire.hello()["seq"]
        assert host.post(f"/t/{table}/rematch").status_code == 409, "it is not over"
        assert wire.ask({"type": "resign"})["type"] == "kept"
        assert wire.newer(seq)["over"]["text"] == "This time Ana wins."
        assert wire.view["over"]["why"].startswith("Bruno resigns")
        assert wire.act("1")["type"] == "refused"
        fresh = {guest.post(f"/t/{table}/rematch").headers["location"] for guest in (host, friend)}
        assert len(fresh) == 1, "the same table for both"
        assert "Bruno" in host.get(fresh.pop()).text
        wire.close()


def test_with_three_who_leaves_is_replaced(site: Running) -> None:
    with site.guest() as host, site.guest() as friend, site.guest() as heir:
        table = site.new_table(
            host, "redline", players="3", seat0="me", seat1="open", seat2="random"
        )
        (invite,) = site.invites(host, table)
        friend.post(invite, data={"name": "Bruno"})
        wire = Wire(site, table, cookie(friend))
        wire.hello()
        assert "many" not in wire.ask({"type": "resign"})["text"]
        left = wire.ask({"type": "leave", "to": "open"})
        while left["type"] == "refused":
            left = wire.ask({"type": "leave", "to": "open"})
        assert site.invites(host, table) == [invite], "the link is the table's"
        assert heir.post(invite, data={"name": "Chloé"}).status_code == 303
        other = Wire(site, table, cookie(heir))
        other.hello()
        names = [seat["name"] for seat in other.view["seats"]]
        assert "Chloé" in names
        gone = other.ask({"type": "leave", "to": "bot"})
        while gone["type"] == "refused":
            gone = other.ask({"type": "leave", "to": "bot"})
        while other.view["seats"][1]["kind"] != "bot":
            other.hear()
        wire.close()
        other.close()


def test_resume_sends_nothing_when_nothing_is_new(site: Running) -> None:
    mover, _, table = two_people(site)
    watcher = Wire(site, table)
    watcher.say({"type": "hello", "since": mover.view["seq"]})
    watcher.say({"type": "ping"})
    assert watcher.hear()["type"] == "pong"
    seq = mover.view["seq"]
    mover.act("4")
    assert watcher.newer(seq)["moves"][-1]["text"] == "4"


def test_foreign_origins_and_unknown_tables_are_closed(site: Running) -> None:
    _, _, table = two_people(site)
    for name, origin, code in ((table, "https://evil.example", 4403), ("nothing", None, 4404)):
        wire = Wire(site, name, origin=origin)
        with pytest.raises(ConnectionClosed) as closed:
            wire.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_bad_messages_change_nothing(site: Running) -> None:
    mover, _, table = two_people(site)
    log = site.events(table)
    rng = Random(5)
    bad = [
        "", "null", "[]", "{}", "nonsense", '{"type": 3}', "[" * 3000, "x" * 5000, '"\\ud800"',
        json.dumps({"type": "act"}), json.dumps({"type": "act", "id": 7, "expected": 0}),
        json.dumps({"type": "act", "id": "a", "expected": "1", "action": "1"}),
        json.dumps({"type": "act", "id": "a", "expected": True, "action": None}),
        json.dumps({"type": "leave", "id": "a", "expected": mover.view["seq"], "to": "x"}),
        json.dumps({"type": "press", "presses": "pile"}),
        json.dumps({"type": "press", "presses": [{}] * 9}),
        json.dumps({"type": "press", "presses": ["hand-!", "square-1"]}),
        json.dumps({"type": "hello", "since": {}}),
        json.dumps({"type": "answer_undo", "id": "b", "expected": 1}),
        json.dumps({"type": "hello", "since": -(2**63), "deltas": 1}),
    ]  # fmt: skip
    good = json.dumps({"type": "act", "id": "c", "expected": -5, "action": "9"})
    for _ in range(15):
        letters = list(good)
        for _ in range(rng.randint(1, 6)):
            letters[rng.randrange(len(letters))] = rng.choice('{}[]":,x0 \\é')
        bad.append("".join(letters))
    for text in bad:
        mover.say(text)
    mover.say({"type": "ping"})
    while mover.hear()["type"] != "pong":
        pass
    assert site.events(table) == log
    mover.say("y" * 200_000)
    with pytest.raises(ConnectionClosed):
        mover.until("never")


def test_too_many_messages_are_told_to_wait(site: Running) -> None:
    mover, _, _ = two_people(site)
    for _ in range(300):
        mover.say({"type": "ping"})
    while not (message := mover.hear()).get("retry_after"):
        pass
    assert 0 < message["retry_after"] < 5
