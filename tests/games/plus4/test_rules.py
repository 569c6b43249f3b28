"""Plus 4, paragraph by paragraph."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import combinations
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction, SpecError
from ludotheque.core.series import Begin
from ludotheque.core.solver import Unsolvable
from ludotheque.games import AnyKit
from ludotheque.games.plus4 import outlook
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import LINES, Plus4, Push, State
from ludotheque.play.match import Match
from ludotheque.render import to_text
from tests.marks import rule

ELEMENTARY, ENDLESS, ROUNDS = (
    load(f"plus4(mode={m})") for m in ("elementary", "endless", "rounds")
)


def after(kit: object, state: str, *pushes: str) -> State:
    """The position after these pushes, each of them checked."""
    game = kit.round  # type: ignore[attr-defined]
    position = game.notation.read_state(state)
    for push in pushes:
        position = game.play(position, game.notation.read_action(push))
    assert isinstance(position, State)
    return position


def why(kit: object, state: str, push: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refused:
        after(kit, state, push)
    return refused.value.reason.key, refused.value.reason.rule


@rule("plus4", "1.1")
def test_an_empty_grid_of_four_by_four() -> None:
    assert ELEMENTARY.round.initial().columns == ("", "", "", "")
    assert len(LINES) == 10


@rule("plus4", "1.2")
def test_pawns_never_run_out() -> None:
    state = ENDLESS.round.initial()
    rng = Random(4)
    for _ in range(300):
        if not ENDLESS.round.actions(state):
            break
        assert {a.column for a in ENDLESS.round.actions(state) if not a.bonus} == {0, 1, 2, 3}
        state = ENDLESS.round.apply(state, rng.choice(ENDLESS.round.actions(state)))


@rule("plus4", "1.3")
def test_the_lot_says_who_begins() -> None:
    game = ELEMENTARY.game
    start = game.initial()
    assert list(game.actions(start)) == [Begin(0), Begin(1)]
    assert game.turn(game.play(start, Begin(1))) == 1
    with pytest.raises(IllegalAction) as refused:
        game.play(start, Push(0))
    assert refused.value.reason.rule == "1.3"


@rule("plus4", "2.1")
def test_a_pawn_enters_at_the_top_and_the_column_goes_down() -> None:
    assert after(ELEMENTARY, "br/-/-/- 0 0:0", "1").columns == ("rbr", "", "", "")
    assert ELEMENTARY.round.refusal(ELEMENTARY.round.initial(), Push(4)).rule == "2.1"  # type: ignore[union-attr]


@rule("plus4", "2.2")
def test_from_a_full_column_the_bottom_pawn_falls_out() -> None:
    """The source's figure 5."""
    game = ELEMENTARY.round
    before = game.notation.read_state("-/rbrb/-/- 0 0:0")
    later = game.play(before, Push(1))
    assert later.columns[1] == "rrbr"
    drawn = to_text(game.scene(later, lang="en", after=(before, Push(1))))
    assert drawn == (
        "Plus 4 — Elementary game · Blue to play\n\n"
        " 1   2   3   4\n"
        " ·  ›✚‹  ·   ·\n"
        " ·   ✚   ·   ·\n"
        " ·   ○   ·   ·\n"
        " ·   ✚   ·   ·\n\n"
        "In hand: ○\n"
    )
    assert game.tell(before, Push(1), "en") == "Red pushes column 2. A blue pawn falls out."


@rule("plus4", "2.3")
@pytest.mark.parametrize(
    ("state", "push"),
    [
        ("rrr/-/-/- 0 0:0", "1"),
        ("-/-/-/rrr 0 0:0", "4"),
        ("r/r/r/- 0 0:0", "4"),
        ("br/br/br/- 0 0:0", None),
        ("r/br/bbr/bbb 0 0:0", None),
        ("bbb/bbr/br/r 0 0:0", None),
    ],
)
def test_columns_levels_and_diagonals_are_lines(state: str, push: str | None) -> None:
    if push is not None:
        assert after(ELEMENTARY, state, push).scores == (1, 0)
        return
    position = ELEMENTARY.round.notation.read_state(state)
    ends = [ELEMENTARY.round.apply(position, a) for a in ELEMENTARY.round.actions(position)]
    assert sum(end.scores == (1, 0) for end in ends) <= 1


@rule("plus4", "2.3")
def test_lines_are_read_after_the_fall() -> None:
    fallen = after(ENDLESS, "rrrr/-/-/- 1 1:0", "1")
    assert fallen.scores == (1, 0), "the bottom pawn that made the column has gone"
    diagonal = after(ELEMENTARY, "rbbb/br/bbr/bbr 0 0:0", "4")
    assert diagonal.scores == (1, 0), "the fourth pawn of the diagonal came down with the push"


@rule("plus4", "2.4")
def test_a_line_counts_for_its_colour_whoever_pushed() -> None:
    given = after(ELEMENTARY, "br/r/br/br 1 0:0", "2")
    assert given.columns == ("br", "br", "br", "br")
    end = ELEMENTARY.round.outcome(given)
    assert end is not None
    assert end.points == (1, 1), "both the top level (blue) and the second (red)"
    only = after(ENDLESS, "br/r/rr/br 1 0:0", "2")
    assert only.scores == (1, 0), "Blue pushed, Red scores"
    broken = after(ENDLESS, "rrrr/-/-/- 1 3:0", "1")
    assert broken.scores == (3, 0), "breaking a line costs nothing"


@rule("plus4", "3.1")
def test_elementary_has_no_bonus_and_the_first_line_wins() -> None:
    assert why(ELEMENTARY, "-/-/-/- 0 0:0", "1*") == ("no_bonus", "3.1")
    won = after(ELEMENTARY, "r/r/r/b 0 0:0", "4")
    end = ELEMENTARY.round.outcome(won)
    assert end is not None
    assert (end.returns, end.reason.key, end.reason.rule) == ((1, -1), "made_line", "3.1")
    assert why(ELEMENTARY, "r/r/r/rb 1 1:0", "4") == ("over", "3.1")


@rule("plus4", "3.1")
def test_two_lines_at_once_still_win_once() -> None:
    won = after(ELEMENTARY, "rrr/bbbr/bbbr/rbbr 0 0:0", "1")
    end = ELEMENTARY.round.outcome(won)
    assert end is not None
    assert end.points == (1, 0)


@rule("plus4", "3.2")
def test_with_the_option_the_player_who_pushed_wins() -> None:
    mover, text, push = load("plus4(both_lines=mover)"), "br/r/br/br 1 0:0", "2"
    state = after(mover, text, push)
    end = mover.round.outcome(state)
    assert end is not None
    assert end.winners == (1 - state.mover,)
    assert mover.round.notation.read_state(mover.round.notation.write_state(state)) == state
    with pytest.raises(IllegalAction):
        mover.round.notation.read_state(
            ELEMENTARY.round.notation.write_state(after(ELEMENTARY, text, push))
        )


@rule("plus4", "3.2")
def test_lines_of_both_colours_at_once_are_a_draw() -> None:
    end = ELEMENTARY.round.outcome(after(ELEMENTARY, "br/r/br/br 1 0:0", "2"))
    assert end is not None
    assert end.returns == (0, 0)
    assert end.winners == ()
    assert (end.reason.key, end.reason.rule) == ("both_lines", "3.2")


@rule("plus4", "3.3")
def test_the_third_same_position_is_a_draw() -> None:
    game = ELEMENTARY.round
    state = game.initial()
    for push in range(8):
        assert game.outcome(state) is None, push
        state = game.play(state, Push(0))
    end = game.outcome(state)
    assert end is not None
    assert end.returns == (0, 0)
    assert (end.reason.key, end.reason.rule) == ("repetition", "3.3")
    assert why(ELEMENTARY, game.notation.write_state(state), "2") == ("over", "3.1")


@rule("plus4", "3.3")
def test_the_player_to_move_is_part_of_the_position() -> None:
    """The same grid with the other player to move is another position."""
    one = ELEMENTARY.round.notation.read_state("rbrb/-/-/- 0 0:0")
    other = ELEMENTARY.round.notation.read_state("rbrb/-/-/- 1 0:0")
    assert one != other
    assert ELEMENTARY.round.key(one) != ELEMENTARY.round.key(other)


@rule("plus4", "4.1")
def test_the_bonus_pawn_is_played_once_and_comes_back_when_it_falls() -> None:
    state = after(ENDLESS, "-/-/-/- 0 0:0", "1*", "2")
    assert state.columns == ("R", "b", "", "")
    assert why(ENDLESS, ENDLESS.round.notation.write_state(state), "3*") == ("bonus_in_grid", "4.1")
    fallen = after(ENDLESS, "brbR/-/-/- 1 0:0", "1")
    assert Push(0, True) not in ENDLESS.round.actions(after(ENDLESS, "brbR/-/-/- 0 0:0"))
    back = after(ENDLESS, ENDLESS.round.notation.write_state(fallen), "2*")
    assert back.columns == ("bbrb", "R", "", "")


@rule("plus4", "4.1")
def test_a_bonus_pawn_that_falls_counts_for_nothing_in_that_push() -> None:
    state = after(ENDLESS, "rrrR/-/-/- 0 0:0", "1")
    assert state.scores == (0, 0), "the line was complete before"
    state = after(ENDLESS, "brrR/r/r/- 0 0:0", "1")
    assert state.columns[0] == "rbrr"
    assert state.scores == (0, 0)


@rule("plus4", "4.2")
def test_a_line_scores_one_or_two_with_the_bonus() -> None:
    """The source's figure 6: a blue line with the light blue pawn."""
    game = ENDLESS.round
    before = game.notation.read_state("b/b/B/rr 1 0:0")
    assert after(ENDLESS, "b/b/b/rr 1 0:0", "4").scores == (0, 1)
    scored = game.play(before, Push(3))
    assert scored.scores == (0, 2)
    drawn = to_text(game.scene(scored, lang="en", after=(before, Push(3))))
    assert drawn == (
        "Plus 4 — Endless grid, first to 11 · Red to play\n\n"
        " 1   2   3   4\n"
        " ○   ○   ○★ ›○‹      ✚ Red: 0 points\n"
        " ·   ·   ·   ✚\n"
        " ·   ·   ·   ✚       ○ Blue: 2 points\n"
        " ·   ·   ·   ·\n\n"
        "In hand: ✚    ✚★\n"
    )
    assert after(ENDLESS, "b/b/b/rr 1 0:0", "4*").scores == (0, 2), "also when just played"
    assert after(ENDLESS, "rrr/bbbr/bbbr/rbbr 0 4:0", "1").scores == (6, 0), "column and level"
    shared = after(ENDLESS, "rbbr/rbr/rr/b 0 0:0", "4*").scores
    assert shared == (4, 0), "the bonus pawn counts in the level and in the diagonal"
    assert scored.columns == ("b", "b", "B", "brr"), "the grid is not emptied"


@rule("plus4", "4.3")
def test_a_line_that_stood_before_the_push_does_not_score_again() -> None:
    """The source's example: a full red column, one more red pawn on top."""
    game = ENDLESS.round
    state = after(ENDLESS, "rrr/-/-/- 0 0:0", "1")
    assert state.scores == (1, 0)
    again = after(ENDLESS, "rrrr/b/b/- 0 1:0", "1")
    assert again.scores == (1, 0)
    assert to_text(game.scene(again, lang="en")) == (
        "Plus 4 — Endless grid, first to 11 · Blue to play\n\n"
        " 1   2   3   4\n"
        " ✚   ○   ○   ·       ✚ Red: 1 point\n"
        " ✚   ·   ·   ·\n"
        " ✚   ·   ·   ·       ○ Blue: 0 points\n"
        " ✚   ·   ·   ·\n\n"
        "In hand: ○    ○★\n"
    )
    assert after(ENDLESS, "rrrr/b/b/- 0 1:0", "1*").scores == (1, 0), "nor with the bonus pawn"


@rule("plus4", "4.4")
def test_a_line_once_broken_scores_when_remade() -> None:
    state = after(ENDLESS, "rrrr/-/-/- 1 1:0", "1", "2", "2")
    assert state.scores == (1, 0)
    remade = after(ENDLESS, "rrrb/b/-/- 0 1:0", "1")
    assert remade.scores == (2, 0)


@rule("plus4", "4.5")
def test_the_first_to_reach_the_target_wins() -> None:
    for target in range(1, 12):
        kit = load(f"plus4(mode=endless,target={target})")
        won = after(kit, f"b/b/b/rr 1 0:{target - 1}", "4")
        end = kit.round.outcome(won)
        assert end is not None
        assert end.returns == (-1, 1)
        assert end.reason.rule == "4.5"
    assert ENDLESS.round.outcome(after(ENDLESS, "b/b/b/rr 1 10:9", "4")) is None
    for bad in ("0", "12", "-1", "x"):
        with pytest.raises(SpecError):
            load(f"plus4(mode=endless,target={bad})")


@rule("plus4", "4.5")
def test_the_cursors_show_the_points() -> None:
    scene = ENDLESS.round.scene(ENDLESS.round.notation.read_state("b/-/-/- 0 7:6"), lang="en")
    labels = [part.label for part in scene.parts() if part.id.startswith("cursor")]
    assert labels == ["Red: 7 points", "Blue: 6 points"]
    match = ROUNDS.game
    state = match.notation.read_state("[0:1,0 1:0,2] begin=0 -/-/-/- 0 0:0")
    labels = [p.label for p in match.scene(state, lang="en").parts() if p.id.startswith("cursor")]
    assert labels == ["Red: 1 point", "Blue: 2 points"]


@rule("plus4", "4.6")
def test_both_at_the_target_the_higher_wins_and_equal_is_a_draw() -> None:
    both = "br/r/br/br 1 {}:{}"
    for red, blue, returns in ((10, 10, (0, 0)), (10, 9, (1, -1))):
        end = ENDLESS.round.outcome(after(ENDLESS, both.format(red, blue), "2"))
        assert end is not None
        assert end.returns == returns
    bonus = ENDLESS.round.outcome(after(ENDLESS, "Br/r/br/br 1 10:10", "2"))
    assert bonus is not None
    assert bonus.points == (11, 12)
    assert bonus.returns == (-1, 1)
    assert bonus.reason.rule == "4.6"


@rule("plus4", "4.7")
@pytest.mark.parametrize(
    ("scores", "returns"), [("0:0", (0, 0)), ("3:2", (1, -1)), ("0:1", (-1, 1))]
)
def test_the_third_same_position_ends_the_endless_grid(
    scores: str, returns: tuple[int, int]
) -> None:
    game = ENDLESS.round
    state = game.notation.read_state(f"brbr/-/-/- 0 {scores}")
    for _ in range(4):
        assert game.outcome(state) is None
        state = game.play(state, Push(0))
    end = game.outcome(state)
    assert end is not None
    assert end.returns == returns
    assert (end.reason.key, end.reason.rule) == ("repetition", "4.7")


@rule("plus4", "4.8")
@pytest.mark.parametrize("scores", ["0:0", "3:2", "0:1"])
def test_the_third_same_position_can_be_a_draw_whatever_the_points(scores: str) -> None:
    game = load("plus4(mode=endless,repetition=draw)").round
    state = game.notation.read_state(f"brbr/-/-/- 0 {scores}")
    for _ in range(4):
        assert game.outcome(state) is None
        state = game.play(state, Push(0))
    end = game.outcome(state)
    assert end is not None
    assert (end.returns, end.points) == ((0, 0), state.scores)
    assert (end.reason.key, end.reason.rule) == ("repetition", "4.8")
    assert outlook.ended(Plus4(Plus4Options("endless", repetition="draw")), state, 3) == 0


@rule("plus4", "4.7")
def test_a_point_or_a_new_pawn_starts_the_count_anew() -> None:
    game = ENDLESS.round
    state = game.notation.read_state("brbr/-/-/- 0 0:0")
    for push in (0, 0):
        state = game.play(state, Push(push))
    assert len(state.once) + len(state.twice) == 2
    assert game.play(state, Push(1)).once == frozenset(), "the grid has grown"
    scored = game.notation.read_state("rrrb/b/-/- 0 1:0 brrr/b/-/-~1:1")
    assert game.play(scored, Push(0)).once == frozenset(), "the score has changed"


@rule("plus4", "5.1")
def test_a_round_ends_with_its_first_line_and_the_grid_is_emptied() -> None:
    end = ROUNDS.round.outcome(after(ROUNDS, "b/b/b/rr 1 0:0", "4"))
    assert end is not None
    assert end.points == (0, 1)
    assert end.reason.rule == "5.1"
    game = ROUNDS.game
    state = game.notation.read_state("[] begin=0 B/b/b/Rr 1 0:0")
    later = game.play(state, Push(3))
    assert later.round == State(mover=0), "empty grid, both bonus pawns in hand"
    assert [r.points for r in later.results] == [(0, 2)]


@rule("plus4", "5.2")
def test_the_bonus_counts_two_unless_it_was_just_played() -> None:
    assert after(ROUNDS, "b/b/b/rr 1 0:0", "4*").scores == (0, 1)
    assert after(ROUNDS, "b/b/B/rr 1 0:0", "4").scores == (0, 2)
    assert after(ROUNDS, "bR/r/br/br 1 0:0", "2*").scores == (2, 1), "the other's bonus counts"


@rule("plus4", "5.3")
def test_several_lines_at_once_all_count_in_rounds() -> None:
    assert after(ROUNDS, "rrr/bbbr/bbbr/rbbr 0 0:0", "1").scores == (2, 0)
    end = ROUNDS.round.outcome(after(ROUNDS, "br/r/br/br 1 0:0", "2"))
    assert end is not None
    assert (end.points, end.reason.rule) == ((1, 1), "5.3")


@rule("plus4", "5.9")
def test_only_the_best_of_several_lines_can_count_in_rounds() -> None:
    best = load("plus4(mode=rounds,lines=best)")
    assert after(best, "rrr/bbbr/bbbr/rbbr 0 0:0", "1").scores == (1, 0)
    assert after(best, "rrr/bbbr/bbbR/rbbr 0 0:0", "1").scores == (2, 0), "the one with the bonus"
    assert after(best, "br/r/br/br 1 0:0", "2").scores == (1, 1), "one for each colour"


@rule("plus4", "4.8", "5.9")
@pytest.mark.parametrize("spec", ["mode=endless,repetition=draw", "mode=rounds,lines=best"])
def test_an_open_reading_is_not_solved_and_says_so(spec: str) -> None:
    kit = load(f"plus4({spec})")
    for asked in (lambda: kit.solver, lambda: kit.checker and kit.checker.check(1)):
        with pytest.raises(Unsolvable, match="open_reading"):
            asked()
    assert "perfect" not in kit.bots
    state = kit.game.initial(first=0)
    assert kit.teacher.advice(state) in kit.game.actions(state)
    assert load(f"plus4({spec.split(',', maxsplit=1)[0]})").solver is not None


@rule("plus4", "5.4", "5.5")
@pytest.mark.parametrize(
    ("board", "push", "begins"),
    [
        ("[] begin=0 r/r/r/b 0 0:0", "4", 1),
        ("[] begin=1 r/r/r/b 0 0:0", "4", 1),
        ("[] begin=0 b/b/b/r 1 0:0", "4", 0),
        ("[] begin=0 br/r/br/br 1 0:0", "2", 1),
        ("[] begin=1 br/r/br/br 1 0:0", "2", 0),
    ],
    ids=["red won", "red won, blue began", "blue won", "level, red began", "level, blue began"],
)
def test_the_loser_begins_or_after_a_level_round_the_one_who_did_not(
    board: str, push: str, begins: int
) -> None:
    game = ROUNDS.game
    state = game.play(game.notation.read_state(board), game.notation.read_action(push))
    assert game.turn(state) == state.first == begins


@rule("plus4", "5.6")
def test_rounds_go_to_the_target() -> None:
    for spec, before in (("target=5", "0:2,0 1:2,0"), ("target=11", "0:8,0 1:2,0")):
        game = load(f"plus4(mode=rounds,{spec})").game
        state = game.notation.read_state(f"[{before}] begin=1 r/r/r/b 0 0:0")
        end = game.outcome(game.play(state, Push(3)))
        assert end is not None
        assert end.winners == (0,)
        assert (end.reason.key, end.reason.rule) == ("series.target", "5.6")
    game = ROUNDS.game
    state = game.notation.read_state("[0:10,0 1:0,10] begin=0 br/r/br/br 1 0:0")
    end = game.outcome(game.play(state, Push(1)))
    assert end is not None
    assert end.returns == (0, 0), "both there with the same total"


@rule("plus4", "5.7")
def test_three_rounds_without_a_target() -> None:
    game = load("plus4(mode=rounds,rounds=3)").game
    for past, returns in (
        ("[0:0,1 0:2,0] begin=1", (1, -1)),
        ("[0:0,2 0:1,0] begin=1", (0, 0)),
        ("[0:0,2 0:0,2] begin=0", (-1, 1)),
    ):
        state = game.notation.read_state(f"{past} r/r/r/b 0 0:0")
        end = game.outcome(game.play(state, Push(3)))
        assert end is not None
        assert end.returns == returns
        key = "series.rounds" if any(returns) else "series.rounds_drawn"
        assert (end.reason.key, end.reason.rule) == (key, "5.7")
    state = game.notation.read_state("[0:9,0] begin=1 r/r/r/b 0 0:0")
    assert game.outcome(game.play(state, Push(3))) is None, "11 points end nothing here"


@rule("plus4", "5.8")
def test_a_repeated_position_draws_the_round_and_three_end_the_match() -> None:
    game = ROUNDS.game
    state = game.notation.read_state("[0:0,1] begin=0 -/-/-/- 0 0:0")
    for began in (0, 1, 0):
        assert game.turn(state) == state.first == began
        for _ in range(8):
            state = game.play(state, Push(0))
    assert [r.points for r in state.results[1:]] == [(0, 0)] * 3
    end = game.outcome(state)
    assert end is not None
    assert end.winners == (1,)
    assert end.reason.key == "series.drawn"
    three = load("plus4(mode=rounds,rounds=3)").game
    state = three.notation.read_state("[0:0,1 0:0,0] begin=1 r/r/r/b 0 0:0")
    assert three.outcome(three.play(state, Push(3))) is not None, (
        "a drawn round is one of the three"
    )
    state = game.notation.read_state("[0:0,0 1:0,0 0:1,1 1:0,0] begin=0 -/-/-/- 0 0:0")
    assert game.outcome(state) is None, "a level round with points is not a drawn one"


@rule("plus4", "6.1")
@pytest.mark.parametrize("kit", [ENDLESS, ROUNDS], ids=["endless", "rounds"])
def test_resigning_gives_the_win_to_the_other(kit: AnyKit) -> None:
    match = Match(kit)
    match.settle(Random(3))
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.returns == (1, -1)


# The options that change something in each mode, besides the mode.
OPTIONS_OF = {
    "elementary": {"both_lines"},
    "endless": {"target", "repetition"},
    "rounds": {"target", "rounds", "lines"},
}
CHANGED: dict[str, Any] = {
    "target": 5,
    "rounds": 3,
    "repetition": "draw",
    "lines": "best",
    "both_lines": "mover",
}


@pytest.mark.parametrize("mode", OPTIONS_OF)
def test_an_option_is_allowed_where_it_changes_something(mode: str) -> None:
    """Three rounds have no target, so these two exclude each other."""
    for count in range(len(CHANGED) + 1):
        for chosen in map(set, combinations(CHANGED, count)):
            allowed = chosen <= OPTIONS_OF[mode] and not {"target", "rounds"} <= chosen
            with nullcontext() if allowed else pytest.raises(SpecError):
                Plus4Options(mode=mode, **{name: CHANGED[name] for name in chosen})


def test_impossible_positions_are_refused() -> None:
    for state in ("R/R/-/- 0 0:0", "B/-/bB/- 0 0:0"):
        with pytest.raises(IllegalAction):
            ENDLESS.round.notation.read_state(state)
    with pytest.raises(IllegalAction):
        ELEMENTARY.round.notation.read_state("R/-/-/- 0 0:0")
    with pytest.raises(IllegalAction):
        ENDLESS.round.notation.read_state("r/-/-/- 0 0:0 rr/-/-/-~1:1")
    for state in ("r/-/-/- 0 0:9", "rrrr/-/-/- 1 0:0", "-/-/-/- 0 1:0", "rrrr/-/-/- 1 0:1"):
        with pytest.raises(IllegalAction):
            ELEMENTARY.round.notation.read_state(state)
