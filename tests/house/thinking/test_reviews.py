"""Reviews of finished games over real sockets, and playing on from their positions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any, cast

import httpx
import pytest

from ludotheque import load
from ludotheque.games.babylone.rules import BabyloneOptions
from ludotheque.games.babylone.solver import Solver
from ludotheque.games.croisements.state import Announce
from ludotheque.house.reader import NOBODY
from ludotheque.house.thinking.reviews import Reviews
from ludotheque.house.thinking.thinker import Thinker
from ludotheque.play.match import Match
from ludotheque.practice.shapes import LessonStart
from ludotheque.site.workers import Workers
from ludotheque.table.commands import variation
from ludotheque.table.table import looked_back
from tests.house.client import carried
from tests.house.doors import House, new_table
from tests.house.thinking.asking import actions_of, opened, pieces, record, reviewed
from tests.shapes import assert_shaped
from tests.table.tables import laid

__all__ = ["record"]  # for the reviews in a browser


def test_a_review_comes_piece_by_piece_and_is_the_same_for_all(house: House) -> None:
    match = record("babylone", 1)
    solver = Solver(BabyloneOptions())
    with house.guest("fr") as ana, house.guest("en") as bruno:
        table = opened(ana, match)
        told = list(pieces(ana, table))
        found = [decision for piece in told for decision in piece["decisions"]]
        assert {piece["total"] for piece in told} == {len(found)} == {len(match.actions) - 1}
        other = reviewed(bruno, table)
        figures = ("number", "action", "mark", "worth", "taken", "best")
        assert [[d[f] for f in figures] for d in found] == [[d[f] for f in figures] for d in other]
        assert "prouvé" in found[0]["text"]
        assert "proved" in other[0]["text"]
        state = match.kit.game.initial()
        for number, action in enumerate(match.actions):
            if state.round is not None:
                judged = next(d for d in found if d["number"] == number)
                mover = match.kit.game.turn(state)
                assert judged["worth"][mover]["share"] == solver.wins(state.round)
            state = match.kit.game.apply(state, action)
        page = bruno.get(f"/t/{table}/review")
        assert page.status_code == 200
        assert 'id="graph"' in page.text


def test_all_who_ask_about_a_game_share_one_review() -> None:
    match = record("babylone(start=2,2,1)", 1)
    one, other = laid(match, "one"), laid(match, "two")
    earlier = looked_back(one, one.history.taken_back(len(one.moves) - 1))

    async def ask() -> None:
        workers = Workers(1)
        reviews = Reviews(workers, 10)
        found = reviews.of(one, NOBODY)
        assert reviews.of(other, NOBODY) is found
        assert reviews.of(earlier, NOBODY) is not found
        while not found.done:
            await found.more(len(found.steps), 60)
        assert len(found.steps) == found.total == len(match.actions) - 1
        assert all(step.decision is not None for step in found.steps)
        await reviews.stop()
        workers.close()

    asyncio.run(ask())


def test_a_line_holds_no_word_that_is_in_no_dictionary() -> None:
    match = record("croisements")
    table = laid(match)
    words = ((n, a) for n, a in enumerate(match.actions) if isinstance(a, Announce) and not a.lost)
    number, played = next(words)
    invented = replace(played, word=f"{played.word}ZQZ")
    text = match.kit.game.notation.write_action(invented)
    assert variation(table, number, text).moves[-1].text == f"{text}?", "the turn is lost"


def test_what_has_no_decision_is_forgotten_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.house.thinking.reviews._DECISIONS_REMEMBERED", 10)

    async def ask() -> None:
        reviews = Reviews(cast("Thinker", None), 10)
        for seed in range(40):
            match = Match(load("redline"))
            match.settle(Random(seed))
            match.resign(0)
            assert reviews.of(laid(match), NOBODY).total == 0
        assert len(reviews._remembered) <= 10
        await reviews.stop()

    asyncio.run(ask())


def test_a_line_is_shown_on_the_board(house: House) -> None:
    with house.guest() as guest:
        table = opened(guest, record("babylone", 1))
        better = next(d for d in reviewed(guest, table) if d["better"] and d["better"]["proof"])
        line = "|".join([better["better"]["action"], *better["better"]["proof"]])
        where = f"/t/{table}/review/at/{better['number']}"
        shown = guest.get(where, params={"then": line}).json()
        assert shown["areas"]
        assert shown["prompt"] != guest.get(where).json()["prompt"]
        told = {"accept": "application/json"}
        for then in ("a>a", "nonsense", "begin 0", f"{line}|{line}"):
            refused = guest.get(where, params={"then": then}, headers=told)
            assert refused.status_code in (404, 409), then
        assert guest.get(f"/t/{table}/review/at/999", headers=told).status_code == 404


def test_playing_on_deals_anew(house: House) -> None:
    match = record("redline", 3)
    with house.guest() as guest:
        table = opened(guest, match)
        old = actions_of(house, table)
        answer = guest.post(f"/t/{table}/play-on", data={"at": "3"})
        new = actions_of(house, answer.headers["location"].removeprefix("/t/"))
        dealt = next(n for n, (seat, _) in enumerate(old) if seat is not None)
        assert len(new) == dealt
        assert new[:3] == old[:3]
        assert all(seat is None for seat, _ in new)
        assert new[3:] != old[3:dealt]


def retried(guest: httpx.Client, path: str, *actions: str, **more: Any) -> dict[str, Any]:
    """The answer to another action in that position."""
    answer = guest.post(path, json={"actions": actions, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_mistake_is_tried_again_until_nothing_is_better(house: House) -> None:
    # Red could win by column 3 and hold the draw by column 1; after 2 or 4, Blue lines up four.
    match, number = record("plus4", 3), 9
    with house.guest() as guest:
        table = opened(guest, match)
        path = f"/t/{table}/retry/{number}"
        before = house.events(table)
        page = guest.get(path).text
        assert "In the game: " in page
        assert "Move 9" in page
        assert f'/t/{table}/review#9"' in page
        first = carried(page, "first")
        assert_shaped(first, LessonStart)
        assert first["view"]["solution"] is None, "only the teacher knows it"
        played = retried(guest, path, "2")
        better, same = retried(guest, path, "1"), retried(guest, path, "4")
        assert {told["kind"] for told in (played, better, same)} == {"other"}
        assert played["text"] == "That is the move that was played: find another."
        assert better["text"].startswith("Better than in the game, but there is better still: ")
        assert same["text"].startswith("No better than in the game: a loss in 1 move (proved).")
        assert "Four pawns line up" in same["text"]
        done = retried(guest, path, "3")
        assert done["kind"] == "done"
        assert done["view"]["gestures"] == []
        said = done["view"]["prompt"]
        assert said["do"] == "Well played: a win in 6 moves (proved)."
        assert said["why"].startswith("After that the win cannot slip away")
        solution = retried(guest, path, solution=True)
        assert (solution["kind"], solution["parts"]) == ("solution", ["column-3"])
        assert retried(guest, path, presses=["column-3"])["kind"] in ("outlook", "nothing")
        assert retried(guest, path, "§")["kind"] == "refused"
        assert retried(guest, path)["kind"] == "on", "nothing is tried yet"
        assert guest.post(path, json={"actions": ["1"] * 9}).status_code == 400
        typed = guest.get(path, params={"typed": "3"}).text
        assert "Well played: a win" in typed
        assert house.events(table) == before, "nothing is stored"


def test_only_decisions_of_finished_games_are_tried_again(house: House) -> None:
    with house.guest() as guest:
        table = opened(guest, record("plus4", 3))
        for number in (-1, 0, 99):  # chance decided who begins
            assert guest.get(f"/t/{table}/retry/{number}").status_code == 404, number
            assert guest.post(f"/t/{table}/retry/{number}", json={}).status_code == 404
        running = new_table(guest, "babylone", seat0="me", seat1="here")
        assert guest.get(f"/t/{running}/retry/1").status_code == 409
