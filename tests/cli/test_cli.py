"""The command line, run as a person runs it: a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque.cli import VERBS, main, renamed
from ludotheque.cli.renamed import with_new_names
from ludotheque.core.record import read_record
from ludotheque.core.texts import texts
from ludotheque.play.match import replay
from ludotheque.play.review import decisions, understand
from tests.cli.command import good, last_line, recorded, run


def test_games_lists_the_shelf_in_both_languages() -> None:
    french, english = good("games"), good("games", "--lang", "en")
    for name in ("redline", "babylone", "plus4", "croisements"):
        assert name in french
        assert name in english
    assert "joueurs" in french
    assert "players" in english


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(
    verb: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help", "--lang", lang])
    text = capsys.readouterr().out
    assert f"ludotheque {verb}" in text
    assert ("exemple\u00a0: ludotheque" if lang == "fr" else "example: ludotheque") in text
    for english in ("optional arguments", "show this help message", "positional"):
        assert english not in text


@pytest.mark.parametrize("words", [[], *([verb] for verb in VERBS)], ids=" ".join)
def test_help_is_all_in_one_language(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Argparse's own texts must not show; metavars are words of the language too."""
    shown = dict[str, str]()
    for lang in ("fr", "en"):
        with pytest.raises(SystemExit):
            main([*words, "--help", "--lang", lang])
        shown[lang] = capsys.readouterr().out
    french, english = shown["fr"], shown["en"]
    assert french.startswith("utilisation\u00a0: ludotheque ")
    assert english.startswith("usage: ludotheque ")
    told = french.partition("exemple")[0]
    assert not re.search(r"(?<!\u00a0):(?!//)", told), told
    assert not re.search(r"\b(FILE|FOLDER|NAME|SEED|GAME|WHO|CLOCK|COMMAND|ADDRESS)\b", french)
    assert not re.search(r"\b(usage|options?:|positional|required|default)\b", french)


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        (["fly"], "Commande inconnue\u00a0: fly. Voir ludotheque --help", "Unknown command: fly."),
        (["games", "--fast"], "Argument inconnu\u00a0: --fast.", "Unknown argument: --fast."),
        (["show", "plus4", "--state"], "--state attend une valeur.", "--state needs a value."),
        (["perft", "plus4", "1", "--divide=2"], "--divide s’écrit sans valeur.", "takes no value."),
        (["perft", "plus4"], "Il manque LONGUEUR.", "LENGTH is missing."),
        (["backup"], "Il manque SAUVEGARDE.", "BACKUP is missing."),
    ],
)
def test_what_is_wrong_is_named_in_the_language(
    words: list[str], french: str, english: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, told in (("fr", french), ("en", english)):
        assert main([*words, "--lang", lang]) == 2
        assert told in capsys.readouterr().err


def test_a_usage_shows_what_may_be_left_out() -> None:
    usage = " ".join(good("arena", "--help", "--lang", "en").partition("\n\n")[0].split())
    assert usage == (
        "usage: ludotheque arena GAME [BOT ...] [--games N] [--seed SEED] [--ladder] [--jobs N] "
        "[--dask ADDRESS] [--json]"
    )
    assert "rules GAME [PARAGRAPH] [--html FILE]" in good("rules", "--help", "--lang", "en")


OLD_WORDS = [
    (["replay", "/none"], ["check"]),
    (["tidy", "--database", "/none/x"], ["prune"]),
    (["pocket"], ["export"]),
    (["print", "babylone", "--plain"], ["pdf", "--greyscale"]),
    (["puzzle", "plus4", "--day=x"], ["problem", "--date"]),
    (["new", "X"], ["new-game"]),
    (["--lang", "en", "stats", "plus4", "--games", "0"], ["random-games"]),
    (["arena", "plus4", "--cluster", "x", "--jobs", "0"], ["--dask"]),
    (["play", "plus4", "--record=/no/x", "--seats", "random,random"], ["--save"]),
    (["play", "plus4", "--seats", "person"], ["me"]),
]


@pytest.mark.parametrize(("words", "new"), OLD_WORDS, ids=" ".join)
def test_old_names_still_work_and_say_the_new_ones(
    words: list[str], new: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    renewed = with_new_names(words, texts("ludotheque.cli", "en"))
    notices = capsys.readouterr().err.splitlines()
    assert main([*words, "--lang", "en"]) in (1, 2)
    *told, complaint = capsys.readouterr().err.splitlines()
    assert [re.findall("“(.*?)”", line)[1] for line in told] == new
    assert told[: len(notices)] == notices
    assert main([*renewed, "--lang", "en"]) in (1, 2)
    assert capsys.readouterr().err.splitlines()[-1] == complaint


def test_an_old_name_does_what_the_new_one_does(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = ("--seats", "me,random", "--seed", "2", "--lang", "en")
    new = run("play", "plus4", *words, "--save", str(file), typed="2\nquit\n")
    saved = file.read_text("utf-8")
    old = run("play", "plus4", *words, "--record", str(file), typed="2\nquit\n")
    assert (old.stdout, file.read_text("utf-8")) == (new.stdout, saved)
    assert (
        old.stderr == "“--record” is now called “--save”; the old name works until version 1.0.\n"
    )
    assert run("replay", str(file)).stdout == good("check", str(file))


def test_names_of_earlier_versions_are_no_verbs_any_more() -> None:
    assert not set(renamed.VERBS) & set(VERBS)
    assert set(renamed.VERBS.values()) <= set(VERBS)


def test_the_language_of_the_system_is_followed() -> None:
    assert "players" in run("games", lang="en_GB.UTF-8").stdout
    assert "joueurs" in run("games", lang="de_DE.UTF-8").stdout
    assert "players" in run("games", "--lang=en").stdout


def test_without_a_verb_it_says_what_there_is() -> None:
    assert "perft" in good()
    assert good("--version").startswith("ludotheque ")


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["games", "--fast"],
        ["games", "extra"],
        ["play", "chess"],
        ["play", "plus4", "--seats", "me"],
        ["play", "plus4", "--seats", "me,grandmaster"],
        ["play", "plus4", "--seed", "x"],
        ["learn"],
        ["learn", "chess"],
        ["learn", "babylone", "--lesson", "7"],
        ["show"],
        ["show", "plus4", "--state"],
        ["show", "plus4", "--state", "nonsense"],
        ["show", "plus4", "--svg", "/nowhere/at/all.svg"],
        ["show", "babylone", "--state", "v v v 0"],
        ["rules", "plus4", "9.9"],
        ["perft", "plus4"],
        ["perft", "plus4", "1", "--lang", "xx"],
        ["perft", "plus4", "deep"],
        ["perft", "plus4", "-3"],
        ["perft", "plus4(target=99)", "2"],
        ["perft", "plus4(rounds=3)", "2"],
        ["perft", "redline", "1", "--deal", "-1"],
        ["perft", "redline(players=5,hand=10)", "1"],
        ["random-games", "plus4", "--games", "0"],
        ["arena", "plus4"],
        ["arena", "plus4", "beginner"],
        ["arena", "plus4", "beginner", "nobody"],
        ["arena", "plus4", "beginner", "random", "--ladder"],
        ["random-games", "plus4", "--games", "many"],
        ["solve", "redline(players=3)"],
        ["solve", "plus4(mode=fast)"],
        ["solve", "plus4", "--state", "x"],
        ["solve", "plus4", "--gpu"],
        ["solve", "babylone", "--gpu"],
        ["verify"],
        ["verify", "babylone"],
        ["verify", "plus4(mode=rounds)"],
        ["verify", "plus4", "--sample", "none"],
        ["solve", "babylone(start=99)"],
        ["solve", "babylone", "--state", "?"],
        ["check"],
        ["check", "/no/such/file"],
        ["check", "/"],
        ["review"],
        ["review", "/no/such/file", "--json"],
        ["games", "--lang", "de"],
    ],
)
def test_bad_input_gets_one_line_and_a_status(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for lang in ("fr", "en"):
        status = main([*words, *(() if "--lang" in words else ("--lang", lang))])
        said = capsys.readouterr()
        assert (status, said.out) in ((1, ""), (2, ""))
        assert len(said.err.splitlines()) == 1, said.err
        assert said.err.endswith("\n")
        assert "error" not in said.err


def test_a_cluster_that_does_not_answer_gets_one_line() -> None:
    pair = ("arena", "plus4", "beginner", "random")
    done = run(*pair, "--dask", "nonsense://x", "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "No Dask scheduler answers at nonsense://x.\n"


def test_bad_input_is_answered_in_the_language() -> None:
    assert "Il n’y a pas de jeu «\u00a0chess\u00a0»" in run("play", "chess").stderr
    assert "There is no game “chess”" in run("play", "chess", "--lang", "en").stderr
    enough = run("perft", "redline(players=5,hand=10)", "1", "--lang", "en").stderr
    assert enough == "There are not enough tiles: 5 players with 10 tiles. (rule 7.2)\n"


def test_show_prints_or_writes_a_position(tmp_path: Path) -> None:
    assert "Plus 4" in good("show", "plus4", "--state", "rb/-/br/- 0 0:0")
    file = tmp_path / "grid.svg"
    assert good("show", "redline", "--svg", str(file)) == ""
    assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
    assert "Manche 2" in good(
        "show", "plus4(mode=rounds)", "--state", "[0:1,0] begin=1 -/-/-/- 1 0:0"
    )


def test_rules_prints_the_page_or_a_paragraph() -> None:
    page = good("rules", "redline", "--lang", "en")
    assert "2.5   The tile must make no dead end" in page
    assert "[our ruling]" in page
    assert good("rules", "redline", "2.6").startswith("2.6   [notre précision] ")


def test_perft_counts_and_divides() -> None:
    assert good("perft", "plus4", "2") == "16\n"
    assert last_line(good("perft", "plus4(mode=endless)", "2", "--divide")) == "64"
    divided = good("perft", "redline", "1", "--deal", "7", "--divide").splitlines()
    assert sum(int(line.split(": ")[1]) for line in divided[:-1]) == int(divided[-1])
    assert good("perft", "redline", "2") == f"{48 * 47}\n"
    assert good("perft", "plus4", "0") == "1\n"
    assert good("perft", "plus4", "3", "--state", "r/r/r/r 1 1:0") == "0\n", "it is over"
    assert good("perft", "redline", "3", "--deal", "5") == good(
        "perft", "redline", "3", "--deal", "5"
    )


def test_solve_babylone() -> None:
    *lines, value = good("solve", "babylone(start=3,3,3,3)", "--lang", "en").splitlines()
    assert value == "second"
    assert "proved" in lines
    assert {line.split(": ")[1] for line in lines if ">" in line[:3]} == {"loses"}
    *lines, value = good("solve", "babylone(start=2,1)").splitlines()
    assert value == "first"
    assert "a>b: gagne" in lines
    stuck = "vnrbvn - - nrbv - - rb - - - - - 0"
    assert last_line(good("solve", "babylone", "--state", stuck)) == "loss"
    near = "vnrbvn - - nrb - - rb v - - - - 0"
    assert last_line(good("solve", "babylone", "--state", near)) == "win"


Solved = Callable[..., tuple[list[str], str]]


@pytest.fixture
def solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Solved:
    """What `solve` prints, the last line apart; in this process, where kernels compile once."""
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))

    def solve(*words: str) -> tuple[list[str], str]:
        assert main(["solve", *words, "--lang", "en"]) == 0
        *lines, value = capsys.readouterr().out.splitlines()
        return lines, value

    return solve


def test_solve_plus4_ends_with_the_value_alone(solved: Solved) -> None:
    lines, value = solved("plus4")
    assert value == "draw"
    assert lines[:4] == [f"{column}: draw" for column in range(1, 5)]
    assert "proved" in lines
    assert "513901" in str(sum(map(int, re.findall(r"(\d+) (?:grids|lost|drawn)", lines[-1]))))
    lines, value = solved("plus4", "--state", "r/-/-/- 1 0:0")
    assert (lines[:4], value) == (
        ["1: draw", *(f"{column}: loses in 9 moves" for column in (2, 3, 4))],
        "draw",
    )
    assert solved("plus4", "--state", "r/-/b/- 0 0:0")[1] == "win"


def test_solve_redline_says_proved_or_estimated(solved: Solved) -> None:
    near = (
        "Y01@-3,1 B024@-3,2 Y145@-3,3 Y256@-2,2 B36@-1,2 Y046@0,-1 B034@0,0 Y147@0,1 Y037@0,3 "
        "Y37@1,-1 B057@1,2 Y234@1,3 / B017 B13 | Y05 Y1 / 0 last=Y placed=1"
    )
    lines, value = solved("redline", "--state", near)
    assert value == "win"
    assert lines.count("proved") == 1
    assert not any(line.startswith("estimated") for line in lines)
    lines, value = solved("redline")
    assert value == "second"
    assert any(line.startswith("estimated") for line in lines)
    assert "proved" not in lines


def test_stats_prints_shares_and_json() -> None:
    title, *lines = good(
        "random-games", "plus4", "--games", "5", "--seed", "1", "--lang", "en"
    ).splitlines()
    assert title == "plus4: 5 random games"
    assert [line[:10].strip() for line in lines] == ["player 1", "player 2", "draws", "turns"]
    shares = [float(line.split("%")[0].split()[-1]) for line in lines[:3]]
    assert sum(shares) == pytest.approx(100)
    found = json.loads(
        good("random-games", "redline(players=3)", "--games", "30", "--seed", "4", "--json")
    )
    assert found["games"] == 30
    assert len(found["wins"]) == 3
    assert sum(found["wins"]) == pytest.approx(1)
    assert 5 < found["turns"] < 60


@pytest.mark.parametrize(
    "spec",
    ["babylone(to_win=3)", "plus4(mode=rounds,target=2)", "redline(players=4)", "croisements"],
)
def test_replay_checks_a_record(spec: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = recorded(spec)
    file.write_text(text, encoding="utf-8")
    shown = good("check", str(file), "--lang", "en")
    assert " wins!" in shown or "It’s a draw." in shown
    head, body = text.split("\n\n")
    actions = body.replace("\n", " | ").split(" | ")
    actions[4] = "4. nonsense"
    file.write_text(head + "\n\n" + " | ".join(actions), encoding="utf-8")
    done = run("check", str(file), "--lang", "en")
    assert done.returncode == 1
    assert "Move 5" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_replay_refuses_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for content in (b"", b"\xff\xfe\x00", b"[Game]", b'[Game "chess"]\n[Rules "1"]\n'):
        file.write_bytes(content)
        done = run("check", str(file))
        assert done.returncode == 1
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "fr",
            [" Joueur B\u00a0: défaite (prouvé). Le meilleur coup\u00a0: victoire (prouvé)."],
        ),
        (
            "en",
            ["   For Player B: a loss (proved). Best move: a win (proved).", "p1 (Player B): 0 "],
        ),
    ],
)
def test_review_says_what_was_better(lang: str, lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded("babylone", 1), encoding="utf-8")
    told = good("review", str(file), "--lang", lang)
    for line in lines:
        assert line in told
    found = json.loads(good("review", str(file), "--lang", lang, "--json"))
    better = [d for d in found if d["better"]]
    assert better
    assert [d["mark"] for d in better] == ["blunder"] * len(better)
    for decision in better:
        assert f"{decision['number'] + 1}. {decision['action']} ??" in told
        assert f"   {decision['better']['text']}" in told
        assert " ".join([decision["better"]["action"], *decision["better"]["proof"]]) in told


def test_a_mistake_is_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = recorded("babylone", 1)
    file.write_text(text, encoding="utf-8")
    match = replay(read_record(text))
    judged = (understand(match.kit, s, a, n) for n, s, a in decisions(match.kit, match.actions))
    number, played, better = next((d.number, d.action, d.better) for d in judged if d.better)
    typed = "\n".join([played, "a>a", "solution", better.action])
    told = run("review", str(file), "--retry", str(number + 1), "--lang", "en", typed=typed)
    assert told.returncode == 0
    again, refused = told.stderr.splitlines()
    assert again == "That is the move that was played: find another."
    assert "rule" in refused
    assert "Find a better move. In the game: Player" in told.stdout
    assert f"→  {better.action}" in told.stdout
    assert "Well played: a win (proved)." in told.stdout


def test_chance_is_not_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded("redline", 1), encoding="utf-8")
    told = run("review", str(file), "--retry", "1", "--lang", "en")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "Move 1 was made by chance: there is nothing to try again.\n"


def test_a_terminal_without_the_letters_gets_what_it_can_show() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "ludotheque", "games"]
    done = subprocess.run(words, capture_output=True, env=environment, check=False, timeout=60)
    assert done.returncode == 0
    assert b"Redline" in done.stdout


def test_a_reader_that_leaves_is_no_error() -> None:
    pipe = subprocess.run(
        f"{sys.executable} -m ludotheque rules redline | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert pipe.stdout.splitlines()[-1] == "0"
    assert pipe.stderr == ""


def test_arena_measures_a_pair_and_the_ladder() -> None:
    told = json.loads(
        good("arena", "babylone", "perfect", "random", "--games", "8", "--seed", "3", "--json")
    )
    assert told[0]["bots"] == ["perfect", "random"]
    assert told[0]["games"] == 8
    assert told[0]["interval"][0] <= told[0]["share"] <= told[0]["interval"][1]
    shown = good(
        "arena", "babylone(start=2,2)", "--ladder", "--games", "2", "--jobs", "1", "--lang", "en"
    )
    assert "against random" in shown
    assert " %" in shown
