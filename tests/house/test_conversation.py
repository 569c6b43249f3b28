"""The messages of a table's page, and the answers to them, on the site and in the pocket."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.games import names
from tests.house.doors import House, acted, begun, match_at, my_turn, new_table
from tests.site.wire import Wire, any_action


@pytest.mark.parametrize("game", names())
def test_a_whole_game_against_a_bot_is_kept_move_by_move(house: House, game: str) -> None:
    rng = Random(1)
    with house.guest() as guest:
        table = begun(guest, f"/quick/{game}", level=next(iter(load(game).bots)))
        line = house.line(guest, table)
        line.hello()
        my_turn(line)
        while not line.view["over"]:
            seq = line.view["seq"]
            while line.act(any_action(line.view["gestures"], rng))["type"] == "refused":
                pass  # a word may not go with the gesture after all
            line.newer(seq)
            my_turn(line)
        line.close()
        log = house.events(table)
        assert [seq for seq, *_ in log] == [*range(len(log))]
        assert log[-1][1] == "over"
        assert match_at(guest, table).outcome is not None
        assert f"/t/{table}" in guest.get("/tables").text
        again = house.line(guest, table)
        assert again.hello()["moves"] == line.view["moves"]
        again.close()


def shared(house: House, guest: Any, game: str = "babylone", **form: str) -> tuple[str, Wire]:
    """A table on one screen, with a line to it."""
    table = new_table(guest, game, seat0="me", seat1="here", **form)
    line = house.line(guest, table)
    line.hello()
    return table, line


def test_the_same_id_twice_has_one_effect(house: House) -> None:
    with house.guest() as guest:
        table, line = shared(house, guest, "plus4")
        seq, name = line.view["seq"], uuid.uuid4().hex
        first = line.act("3", expected=seq, name=name)
        again = line.act("3", expected=seq, name=name)
        assert first["seq"] == again["seq"]
        kinds = [kind for _, kind, *_ in house.events(table)]
        assert kinds.count("action") == 2, "the lot and one push"
        line.close()


def test_what_was_sent_before_another_move_is_stale(house: House) -> None:
    with house.guest() as guest:
        table, line = shared(house, guest, "plus4")
        seq = line.view["seq"]
        acted(line, "3")
        log = house.events(table)
        stale = line.act("1", expected=seq)
        assert stale["type"] == "refused"
        assert "has moved on" in stale["text"]
        assert stale["view"]["seq"] == seq + 1
        assert house.events(table) == log
        line.close()


def test_a_refusal_has_its_reason_and_changes_nothing(house: House) -> None:
    with house.guest() as guest:
        table, line = shared(house, guest, "plus4")
        log = house.events(table)
        refused = line.act("1*")
        assert (refused["type"], refused["rule"]) == ("refused", "3.1")
        assert refused["text"]
        assert refused["view"]["seq"] == line.view["seq"]
        assert line.act("x" * 300)["type"] == "refused"
        assert line.ask({"type": "leave", "to": "x"})["type"] == "refused"
        assert house.events(table) == log
        line.close()


def test_undo_is_free_on_one_screen_and_against_bots(house: House) -> None:
    with house.guest() as guest:
        for seat in ("here", "random"):
            line = house.line(guest, new_table(guest, "plus4", seat0="me", seat1=seat))
            line.hello()
            my_turn(line)
            before = len(line.view["moves"])
            acted(line, "1")
            my_turn(line)
            seq = line.view["seq"]
            assert line.ask({"type": "undo"})["type"] == "kept"
            assert len(line.newer(seq)["moves"]) == before
            line.close()


def test_bots_play_a_whole_game(house: House) -> None:
    with house.guest() as guest:
        for game in ("babylone", "plus4", "redline"):
            line = house.line(guest, new_table(guest, game, seat0="random", seat1="random"))
            line.hello()
            while not line.view["over"]:
                line.hear(30)
            assert line.view["moves"]
            line.close()


def test_why_is_answered_with_the_paragraph(house: House) -> None:
    with house.guest() as guest:
        _, line = shared(house, guest, start="3,2")
        for action in ("first", "a>b"):
            acted(line, action)
        line.say({"type": "press", "presses": ["pile-b", "pile-d"]})
        why = line.until("why")
        assert why["rule"] == "2.2"
        assert why["text"] == "Heights 2 and 1, tops green and black: nothing in common."
        line.say({"type": "press", "presses": ["pile-b"]})
        line.say({"type": "press", "presses": ["pile-c", "pile-d"]})
        assert line.hear() == {
            "type": "outlook",
            "presses": ["pile-c", "pile-d"],
            "text": "The pile will have 2 tablets, with green on top.",
            "always": False,
        }, "and nothing to presses that go on"
        line.close()


def test_pages_that_come_back_get_what_they_have_missed(house: House) -> None:
    with house.guest() as guest:
        table, line = shared(house, guest, "plus4")
        other, seq = house.line(guest, table), line.view["seq"]
        other.follow(seq)
        other.say({"type": "ping"})
        assert other.hear()["type"] == "pong", "and nothing before it"
        acted(line, "4")
        news = other.until("steps")
        assert (news["from"], [step["seq"] for step in news["steps"]]) == (seq, [seq + 1])
        late = house.line(guest, table)
        late.follow(seq)
        assert late.until("steps") == news
        for each in (line, other, late):
            each.close()


def test_names_stand_at_the_table_and_are_told(house: House) -> None:
    with house.guest() as guest:
        _, line = shared(house, guest, "redline", name0="A<b>", name1="Zoé")
        view = line.view
        drawn = "".join(view["drawings"].values())
        assert "A&lt;b&gt;" in drawn
        assert "A<b>" not in drawn
        assert "Zoé" in drawn
        assert [seat["sign"] for seat in view["seats"]] == ["●", "■"]
        assert all(f"#{seat['emblem']}" in drawn for seat in view["seats"]), "on both hands"
        acted(line, view["gestures"][0][-1])
        assert line.view["told"].startswith(("A<b> places", "Zoé places"))
        line.close()


def test_a_name_like_a_seat_is_not_taken_for_it(house: House) -> None:
    with house.guest() as guest:
        _, line = shared(house, guest, name0="Player B", name1="Zoé")
        for action in ("first", "a>b"):
            mover = line.view["seats"][line.view["turn"]]["name"]
            acted(line, action)
            assert line.view["told"].startswith(mover)
        line.close()
