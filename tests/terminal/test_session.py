"""Whole games in the terminal: people, bots, undo, records."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.record import read_record
from ludotheque.play.levels import middling_bot
from ludotheque.play.match import Match, replay
from tests.cli.command import good, run


def test_two_bots_play_a_game_to_its_end() -> None:
    shown = good("play", "babylone", "--seats", "perfect,random", "--seed", "3", "--lang", "en")
    assert " wins!" in shown
    assert shown == good(
        "play", "babylone", "--seats", "perfect,random", "--seed", "3", "--lang", "en"
    )


@pytest.mark.parametrize(
    "spec", ["babylone(to_win=3)", "plus4", "plus4(mode=rounds,target=1)", "redline", "croisements"]
)
def test_two_people_type_a_whole_game(spec: str, tmp_path: Path) -> None:
    """The decisions of a game recorded with the same seed are typed in again."""
    kit = load(spec)
    seats = ",".join(["me"] * kit.game.seats)
    decisions = scripted(spec, 11)
    file = tmp_path / "game.txt"
    shown = run(
        "play", spec, "--seats", seats, "--seed", "11", "--save", str(file), "--lang", "en",
        typed="\n".join(decisions) + "\n",
    )  # fmt: skip
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert " wins!" in shown.stdout or "It’s a draw." in shown.stdout
    match = replay(read_record(file.read_text(encoding="utf-8")))
    assert match.outcome is not None
    assert [
        match.kit.game.notation.write_action(a) for a in match.actions if _decided(a)
    ] == decisions


def scripted(spec: str, seed: int) -> list[str]:
    """The decisions of people, always the first action, while chance follows the seed."""
    match, rng, typed = Match(load(spec)), Random(seed), []
    match.settle(rng)
    while match.outcome is None:
        action = match.kit.game.actions(match.state)[0]
        typed.append(match.kit.game.notation.write_action(action))
        match.play(action)
        match.settle(rng)
    return typed


def _decided(action: object) -> bool:
    return type(action).__name__ not in ("Draw", "Lay", "Begin", "Chooser")


def test_a_person_can_ask_take_back_save_and_leave(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    typed = f"?\ncoups\nrègles 2.1\nplateau\n9\n2\nannuler\n3\nenregistrer {file}\nquitter\n"
    done = run("play", "plus4", "--seats", "me,random", "--seed", "2", typed=typed)
    assert done.returncode == 0
    assert "annuler votre dernier coup" in done.stdout
    assert done.stdout.count("  Choisissez une colonne.") == 5, "at each turn, and with the table"
    assert "1 2 3 4" in done.stdout
    assert "2.1   À votre tour" in done.stdout
    assert done.stderr.splitlines() == [
        "Je ne comprends pas «\u00a09\u00a0»\u202f; "
        "écrivez une colonne de 1 à 4, avec * pour le pion bonus."
    ]
    assert replay(read_record(file.read_text(encoding="utf-8"))).outcome is None


@pytest.mark.parametrize(("lang", "word"), [("fr", "indice"), ("en", "hint")])
def test_a_hint_in_three_steps_with_the_table_marked(lang: str, word: str) -> None:
    typed = f"second\n{word}\n{word}\n{word}\n{word}\nquit\n"
    people = ("--seats", "me,me", "--seed", "1")
    told = good("play", "babylone", *people, "--lang", lang, typed=typed)
    shown = told.split("Babylone — ")[-4:]
    said = [part.strip().rpartition("\n  ")[2].splitlines()[0] for part in shown]
    assert said[0] in (
        "Le bon coup est en haut à gauche.",
        "The right move is at the top left.",
    )
    assert said[1].startswith(("Commencez par ici\u00a0: pile a", "Start here: pile a"))
    assert said[2].endswith("  →  a>b")
    assert said[3] == said[2], "the last step again"
    assert [part.count("([") for part in shown] == [3, 1, 2, 2]
    assert f"  {word} " in good("play", "babylone", *people, "--lang", lang, typed="?\nquit\n")


def test_resigning_and_refusals_cite_the_rules() -> None:
    done = run("play", "plus4", "--seats", "me,me", "--lang", "en", typed="3*\nresign\n")
    assert "(rule 3.1)" in done.stderr
    assert "resigns" in done.stdout


def test_without_a_game_the_shelf_is_offered() -> None:
    done = run("play", "--lang", "en", "--seed", "1", typed="7\n1\n0\n1\nquit\n")
    assert done.returncode == 0
    assert "Babylone" in done.stdout
    assert "from 1 to 4" in done.stderr
    level = load("babylone").level("random", "en")
    assert f"  1  {level.name} — {level.feels}\n" in done.stdout
    assert "Which opponent?" in done.stdout
    assert "Type a move" in done.stdout


def test_enter_takes_the_middling_level_and_quit_leaves_the_shelf() -> None:
    kit = load("croisements")
    middling = kit.level(middling_bot(kit)).name
    shown = good("play", "croisements", typed="\nquitter\n")
    assert f"(1–{len(kit.bots)}, Entrée\u00a0: {middling})" in shown
    assert "Tapez" in shown, "the game began"
    for typed in ("quitter\n", "2\nq\n"):
        done = run("play", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Tapez" not in done.stdout


def test_coups_tells_the_letters_owed_and_no_word() -> None:
    typed = "b1\nb14\nd1\nd14\nf1\nf14\ncoups\nquitter\n"
    done = run("play", "croisements", "--seats", "me,me", "--seed", "5", typed=typed)
    offered = [line for line in done.stdout.splitlines() if "b1-c2/d1" in line]
    assert len(offered) == 1
    assert re.search(r"b1-c2/d1 (\w)…\(\1\w{2}\)", offered[0])
    assert offered[0].endswith("pass")


def test_the_end_of_the_input_leaves_the_table() -> None:
    assert "Redline" in good("play")
    assert "Tapez" not in good("play", "redline")
    assert "Tapez" in good("play", "redline", "--seats", "me,me")


def test_a_record_that_cannot_be_kept_is_refused_before_the_game() -> None:
    done = run("play", "plus4", "--seats", "random,random", "--save", "/nowhere/x", "--lang", "en")
    assert done.returncode == 2
    assert done.stderr == "The file /nowhere/x cannot be written.\n"
    assert done.stdout == ""


def test_a_pile_named_like_a_command_is_no_command() -> None:
    typed = "first\nq > r\nquit\n"
    done = run("play", "babylone(start=6,6,6)", "--seats", "me,me", "--seed", "1", typed=typed)
    assert "pose la pile q sur la pile r" in done.stdout
