"""The conformance suite as a plugin: the tests it collects, and its reports on broken games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ludotheque import games
from ludotheque.conformance import plugin
from ludotheque.core.kit import Box
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import Palette
from ludotheque.core.texts import texts
from ludotheque.games.babylone import scene
from ludotheque.games.babylone.notation import BabyloneNotation
from ludotheque.games.babylone.rules import Babylone, Move
from ludotheque.games.babylone.scene import BabylonePainter
from ludotheque.render import live

pytest_plugins = "pytester"
BOX = games.find("babylone")
Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Runs pytest in a folder of an author of games, outside this repository."""
    pytester.makepyprojecttoml(
        """
        [tool.pytest.ini_options]
        testpaths = ["checks"]
        python_files = ["check_*.py"]
        """
    )
    pytester.mkdir("checks").joinpath("check_own.py").write_text("def test_own(): pass\n")
    others = (f"-pno:{name}" for name in ("cacheprovider", "cov", "schemathesis", "xdist"))
    options = ("-q", *others, "--ludotheque-defaults")  # the other plugins take long to start
    return lambda *more: pytester.runpytest_inprocess(*options, *more)


def collected(result: pytest.RunResult) -> set[str]:
    """The files that tests were found in."""
    return {line.partition("::")[0].rpartition("/")[2] for line in result.outlines if "::" in line}


def test_without_a_path_the_suite_runs_alone(run: Run) -> None:
    files = collected(run("--ludotheque", "babylone", "--collect-only"))
    assert {"test_contract.py", "test_scenes.py", "test_words.py"} <= files
    assert "check_own.py" not in files


def test_with_a_path_both_run_and_a_path_into_the_suite_is_a_part_of_it(run: Run) -> None:
    both = collected(run("--ludotheque", "babylone", "--collect-only", "checks"))
    assert {"check_own.py", "test_contract.py"} <= both
    part = run("--ludotheque", "babylone", "--collect-only", f"{plugin.SUITE}/test_words.py")
    tests = [line.partition("::")[2] for line in part.outlines if "::" in line]
    assert "test_french_is_typeset[babylone]" in tests
    assert len(tests) < 10


def test_without_a_game_nothing_changes(run: Run) -> None:
    assert collected(run("--collect-only")) == {"check_own.py"}


def test_a_spec_stands_for_itself_and_all_for_every_game(run: Run) -> None:
    asked = ("--collect-only", "-k", "test_spec_is_canonical")
    endless = run("--ludotheque", "plus4(mode=endless)", *asked)
    endless.stdout.fnmatch_lines(["*canonical*[[]plus4(mode=endless)]"])
    every = run("--ludotheque", "all", *asked)
    assert sum("canonical" in line for line in every.outlines) == len(games.catalogue())


def test_an_unknown_game_is_refused_at_once(run: Run) -> None:
    result = run("--ludotheque", "chess")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*There is no game “chess”*"])


def test_the_plugin_loads_no_game_and_nothing_of_the_suite() -> None:
    listing = "import sys, ludotheque.conformance.plugin; print(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"hypothesis", "numpy", "ludotheque.conformance.choosing"}
    assert not any(name.startswith("ludotheque.games.") for name in loaded)


def test_what_a_game_need_not_have_is_skipped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("lessons", "problems"):
        monkeypatch.setattr(Box, part, lambda self, lang="fr": ())
    result = run("--ludotheque", "babylone", "-k", "shown_as_right or the_answer_solves_it")
    result.assert_outcomes(skipped=2)


def refuses(reason: Reason | None, where: Callable[[Move], bool]) -> Callable[..., Any]:
    """The refusals of Babylone, with this one for some moves."""
    true = Babylone.refusal

    def refusal(self: Babylone, state: Any, action: Move) -> Reason | None:
        return reason if where(action) else true(self, state, action)

    return refusal


def without_the_first(self: BabylonePainter, state: Any, seat: int | None) -> Any:
    """The gestures of Babylone except those of the first pile that can be moved."""
    offered = TRUE_OFFERS(self, state, seat)
    return tuple(f._replace(tree=dict(list(f.tree.items())[1:])) for f in offered)


TRUE_OFFERS = BabylonePainter.offers
TRUE_STATUS = BabylonePainter.status


def backwards(self: BabyloneNotation, text: str) -> Move:
    source, _, target = text.partition(">")
    return Move("abcdefghijkl".index(target), "abcdefghijkl".index(source))


def status_until_the_end(self: BabylonePainter, state: Any, words: Any) -> str:
    return TRUE_STATUS(self, state, words) if self.game.outcome(state) is None else ""


def anything(move: Move) -> bool:
    return True


def first_pile(move: Move) -> bool:
    return move.source == 0


IN = "in *, ?>? (babylone): "
BROKEN: dict[str, tuple[Any, str, Any, str, str]] = {
    "a rule is forgotten": (
        Babylone, "refusal", refuses(None, anything), "play_takes",
        IN + "*it is not among the actions, but is not refused*",
    ),
    "an action is refused": (
        Babylone, "refusal", refuses(because("no_pile", "2.1"), first_pile), "play_takes",
        IN + "*it is among the actions, but is refused: *2.1*",
    ),
    "a paragraph is not there": (
        Babylone, "refusal", refuses(because("no_pile", "9.9"), first_pile), "any_presses",
        "in * (babylone): *the reason “no_pile” cites paragraph 9.9, which the rules lack*",
    ),
    "a gesture is missing": (
        BabylonePainter, "offers", without_the_first, "exactly_one_gesture",
        "in *: *the action ?>? has no gesture*",
    ),
    "an action reads back as another": (
        BabyloneNotation, "read_action", backwards, "read_back and round",
        IN + "*the action is written ?>?, which reads back as *",
    ),
    "the end cannot be drawn": (
        BabylonePainter, "status", status_until_the_end, "end_of_a_round_is_drawn",
        "in * (babylone): *the end has no status in fr*",
    ),
    "a colour is not defined": (
        BabylonePainter, "palette", Palette(), "every_symbol",
        "in *: *nothing defines the colour “*”*",
    ),
    "a symbol is not defined": (
        scene, "symbols", lambda places: {}, "every_symbol",
        "in *: *nothing defines the symbol “*”*",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_failure_says_in_which_position_what_is_wrong(
    fault: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, broken, test, said = BROKEN[fault]
    monkeypatch.setattr(owner, name, broken)
    monkeypatch.setenv("COLUMNS", "1000")  # so that the summary is not cut
    result = run("--ludotheque", "babylone", "-k", test)
    result.stdout.fnmatch_lines([f"FAILED * - {said}"])
    result.stdout.fnmatch_lines(["E *in *(babylone)"])


def test_a_missing_text_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    entries: Any = texts(BOX.package, "en").entries
    monkeypatch.delitem(entries, "to_move")
    result = run("--ludotheque", "babylone", "-k", "part_is_named or same_keys")
    result.stdout.fnmatch_lines(["E *there is no text “to_move” in en"])
    result.stdout.fnmatch_lines(["E *the text “to_move” is in one language only*"])


def test_a_text_that_asks_for_too_much_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    entries: Any = texts(BOX.package, "en").entries
    monkeypatch.setitem(entries, "to_move", "{who} to play")
    result = run("--ludotheque", "babylone", "-k", "part_is_named")
    result.stdout.fnmatch_lines(["E *the text “to_move” in en asks for {who}; given is seat*"])


def test_bots_are_looked_at_last(run: Run) -> None:
    result = run("--ludotheque", "plus4", "--collect-only")
    files = [line.partition("::")[0] for line in result.outlines if "::" in line]
    assert len({*files}) > 5
    assert files.index("test_bots.py") == len(files) - files.count("test_bots.py")


def test_a_cover_that_cannot_be_drawn_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "still_shapes", lambda *_, **__: min(()))
    monkeypatch.setenv("COLUMNS", "1000")
    result = run("--ludotheque", "babylone", "-k", "lid_can_be_drawn")
    said = f"in {BOX.cover[1]} ({BOX.cover[0]}): the lid cannot be drawn with this cover"
    assert sum(line.endswith(said) for line in result.outlines) == 2


def test_a_box_without_a_cover_shows_the_first_position(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find", lambda _: replace(BOX, cover=("", "")))
    run("--ludotheque", "babylone", "-k", "lid_can_be_drawn").assert_outcomes(passed=2)


def test_a_cover_that_is_no_position_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    box = replace(BOX, cover=("babylone", "nothing"))
    monkeypatch.setattr(games, "find", lambda name: box)
    result = run("--ludotheque", "babylone", "-k", "lid_can_be_drawn")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*the cover “nothing” is not a position of babylone: *"])
