"""Steps over the socket: the changes, in order, since the event that the page saw last."""

from __future__ import annotations

from typing import Any

from tests.site.http.test_sockets import two_people
from tests.site.running import Running, cookie
from tests.site.wire import Wire


def followed(site: Running, table: str, who: str = "", since: int | None = None) -> Wire:
    """A page that takes steps."""
    wire = Wire(site, table, who)
    wire.follow(since)
    return wire


def on_one_screen(site: Running, game: str = "plus4", **form: str) -> tuple[Wire, str, str]:
    with site.guest() as guest:
        table = site.new_table(guest, game, seat0="me", seat1="here", **form)
        who = cookie(guest)
    wire = Wire(site, table, who)
    wire.hello()
    return wire, table, who


def play(wire: Wire, *columns: str) -> None:
    for column in columns:
        seq = wire.view["seq"]
        assert wire.act(column)["type"] == "kept"
        wire.newer(seq)


def numbers(message: dict[str, Any]) -> list[int]:
    return [step["seq"] for step in message["steps"]]


def test_a_page_is_sent_one_step_for_a_move_and_the_mover_is_answered_first(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        page = followed(site, table, cookie(guest))
    seq = page.until("view")["view"]["seq"]
    page.say({"type": "act", "id": "one", "expected": seq, "action": "2"})
    assert page.hear() == {"type": "kept", "id": "one", "seq": seq + 1}
    steps = page.hear()
    assert (steps["type"], steps["from"], numbers(steps)) == ("steps", seq, [seq + 1])
    (step,) = steps["steps"]
    assert step["moves"][-1]["text"] == "2"
    assert "title" not in step["facts"], "what stays is not said again"


def test_a_page_that_comes_back_is_sent_the_steps_it_missed_one_for_each_decision(
    site: Running,
) -> None:
    player, table, who = on_one_screen(site)
    seq = player.view["seq"]
    play(player, "1", "2", "3")
    steps = followed(site, table, who, seq).hear()
    assert (steps["type"], steps["from"]) == ("steps", seq)
    assert numbers(steps) == [seq + 1, seq + 2, seq + 3]
    assert [step["moves"][-1]["text"] for step in steps["steps"]] == ["1", "2", "3"]


def until_somebody_draws(site: Running) -> tuple[Wire, str, str, int]:
    """A table of Redline just after a tile was drawn, and the event before that."""
    for _ in range(20):
        player, table, who = on_one_screen(site, "redline")
        while player.view["gestures"]:
            seq = player.view["seq"]
            play(player, player.view["gestures"][0][-1])
            if player.view["moves"][-1]["chance"]:
                return player, table, who, seq
        player.close()
    raise AssertionError("nobody drew a tile")


def test_chance_belongs_to_the_step_of_the_decision_before_it(site: Running) -> None:
    player, table, who, seq = until_somebody_draws(site)
    steps = followed(site, table, who, seq).hear()
    assert numbers(steps) == [player.view["seq"]]
    assert steps["steps"][0]["moves"][-1]["chance"]


def test_who_is_too_far_behind_or_elsewhere_is_sent_the_whole_view(site: Running) -> None:
    player, table, who = on_one_screen(site, mode="endless")
    seq = player.view["seq"]
    play(player, *"12341234123412341")
    assert followed(site, table, who, seq).hear()["type"] == "view", "17 steps"
    assert followed(site, table, who, seq + 1).hear()["type"] == "steps", "16 steps"
    for since in (None, -1, 10_000):
        assert followed(site, table, who, since).hear()["view"]["seq"] == player.view["seq"]
    current = followed(site, table, who, player.view["seq"])
    current.say({"type": "ping"})
    assert current.hear() == {"type": "pong"}, "nothing is newer"


def test_guests_with_the_same_eyes_are_sent_the_same_bytes(site: Running) -> None:
    mover, _, table = two_people(site)
    seq = mover.view["seq"]
    onlookers = [followed(site, table, since=seq) for _ in range(3)]
    for wire in onlookers:
        wire.say({"type": "ping"})
        assert wire.hear() == {"type": "pong"}
    assert mover.act("2")["type"] == "kept"
    heard = {wire.socket.recv(10) for wire in onlookers}
    assert len(heard) == 1
    assert '"gestures"' not in heard.pop(), "an onlooker can press nothing before and after"


def test_who_sits_down_sees_with_other_eyes(site: Running) -> None:
    with site.guest() as host, site.guest() as friend:
        table = site.new_table(host, "plus4", seat0="me", seat1="open")
        (invite,) = site.invites(host, table)
        site.new_table(friend, "plus4")  # known to the site
        page = followed(site, table, cookie(friend))
        assert not any(seat["mine"] for seat in page.until("view")["view"]["seats"])
        host_page = followed(site, table, cookie(host))
        host_page.until("view")
        friend.post(invite, data={"name": "Bruno"})
        assert page.until("steps", "view")["type"] == "view"
        assert [seat["mine"] for seat in page.view["seats"]] == [False, True]
        assert host_page.until("steps", "view")["type"] == "steps"


def test_a_refusal_carries_no_view_for_a_page_that_takes_steps(site: Running) -> None:
    _, table, who = on_one_screen(site)
    page = followed(site, table, who)
    page.until("view")
    refused = page.act("1*")
    assert (refused["type"], refused["rule"]) == ("refused", "3.1")
    assert "view" not in refused


def test_a_program_that_draws_nothing_gets_positions(site: Running) -> None:
    player, table, who = on_one_screen(site)
    bare = Wire(site, table, who, query="?bare=1")
    bare.say({"type": "hello", "since": None, "deltas": 1})
    shown = bare.until("view")["view"]
    assert shown["state"]
    assert "areas" not in shown
    play(player, "1")
    assert bare.until("view", "steps")["view"]["seq"] == player.view["seq"]
