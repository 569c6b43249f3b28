"""The prompts of a table for each person: what to do, whose turn it is, how the game ended."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from ludotheque.table import commands
from ludotheque.table.commands import create, why_not
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.seats import OPEN, Sitter
from ludotheque.table.shapes import Said
from ludotheque.table.table import Table, kit_of
from ludotheque.table.views.moves import told_moves
from ludotheque.table.views.page import Following, eyes_of, past_view, view
from ludotheque.table.views.program import position
from ludotheque.table.words import Facts, words_of
from tests.table.tables import ANA, BRUNO, made, moment, over
from tests.table.test_fold import some_action

BOT = Sitter("bot", bot="random")
SCREEN = (ANA, Sitter("person", "ana", "Léa"))


def prompt(table: Table, guest: str, lang: str = "en") -> Said:
    said = view(table, guest, lang)["prompt"]
    assert position(table, guest, lang)["prompt"] == said, "programs are told the same"
    return said


def turned_to(seat: int, spec: str, *sitters: Sitter) -> Table:
    """A new table at which that seat is to move."""
    tables = (create("t", kit_of(spec), sitters, moment(Random(n))).after for n in range(50))
    return next(table for table in tables if table.turn == seat)


def ended(spec: str, *sitters: Sitter, winner: int | None) -> Table:
    """A table whose game that seat has won, or that was drawn."""
    for seed in range(400):
        rng = Random(seed)
        table = create("t", kit_of(spec), sitters, moment(rng)).after
        while table.outcome is None:
            assert table.turn is not None
            action = some_action(table, rng)
            table = commands.act(table, [table.turn], action, moment(rng)).after
        if table.outcome.winners == (() if winner is None else (winner,)):
            return table
    raise AssertionError("no such end")


def test_each_is_told_what_to_do_or_for_whom_they_wait() -> None:
    table = turned_to(0, "plus4", ANA, BRUNO)
    assert prompt(table, "ana")["do"] == "Choose a column."
    assert prompt(table, "bruno")["do"] == "Ana to play."
    assert prompt(table, "bruno", "fr")["do"] == "À Ana de jouer."
    watching = prompt(table, "carla")
    assert (watching["do"], watching["why"]) == ("You are watching this game.", "Ana to play.")


def test_a_bot_thinks() -> None:
    table = turned_to(1, "plus4", ANA, BOT)
    assert prompt(table, "ana", "fr")["do"] == f"{BOT_SIGN}Robot B réfléchit…"


def test_people_who_are_missing_are_counted() -> None:
    three = (ANA, Sitter(OPEN), Sitter(OPEN))
    table = made("redline(players=3)", *three).after
    assert prompt(table, "ana")["do"] == "Waiting for 2 more people."
    assert prompt(table, "carla")["why"] == "A seat is free."
    table = made("plus4", ANA, Sitter(OPEN)).after
    assert prompt(table, "ana", "fr")["do"] == "On attend encore 1 personne."


def test_on_a_shared_screen_the_player_to_move_is_named() -> None:
    table = turned_to(1, "plus4", *SCREEN)
    said = prompt(table, "ana", "fr")
    assert (said["lead"], said["do"]) == ("Léa\u00a0: ", "Choisissez une colonne.")
    assert prompt(turned_to(0, "plus4", ANA, BRUNO), "ana")["lead"] == ""


@pytest.mark.parametrize(
    ("winner", "ana", "bruno", "carla"),
    [
        (0, "You have won!", "This time Ana wins.", "Ana wins!"),
        (1, "This time Bruno wins.", "You have won!", "Bruno wins!"),
        (None, "It’s a draw.", "It’s a draw.", "It’s a draw."),
    ],
)
def test_the_end_is_told_to_each(winner: int | None, ana: str, bruno: str, carla: str) -> None:
    table = ended("plus4", ANA, BRUNO, winner=winner)
    for guest, text in (("ana", ana), ("bruno", bruno), ("carla", carla)):
        assert over(table, guest, "en")["text"] == text
        assert prompt(table, guest)["do"] == text


def test_nobody_on_a_shared_screen_is_you() -> None:
    table = ended("plus4", *SCREEN, winner=1)
    assert over(table, "ana", "fr")["text"] == "Léa gagne\u202f!"


def test_a_game_may_tell_the_winner_and_the_loser_differently_why() -> None:
    table = ended("babylone", ANA, BRUNO, winner=0)
    end = {guest: over(table, guest, "en")["why"] for guest in ("ana", "bruno", "carla")}
    assert end["ana"].startswith("Bruno cannot move: you win.")
    assert end["bruno"].startswith("No pile goes on another: you cannot move.")
    assert end["carla"].startswith("Bruno cannot move any more.")


def test_a_resignation_says_who_wins() -> None:
    table = commands.resign(made("plus4").after, 1, moment()).after
    end = over(table, "bruno", "fr")
    assert end["text"] == "Cette fois, Ana gagne."
    assert end["why"].startswith("Bruno abandonne\u00a0: Ana gagne.")


def test_a_rematch_is_offered_to_the_others() -> None:
    table = commands.resign(made("plus4").after, 1, moment()).after
    offered = commands.rematch(table, 1, "fresh", moment())[0].after
    ends = {guest: over(offered, guest, "fr")["offer"] for guest in ("ana", "bruno", "carla")}
    assert ends == {"ana": "Bruno propose une revanche.", "bruno": "", "carla": ""}
    assert over(table, "ana", "fr")["offer"] == ""
    assert view(offered, "carla", "fr")["told"] == "Bruno propose une revanche."


def test_a_press_out_of_turn_is_answered_with_whose_turn_it_is() -> None:
    table = turned_to(0, "plus4", ANA, BRUNO)
    why = why_not(table, "bruno", ["column-1"])
    assert why is not None
    assert words_of(table, "fr").say(why) == "C’est à Ana de jouer."
    watched = why_not(table, "carla", ["column-1"])
    assert watched is not None
    assert words_of(table, "en").say(watched) == "You are watching this game."


def test_looking_back_is_said() -> None:
    past = past_view(turned_to(0, "plus4", ANA, BRUNO), 0, "ana", "fr")["prompt"]
    assert past["do"] == "Vous regardez un coup passé."


def test_a_verdict_is_for_who_acted() -> None:
    table = made("croisements").after
    rng = Random(3)
    while table.kit.game.gestures(table.state)[0].typed is None:
        assert table.turn is not None
        table = commands.act(table, [table.turn], some_action(table, rng), moment(rng)).after
    seat = table.turn
    assert seat is not None
    gesture = table.kit.game.gestures(table.state)[0]
    assert gesture.typed is not None
    letters = gesture.typed.initial + gesture.typed.letters + "QQ"
    table = commands.act(table, [seat], gesture.action + letters, moment(rng)).after
    actor, other = ("ana", "bruno") if seat == 0 else ("bruno", "ana")
    assert view(table, actor, "en")["verdict"].startswith(f"{letters} is not in the list")
    assert view(table, other, "en")["verdict"] == ""
    assert letters not in view(table, other, "en")["told"]


def test_prompts_of_steps_are_sent_once() -> None:
    table, rng = made("redline").after, Random(5)
    first = view(table, "ana", "fr")
    known = dict[str, Any](first["prompts"])
    assert first["steps"] in known
    following = Following(eyes_of(table, "ana", "fr"), table)
    steps = first["steps"]
    for _ in range(12):
        assert table.turn is not None
        table = commands.act(table, [table.turn], some_action(table, rng), moment(rng)).after
        step = following.step(Facts(table, "fr"))
        fresh = step.get("prompts", {})
        assert not fresh.keys() & known.keys()
        known |= fresh
        steps = str(step["facts"].get("steps", steps))
        assert steps in known
    assert len(known) > 1, "the first tile and the others"


@pytest.mark.parametrize("spec", ["redline", "plus4(mode=rounds)", "babylone", "croisements"])
def test_all_moves_are_told_in_words_and_the_newest_as_it_was(spec: str) -> None:
    table, rng = made(spec).after, Random(5)
    newest = []
    for _ in range(8):
        assert table.turn is not None
        table = commands.act(table, [table.turn], some_action(table, rng), moment(rng)).after
        newest.append(view(table, "ana", "en")["told"])
    told = told_moves(table, "ana", "en")
    assert len(told) == len(view(table, "ana", "en")["moves"])
    assert told[-8:] == newest
    assert re.search(r"\bgo(es)? first[,.]", told[0])
    assert any(line.startswith("You ") for line in told)
    assert any(line.startswith("Bruno ") for line in told)
    assert not any("Ana" in line for line in told)
    watched = told_moves(table, "onlooker", "en")
    assert any(line.startswith("Ana ") for line in watched)
    assert not any("You" in line for line in watched)


@pytest.mark.parametrize(
    ("spec", "first"),
    [
        ("redline(hand=10)", "goes first. 10 tiles each, for all to see."),
        (
            "croisements",
            "chosen at random. The strips are laid at random; both halves have the same letters.",
        ),
    ],
)
def test_a_deal_is_told_in_one_sentence(spec: str, first: str) -> None:
    table = made(spec).after
    assert told_moves(table, "onlooker", "en")[0].endswith(first)


def test_the_aim_is_told_with_the_facts() -> None:
    table = made("plus4(mode=endless,target=5)").after
    assert view(table, "ana", "en")["aim"] == "Score 5 points, line by line."


def test_a_verdict_on_a_shared_screen_says_whose_it_is() -> None:
    seats = (ANA, Sitter("person", "ana", "Léa"))
    table, rng = create("t", kit_of("redline"), seats, moment(Random(1))).after, Random(1)
    while not (said := view(table, "ana", "en")["verdict"]):
        assert table.turn is not None
        table = commands.act(table, [table.turn], some_action(table, rng), moment(rng)).after
    mover = table.history.step[0][1].seat
    assert mover is not None
    assert said == f"New alignment: {seats[mover].name} draws a tile."


def test_the_next_round_is_begun_by_its_winner_and_that_is_said() -> None:
    seats = (ANA, BRUNO)
    table, rng = create("t", kit_of("redline(rounds=2)"), seats, moment(Random(1))).after, Random(1)
    while (notice := Facts(table, "en").notice) is None:
        assert table.turn is not None
        table = commands.act(table, [table.turn], some_action(table, rng), moment(rng)).after
    winner = words_of(table, "en").names[table.state.first]
    assert notice["why"].endswith(f"{winner} won the last round and goes first.")
