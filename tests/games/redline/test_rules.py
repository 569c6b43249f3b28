"""Redline, paragraph by paragraph."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import IllegalAction, NotationError, SpecError
from ludotheque.core.series import Begin
from ludotheque.games import AnyKit
from ludotheque.games.redline.board import Board, fits, new_alignments
from ludotheque.games.redline.notation import read_tile
from ludotheque.games.redline.rules import Draw, Place, Redline, Return, State, reserve
from ludotheque.games.redline.tiles import STEPS, TILES, Tile, turns
from ludotheque.play.match import Match
from tests.marks import rule

TWO = load("redline")
CONTRAST = load("redline(contrast=yes)")
THREE = load("redline(players=3)")
SIX = load("redline(players=6)")


def read(text: str, kit: AnyKit = TWO) -> State:
    state = kit.round.notation.read_state(text)
    assert isinstance(state, State)
    return state


def after(text: str, *actions: str, kit: AnyKit = TWO) -> State:
    state = read(text, kit)
    for action in actions:
        state = kit.round.play(state, kit.round.notation.read_action(action))
    return state


def why(text: str, action: str, kit: AnyKit = TWO) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refused:
        after(text, action, kit=kit)
    return refused.value.reason.key, refused.value.reason.rule


def dealt(kit: AnyKit, seed: int = 0) -> State:
    state = kit.round.initial()
    rng = Random(seed)
    while kit.round.turn(state) is None:
        state = kit.round.apply(state, rng.choice(kit.round.actions(state)))
    assert isinstance(state, State)
    return state


def figures() -> dict[str, tuple[str, str, bool]]:
    """The figures of the rules page by their number."""
    found = {}
    for paragraph in TWO.rules_page("en").paragraphs():
        for figure in paragraph.figures:
            number = figure.caption.partition(".")[0]
            found[number] = (figure.state, figure.action, figure.refused)
    return found


FIGURES = figures()


def made(figure: str) -> list[tuple[str, int, int, int]]:
    """The new alignments that the action of a figure makes."""
    state, action, _ = FIGURES[figure]
    placed = TWO.round.notation.read_action(action)
    assert isinstance(placed, Place)
    return new_alignments(after(state, action).board, placed.square)


def test_the_nine_figures_of_the_sources_come_before_those_of_the_options() -> None:
    assert list(FIGURES) == [f"Figure {n}" for n in range(1, 14)]
    pages = [p for p in TWO.rules_page("en").paragraphs() if p.figures]
    assert sum(len(p.figures) for p in pages if not p.number.startswith("7.")) == 9


@rule("redline", "2.2")
def test_figure_3_shows_a_tile_of_the_hand_askew_against_a_corner() -> None:
    text, tried, _ = FIGURES["Figure 3"]
    state, action = TWO.round.notation.read_state(text), TWO.round.notation.read_action(tried)
    (askew,) = [p for p in TWO.round.scene(state, lang="en", refused=action).parts() if p.marks]
    assert askew.label == "refused, turned 45° at 1,1: yellow, lines to the north, to the south"
    assert askew.ink is not None
    assert askew.ink.lines == ("....╱", "Y 45°", "╱....")
    middle = askew.box.x + askew.box.w / 2
    assert middle < 150, "nearer than a tile that lies straight"
    elsewhere = TWO.round.notation.read_action("B1@1,1")
    (straight,) = [p for p in TWO.round.scene(state, refused=elsewhere).parts() if p.marks]
    assert (straight.box.x, straight.box.y) == (100, -100)


@rule("redline", "1.2")
def test_a_tile_that_is_not_held_in_any_turn_is_refused() -> None:
    state = "B26@0,0 / Y04 Y0 | B1 / 0 last=B placed=1"
    assert why(state, "Y2@1,0") == ("no_prolonging", "2.3"), "Y2 is Y0, turned"
    assert why(state, "Y15@1,1") == ("not_in_hand", "1.2")
    assert why(state, "B26@1,0") == ("not_in_hand", "1.2")
    with pytest.raises(IllegalAction) as refused:
        TWO.round.notation.read_action("Y0123@0,0")
    assert refused.value.reason.rule == "1.1"


@rule("redline", "1.3", "1.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_eight_tiles_each_seat_by_seat_from_the_beginner(players: int) -> None:
    game = load(f"redline(players={players})").round
    state = game.initial(players - 1)
    rng = Random(players)
    for number in range(8 * players):
        assert game.turn(state) is None
        assert len(game.actions(state)) == 48 - number
        state = game.apply(state, rng.choice(game.actions(state)))
        sizes = [len(state.hands[(players - 1 + n) % players]) for n in range(players)]
        full, rest = divmod(number + 1, 8)
        assert sizes == ([8] * full + [rest] + [0] * players)[:players]
    assert game.turn(state) == players - 1
    assert len(reserve(state)) == 48 - 8 * players
    with pytest.raises(SpecError):
        load("redline(players=7)")
    fresh = game.initial()
    assert game.refusal(fresh, Place(reserve(fresh)[0], (0, 0))).rule == "1.3"  # type: ignore[union-attr]


@rule("redline", "7.2")
def test_ten_tiles_while_there_are_enough() -> None:
    for players in (2, 3, 4):
        state = dealt(load(f"redline(players={players},hand=10)"))
        assert {len(hand) for hand in state.hands} == {10}
    with pytest.raises(SpecError) as refused:
        load("redline(players=5,hand=10)")
    assert refused.value.reason.rule == "7.2"
    with pytest.raises(SpecError):
        load("redline(hand=9)")


@rule("redline", "1.5")
def test_the_lot_begins_then_the_winner_and_play_is_clockwise() -> None:
    game = load("redline(players=3,rounds=2)").game
    start = game.initial()
    assert list(game.actions(start)) == [Begin(0), Begin(1), Begin(2)]
    state: Any = game.play(start, Begin(2))
    rng = Random(2)
    movers = []
    while not state.results:
        if game.turn(state) is not None and not state.round.owing:
            movers.append(game.turn(state))
        state = game.apply(state, rng.choice(game.actions(state)))
    assert movers[:3] == [2, 0, 1]
    winner = state.results[0].points.index(3)
    assert state.first == winner
    while game.turn(state) is None:
        state = game.apply(state, rng.choice(game.actions(state)))
    assert game.turn(state) == winner


@rule("redline", "1.6")
def test_the_first_tile_goes_to_the_centre() -> None:
    state = dealt(TWO)
    assert {action.square for action in TWO.round.actions(state)} == {(0, 0)}
    tile = state.hands[0][0]
    assert why(TWO.round.notation.write_state(state), f"{tile}@1,0") == ("not_centre", "1.6")


@rule("redline", "2.1")
def test_who_can_place_must() -> None:
    state = "B26@0,0 / Y04 Y0 | B1 / 0 last=B placed=1"
    assert why(state, "-Y04") == ("must_place", "2.1")
    assert why(state, "+B0") == ("no_draw", "3.3")


@rule("redline", "2.2")
def test_a_tile_goes_to_a_free_square_that_touches_squared_to_the_grid() -> None:
    state = "B26@0,0 / Y04 Y0 | B1 / 0 last=B placed=1"
    assert why(state, "Y26@0,0") == ("taken", "2.2")
    assert why(state, "Y26@2,0") == ("apart", "2.2")
    for askew in ("Y26@0.5,1", "Y26@1", "Y26@1,x", "Y26"):
        with pytest.raises(NotationError):
            TWO.round.notation.read_action(askew)
    position, action, refused = FIGURES["Figure 3"]
    assert refused
    assert why(position, action) == ("not_in_hand", "1.2")


@rule("redline", "2.3")
def test_a_line_is_prolonged_by_a_side_or_by_a_corner() -> None:
    for figure in ("Figure 1", "Figure 2"):
        position, action, _ = FIGURES[figure]
        assert after(position, action).placed_last == 0
    assert why("B26@0,0 / Y04 Y0 | B1 / 0 last=B placed=1", "Y0@1,1") == ("no_line_here", "2.3")
    right_angle = "B12@0,0 / Y1 Y04 | B0 / 0 last=B placed=1"
    assert why(right_angle, "Y7@1,0") == ("no_prolonging", "2.3"), "meeting in a corner"


@rule("redline", "2.4")
def test_one_prolonged_line_is_enough() -> None:
    state = after("Y26@0,0 B67@1,0 / Y15 Y0 | Y1 / 0 last=B placed=1", "Y37@0,1")
    assert (0, 1) in state.board.tiles, "it touches Y26 too, which has no line towards it"


@rule("redline", "2.5")
def test_no_line_on_the_table_may_end_against_the_tile() -> None:
    for figure in ("Figure 4", "Figure 5"):
        position, action, refused = FIGURES[figure]
        assert refused
        assert why(position, action) == ("dead_end", "2.5")


@rule("redline", "2.6")
def test_its_own_line_may_not_end_against_a_tile() -> None:
    position = "Y26@0,0 B67@1,0 / Y07 Y15 | Y1 / 0 last=B placed=1"
    assert why(position, "Y34@0,1") == ("own_dead_end", "2.6"), "its southern line meets Y26"
    assert after(position, "Y37@0,1").placed_last == 0


@rule("redline", "7.3")
def test_taken_literally_only_lines_on_the_table_must_go_on() -> None:
    position = "Y26@0,0 B67@1,0 / Y07 Y15 | Y1 / 0 last=B placed=1"
    literal = load("redline(own_dead_end=yes)")
    assert after(position, "Y34@0,1", kit=literal).placed_last == 0
    dead_end = "B023@0,0 Y24@0,1 B46@1,1 / Y04 Y1 | B1 / 0 last=B placed=1"
    assert why(dead_end, "Y04@1,0", literal) == ("dead_end", "2.5")


@rule("redline", "2.7")
def test_lines_may_cross_in_a_corner_and_side_neighbours_do_not_block_them() -> None:
    position, action, _ = FIGURES["Figure 6"]
    state = after(position, action)
    for square, needed in (((1, 1), 5), ((0, 1), 3)):
        assert state.board.demands[square].needed & 1 << needed
    one = after("B12@0,0 Y67@1,0 / Y15 Y0 | B15 B0 / 0 last=Y placed=1", "Y15@1,1")
    both = TWO.round.play(one, TWO.round.notation.read_action("B37@0,1"))
    assert len(both.board.tiles) == 4, "both lines run on through the same corner"


@rule("redline", "2.8")
def test_a_square_that_no_tile_can_fill_is_no_dead_end() -> None:
    """A fourth line may lead to a square, though no tile has four spokes."""
    position = "Y026@0,0 B12@-1,0 B267@1,0 Y67@2,0 / B05 B0 | Y1 / 0 last=Y placed=1"
    demand = after(position, "B36@1,1").board.demands[0, 1]
    assert [d for d in range(8) if demand.needed >> d & 1] == [2, 3, 4, 5]
    assert not any(fits(lying, demand, False) for tile in TILES for lying in turns(tile))


@rule("redline", "2.9")
def test_colours_alternate_along_a_line() -> None:
    state = "B26@0,0 / Y04 B0 | B1 / 0 last=B placed=1"
    assert why(state, "B6@1,0") == ("colour", "2.9")
    assert after(state, "Y26@1,0").board.tiles[1, 0].colour == "Y"
    for neighbour in ("Y12@1,1", "B12@1,1"):
        beside = state.replace(" /", f" {neighbour} /", 1)
        assert after(beside, "Y26@1,0").board.tiles[1, 0].colour == "Y", "its lines lead elsewhere"


BOTH = "Y147@0,0 B25@1,1 Y56@2,1 B125@1,0 Y6@2,0 / Y01 B01 | B04 / 0 last={} placed=1"


@rule("redline", "2.10")
@pytest.mark.parametrize("last", "YB")
def test_between_both_colours_either_may_be_played(last: str) -> None:
    for colour in "YB":
        assert after(BOTH.format(last), f"{colour}01@0,-1").board.tiles[0, -1].colour == colour


@rule("redline", "7.1")
@pytest.mark.parametrize(("last", "allowed"), [("Y", "B"), ("B", "Y")])
def test_contrast_asks_for_the_colour_that_was_not_placed_last(last: str, allowed: str) -> None:
    state = BOTH.format(last)
    other = "B" if allowed == "Y" else "Y"
    assert after(state, f"{allowed}01@0,-1", kit=CONTRAST).board.last == allowed
    assert why(state, f"{other}01@0,-1", CONTRAST) == ("contrast", "7.1")


@rule("redline", "7.1")
def test_contrast_in_the_source_example_after_figure_9() -> None:
    """Under the yellow tile in Y, a yellow line and a blue line; yellow was placed last."""
    state = after(*FIGURES["Figure 9"][:2], kit=CONTRAST)
    demand = state.board.demands[0, -1]
    assert demand.colours == {"Y", "B"}
    rules = CONTRAST.round.rules
    assert isinstance(rules, Redline)
    assert rules.colours(state.board, demand) == "B"


@rule("redline", "3.1")
def test_three_of_a_colour_or_four_alternating_in_each_direction() -> None:
    assert made("Figure 7") == [("same", 0, 1, 1)]
    assert made("Figure 8") == [("same", 1, 0, 2)]
    assert made("Figure 9") == [("alternating", 2, 0, 3)]


@rule("redline", "3.2")
def test_no_line_need_run_through_the_row() -> None:
    board = after(*FIGURES["Figure 7"][:2]).board
    column = [board.tiles[0, y].spokes for y in range(3)]
    assert all("0" not in spokes and "4" not in spokes for spokes in column)


@rule("redline", "3.3")
def test_a_new_alignment_draws_one_tile() -> None:
    position, action, _ = FIGURES["Figure 7"]
    state = after(position, action)
    assert TWO.round.turn(state) is None
    assert [draw.tile for draw in TWO.round.actions(state)] == reserve(state)
    later = after(position, action, "+B04")
    assert "B04" in map(str, later.hands[0])
    assert TWO.round.turn(later) == 1
    assert why(TWO.round.notation.write_state(state), "Y04@5,5") == ("chance", "3.3")


def without_reserve(position: str, kit: AnyKit, keep: tuple[str, ...] = ()) -> State:
    """The position with the reserve dealt to the last seat, but for the tiles to keep."""
    spare = [str(tile) for tile in reserve(read(position, kit)) if str(tile) not in keep]
    table, hands, rest = position.split("/")
    return read(f"{table}/{hands.rstrip()} {' '.join(spare)} /{rest}", kit)


SEVEN = "Y1@0,0 Y37@0,2 B567@1,1 / Y0 Y04 | B1 B0 | B04 / 0 last=B placed=1"


@rule("redline", "3.4", "3.11")
def test_with_an_empty_reserve_the_others_return_one_each_clockwise() -> None:
    state = without_reserve(SEVEN, THREE)
    assert reserve(state) == []
    game = THREE.round
    state = game.play(state, game.notation.read_action("Y2@0,1"))
    assert state.owing == (1, 2)
    assert game.turn(state) == 1
    assert {str(a.tile) for a in game.actions(state)} == {"B1", "B0"}
    assert game.refusal(state, Place(state.hands[1][0], (0, 5))).rule == "3.4"  # type: ignore[union-attr]
    state = game.play(state, game.notation.read_action("-B1"))
    assert game.turn(state) == 2
    state = game.play(state, game.notation.read_action("-B04"))
    assert [str(tile) for tile in reserve(state)] == ["B1", "B04"]
    assert state.mover == 1
    assert len(state.hands[0]) == 1, "who placed returns nothing and draws nothing"


@rule("redline", "3.5")
def test_several_alignments_at_once_still_draw_one() -> None:
    position = "Y1@0,0 Y37@0,2 B567@1,1 Y02@1,2 Y67@-1,0 / Y0 Y04 | B1 / 0 last=B placed=1"
    state = after(position, "Y2@0,1")
    assert len(new_alignments(state.board, (0, 1))) == 2
    later = TWO.round.play(state, TWO.round.actions(state)[0])
    assert len(later.hands[0]) == 2
    assert TWO.round.turn(later) == 1


DIRECTIONS = range(4)


def found_at(colours: str, place: int, direction: int) -> list[str]:
    """The kinds of new alignments when the tile at that place of a row is laid last."""
    dx, dy = STEPS[direction]
    board = Board()
    for n in [*(n for n in range(len(colours)) if n != place), place]:
        if colours[n] != " ":
            board = board.place(Tile(colours[n], "0"), (n * dx, n * dy))
    return [kind for kind, way, _, _ in new_alignments(board, (place * dx, place * dy))]


@rule("redline", "3.1")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_what_makes_a_new_row(direction: int) -> None:
    for place in range(3):
        assert found_at("YYY", place, direction) == ["same"]
        assert found_at("YYB", place, direction) == []
    for place in range(4):
        assert found_at("BYBY", place, direction) == ["alternating"]
    assert found_at("YBY", 2, direction) == []
    assert found_at("YY YY", 4, direction) == [], "a row has no empty square"
    assert found_at("YBYBBB", 3, direction) == ["same", "alternating"]


@rule("redline", "3.6")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_extending_an_alignment_is_not_new(direction: int) -> None:
    for row in ("YYYY", "YYYYY", "YBYBY", "YBYBYB"):
        for place in (0, len(row) - 1):
            assert found_at(row, place, direction) == [], row


@rule("redline", "3.7")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_joining_an_alignment_to_something_else_is_not_new(direction: int) -> None:
    assert found_at("YYYYY", 3, direction) == []
    assert found_at("YYYYYYY", 3, direction) == []
    assert found_at("YBYBYBY", 4, direction) == []
    assert found_at("YYYYY", 2, direction) == ["same"], "two and two were no rows"
    assert found_at("YBYBYBY", 3, direction) == ["alternating"], "three and three were no rows"


@rule("redline", "3.8")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_two_kinds_are_judged_separately(direction: int) -> None:
    assert found_at("YYYBYB", 5, direction) == ["alternating"], "Y belongs to an old row of Y"
    assert found_at("YBYBB", 4, direction) == [], "an old alternating row, and only two of B"
    assert found_at("YBYBBB", 5, direction) == ["same"], "B belongs to an old alternating row"


@rule("redline", "3.8")
def test_an_alignment_that_crosses_an_old_one_is_new_even_where_that_one_grows() -> None:
    board = Board()
    for square in ((0, 0), (0, 1), (0, 2), (1, 3), (2, 3)):
        board = board.place(Tile("Y", "0"), square)
    board = board.place(Tile("Y", "0"), (0, 3))
    across = STEPS.index((1, 0))
    assert [way for _, way, _, _ in new_alignments(board, (0, 3))] == [across]


@rule("redline", "3.9")
def test_drawing_the_last_tile_makes_nobody_return_one() -> None:
    game = THREE.round
    state = without_reserve(SEVEN, THREE, keep=("Y02",))
    state = game.play(state, game.notation.read_action("Y2@0,1"))
    assert state.drawing
    state = game.play(state, game.notation.read_action("+Y02"))
    assert reserve(state) == []
    assert state.owing == ()
    assert game.turn(state) == 1


@rule("redline", "3.10")
def test_a_draw_is_uniform_over_the_reserve_returned_tiles_included() -> None:
    state = after(*FIGURES["Figure 7"][:2])
    game = TWO.round
    assert list(game.weights(state)) == [1] * len(reserve(state))
    held = state.hands[0][0]
    assert game.refusal(state, Draw(held)).rule == "3.10"  # type: ignore[union-attr]
    assert "B1" in map(str, reserve(after(STUCK, "-B1")))


STUCK = "B26@0,0 / B1 B02 B03 | Y04 / 0 last=B placed=1 owe=0,0"


@rule("redline", "4.1")
def test_who_cannot_place_returns_two_tiles() -> None:
    game = TWO.round
    before = read(STUCK)
    assert game.turn(before) == 0
    assert why(STUCK, "B02@1,1") == ("cannot_place", "4.1")
    middle = game.play(before, game.notation.read_action("-B1"))
    assert (game.turn(middle), middle.mover) == (0, 0)
    state = game.play(middle, game.notation.read_action("-B03"))
    assert (game.turn(state), state.mover) == (1, 1)
    assert len(state.hands[0]) == 1
    assert not game.ends_turn(before, middle)
    assert game.ends_turn(middle, state), "two returns are one turn"


@rule("redline", "4.2")
def test_who_holds_one_returns_one() -> None:
    game = THREE.round
    text = "B26@0,0 / B1 | Y04 | Y1 / 0 last=B placed=2 owe=0"
    state = after(text, "-B1", kit=THREE)
    assert state.out == ((0,),)
    assert game.turn(state) == 1


@rule("redline", "5.1")
def test_out_without_tiles_but_a_draw_keeps_its_owner_in() -> None:
    state = after("B26@0,0 / Y04 | B1 B02 | B0 / 0 last=B placed=1", "Y26@1,0", kit=THREE)
    assert state.out == ((0,),)
    position, action, _ = FIGURES["Figure 7"]
    kept = after(position.replace("Y0 Y04 |", "Y0 |"), action, "+B04")
    assert kept.out == ()
    assert kept.winner is None


@rule("redline", "5.2")
def test_all_who_go_out_in_one_turn_go_out_together() -> None:
    text = "Y1@0,0 Y37@0,2 B567@1,1 / Y0 | B1 | B04 | Y02 / 0 last=B placed=1"
    four = load("redline(players=4)")
    state = without_reserve(text, four)
    game = four.round
    for action in ("Y2@0,1", "-B1", "-B04"):
        state = game.play(state, game.notation.read_action(action))
    state = game.play(state, Return(state.hands[3][0]))
    assert state.out == ((1, 2, 0),)
    end = game.outcome(state)
    assert end is not None
    assert end.points == (1, 1, 1, 4)
    assert end.reason.rule in ("5.3", "5.4")


@rule("redline", "5.3")
def test_when_nobody_can_place_the_last_to_place_wins_even_with_an_empty_hand() -> None:
    state = after("Y0@0,0 / B0 | B1 Y1 / 0 last=Y placed=1", "B4@0,1")
    assert state.hands[0] == ()
    end = TWO.round.outcome(state)
    assert end is not None
    assert end.winners == (0,)
    assert end.points == (2, 1)
    assert (end.reason.key, end.reason.rule) == ("nobody_places", "5.3")


@rule("redline", "5.4")
def test_the_only_one_left_in_wins() -> None:
    state = after("B26@0,0 / Y04 | Y1 Y0 / 0 last=B placed=1", "Y26@1,0")
    end = TWO.round.outcome(state)
    assert end is not None
    assert end.winners == (1,)
    assert end.returns == (-1, 1)
    assert (end.reason.key, end.reason.rule) == ("last_one_in", "5.4")


SIX_EXAMPLE = "Y0@0,0 / - | - | B0 B02 | B1 | Y1 | Y02 Y03 / 2 last=Y placed=5 out=0,1"


@rule("redline", "6.1", "6.2", "6.3")
def test_the_six_player_scoring_example_of_the_source() -> None:
    """Two are out with 1 and 2; a third shows that none can place: 6, and the others 3 each."""
    state = after(SIX_EXAMPLE, "B4@0,1", kit=SIX)
    end = SIX.round.outcome(state)
    assert end is not None
    assert end.points == (1, 2, 6, 3, 3, 3)
    assert end.returns == pytest.approx((-0.2, -0.2, 1, -0.2, -0.2, -0.2))


@rule("redline", "6.1")
def test_a_winner_with_an_empty_hand_is_not_counted_among_those_out() -> None:
    state = after(SIX_EXAMPLE.replace("B0 B02", "B0"), "B4@0,1", kit=SIX)
    end = SIX.round.outcome(state)
    assert end is not None
    assert end.points == (1, 2, 6, 3, 3, 3)


@rule("redline", "6.4", "6.5")
def test_totals_over_rounds_decide_and_equal_totals_share() -> None:
    game = load("redline(players=3,rounds=3)").game
    board = "Y0@0,0 / B0 B02 | B1 | Y1 / 0 last=Y placed=2"
    for past, totals, returns in (
        ("[0:1,3,2 1:1,2,3] begin=2", (5, 6, 6), (-0.5, 0.25, 0.25)),
        ("[0:3,1,2 0:3,1,2] begin=0", (9, 3, 5), (1, -0.5, -0.5)),
        ("[0:1,3,2 1:2,3,1] begin=1", (6, 7, 4), (-0.5, 1, -0.5)),
    ):
        state = game.notation.read_state(f"{past} {board}")
        end = game.outcome(game.play(state, game.notation.read_action("B4@0,1")))
        assert end is not None
        assert end.points == totals
        assert end.returns == pytest.approx(returns)
        assert end.reason.rule == "6.4"


@rule("redline", "8.1")
def test_with_two_resigning_ends_it_and_with_more_it_is_refused() -> None:
    for kit in (TWO, load("redline(rounds=3)")):
        match = Match(kit)
        match.settle(Random(0))
        match.resign(1)
        assert match.outcome is not None
        assert match.outcome.winners == (0,)
    many = Match(THREE)
    many.settle(Random(0))
    with pytest.raises(IllegalAction):
        many.resign(1)
    assert many.outcome is None


def test_a_tile_is_returned_and_placed_only_as_it_is_held() -> None:
    """Programs build actions without the notation; they are refused all the same."""
    owing = read(STUCK)
    assert TWO.round.refusal(owing, Return(Tile("B", "3"))).rule == "1.2"  # type: ignore[union-attr]
    assert read_tile("Y62") == Tile("Y", "26")
    placing = read("B26@0,0 / Y04 Y0 | B1 / 0 last=B placed=1")
    for spokes in ("2626", "", "9", "04 "):
        with pytest.raises(IllegalAction):
            TWO.round.play(placing, Place(Tile("Y", spokes), (1, 0)))


def test_impossible_positions_are_refused() -> None:
    for text, key in (
        ("B26@0,0 / B04 | Y1 / 0 last=B placed=1", "twice"),
        ("B26@0,0 / Y04 | Y1 | Y0 / 0 last=B placed=1", "wrong_hands"),
        ("B26@1,0 / Y04 | Y1 / 0 last=B placed=1", "apart"),
        ("B26@0,0 Y0@3,3 / Y04 | Y1 / 0 last=B placed=1", "apart"),
        ("B26@0,0 / - | Y1 / 0 last=B placed=1", "unsound"),
        ("B26@0,0 / Y04 | Y1 / 0 last=B placed=1 draw", "unsound"),
        ("B26@0,0 / Y04 | Y1 / 0 last=B placed=1 won=0", "unsound"),
        ("B26@0,0 / Y04 | Y1 / 0 last=B placed=1 out=0", "unsound"),
        ("- / Y04 | Y1 / 0", "unsound"),
    ):
        with pytest.raises(IllegalAction) as refused:
            read(text)
        assert refused.value.reason.key == key, text
