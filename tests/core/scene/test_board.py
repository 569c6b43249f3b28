"""What `BoardPainter` and `GridPainter` make of the little that a game tells them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from ludotheque.core.game import Game, Outcome, Seat, drawn, win
from ludotheque.core.grid import HEXAGONAL, Grid
from ludotheque.core.notation import Notation, unread
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import CELL, Emblem, Family, GridPainter, Part, Scene, Viewpoint
from ludotheque.core.scene.board import families
from ludotheque.core.scene.shapes import Circle, Paint, Shape, Text
from ludotheque.core.texts import NO_PROMPT, Texts, texts
from ludotheque.render import to_text

GRID = Grid(3, 2)
SIGNS = "xo"
Step = tuple[int, int]
OWN = {
    "title": "Walk", "board": "The board", "empty": "{cell}, empty", "piece.x": "{cell}, cross",
    "piece.o": "{cell}, ring", "tell": "{seat}: {action}, from {first} to {last}",
    "do": "From {first} to {last}: {action}", "prompt.play.do": "Take a piece.",
    "step.walk.many.do": "And where to?",
}  # fmt: skip
WORDS = Texts({**texts("ludotheque.core", "en").entries, **OWN}, "en")


@dataclass(frozen=True)
class Walk:
    """Who stands where, and who is to move."""

    board: str
    mover: Seat = 0


START = Walk("x.xo.o")
OVER = Walk("x.oo.x", 1)


class Walking(Game[Walk, Step]):
    """A step to an empty cell beside; a cross in the upper right corner wins."""

    name = "walking"
    seats = 2

    def initial(self, first: Seat | None = None) -> Walk:
        return Walk(START.board, first or 0)

    def turn(self, state: Walk) -> Seat | None:
        return None if self.outcome(state) else state.mover

    def actions(self, state: Walk) -> Sequence[Step]:
        steps = [(a, b) for a in range(len(GRID)) for b in GRID.neighbours(a)]
        return [step for step in steps if self.refusal(state, step) is None]

    def refusal(self, state: Walk, action: Step) -> Reason | None:
        start, end = action
        if self.outcome(state):
            return because("over", "2")
        if state.board[start] != SIGNS[state.mover]:
            return because("not_yours", "1")
        if end not in GRID.neighbours(start):
            return because("far", "1")
        return None if state.board[end] == "." else because("taken", "1")

    def apply(self, state: Walk, action: Step) -> Walk:
        cells = list(state.board)
        cells[action[1]], cells[action[0]] = cells[action[0]], "."
        return Walk("".join(cells), 1 - state.mover)

    def outcome(self, state: Walk) -> Outcome | None:
        if state.board[-1] == "x":
            return win(0, because("over", "2"))
        return drawn(because("over", "2")) if "x" not in state.board else None


class WalkNotation(Notation[Walk, Step]):
    def write_action(self, action: Step) -> str:
        return ">".join(GRID.names[cell] for cell in action)

    def read_action(self, text: str) -> Step:
        start, end = map(GRID.find, text.partition(">")[::2])
        return unread("unread", text) if start is None or end is None else (start, end)

    def write_state(self, state: Walk) -> str:
        return f"{GRID.write(state.board)} {state.mover}"

    def read_state(self, text: str) -> Walk:
        raise NotImplementedError


class WalkPainter(GridPainter[Walk, Step]):
    press_rule = "1"
    step_texts: Mapping[str, str] = {"cell": "walk", "cell cell": "button"}
    kinds: Mapping[str, Emblem] = {"x": Emblem("x", "cross"), "o": Emblem("o", "ring")}
    symbols: Mapping[str, tuple[Shape, ...]] = {
        "cross": (Circle(50, 50, 50, Paint("a")),), "ring": (Circle(50, 50, 40, Paint("b")),),
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__(Walking(), WalkNotation(), GRID)

    def pieces(self, state: Walk) -> str:
        return state.board

    def presses(self, state: Walk, action: Step) -> tuple[str, ...]:
        return self.cell_id(action[0]), self.cell_id(action[1])

    def came(self, before: Walk, action: Step) -> Mapping[int, int]:
        return {action[1]: action[0], action[0]: action[1]}


class Slanted(WalkPainter):
    hexagonal = True


PAINTER = WalkPainter()


def cells(*names: str) -> tuple[str, ...]:
    return tuple(f"cell-{name}" for name in names)


def drawn_from(painter: WalkPainter, state: Walk, **more: Any) -> Scene:
    return painter.scene(state, Viewpoint(WORDS, **more))


def parts_of(scene: Scene) -> dict[str, Part]:
    return {part.id: part for part in scene.parts()}


@pytest.mark.parametrize(
    ("presses", "meant"),
    [
        ((), None),
        (cells("a1"), None),
        (cells("a1", "b1"), (0, 1)),
        (cells("a2"), because("not_yours", "1")),
        (cells("b2"), because("not_yours", "1")),
        (cells("a2", "b2"), because("not_yours", "1")),
        (cells("a1", "a2"), because("taken", "1")),
        (cells("a1", "b2"), because("far", "1")),
        (cells("a1", "z9"), because("not_here", "1")),
        (cells("a1", "b1", "c1"), because("not_here", "1")),
        (("hand-a1",), because("not_here", "1")),
        (("", "cell-"), because("not_here", "1")),
    ],
)
def test_presses_mean_an_action_nothing_yet_or_why_not(
    presses: tuple[str, ...], meant: object
) -> None:
    assert PAINTER.meaning(START, presses) == meant


@pytest.mark.parametrize("presses", [cells("a1"), cells("a1", "b1")])
def test_after_the_end_presses_are_refused_as_actions_are(presses: tuple[str, ...]) -> None:
    assert PAINTER.meaning(Walk("x....x"), presses) == because("over", "2")


def test_every_action_is_offered_to_the_player_to_move_alone() -> None:
    tree = {"a1": ["b1"], "c1": ["b1"]}
    assert PAINTER.offers(START, 0) == (Family(("cell-", "cell-"), "{0}>{1}", tree),)
    assert PAINTER.offers(START, None) == PAINTER.offers(START, 0)
    assert PAINTER.offers(START, 1) == PAINTER.offers(Walk("x....x"), None) == ()
    assert drawn_from(PAINTER, START).offers
    assert not drawn_from(PAINTER, START, offers=False).offers


def test_gestures_that_are_made_alike_are_one_family() -> None:
    written = [
        (cells("a1", "b1"), "a1>b1"),
        (cells("c3"), "c3"),
        (cells("a1", "a2"), "a1>a2"),
        (cells("d4"), "swap"),
        (("hand-7", "cell-c3"), "+7@c3"),
        (cells("e5"), "e5"),
    ]
    found = families(written)
    assert found == (
        Family(("cell-", "cell-"), "{0}>{1}", {"a1": ["b1", "a2"]}),
        Family(("cell-",), "{0}", ["c3", "e5"]),
        Family(("cell-",), "swap", ["d4"]),
        Family(("hand-", "cell-"), "+{0}@{1}", {"7": ["c3"]}),
    )
    gestures = [gesture for family in found for gesture in family.gestures()]
    assert {(gesture.presses, gesture.action) for gesture in gestures} == set(written)


def test_what_was_pressed_last_is_marked() -> None:
    after = PAINTER.game.apply(START, (0, 1))
    moved = parts_of(drawn_from(PAINTER, after, after=(START, (0, 1))))
    assert [name for name, part in moved.items() if part.marks] == ["cell-b1"]
    assert moved["cell-b1"].marks == ("last",)
    refused = parts_of(drawn_from(PAINTER, START, refused=(0, 3)))
    assert [(name, part.marks) for name, part in refused.items() if part.marks] == [
        ("cell-a2", ("refused",))
    ]


def test_the_first_press_that_is_refused_is_crossed_out() -> None:
    """The ring cannot be taken, wherever it would go."""
    refused = parts_of(drawn_from(PAINTER, START, refused=(3, 4)))
    assert refused["cell-a2"].marks == ("refused",)
    assert not refused["cell-b2"].marks


def test_a_game_may_mark_another_part_than_the_one_pressed_last() -> None:
    class Elsewhere(WalkPainter):
        def landed(self, before: Walk, action: Step) -> str:
            return self.cell_id(action[0])

    after = PAINTER.game.apply(START, (0, 1))
    shown = parts_of(drawn_from(Elsewhere(), after, after=(START, (0, 1))))
    assert [name for name, part in shown.items() if part.marks] == ["cell-a1"]


def test_what_has_decided_a_game_is_marked_once_it_is_over() -> None:
    class Line(WalkPainter):
        def decisive(self, state: Walk) -> set[str]:
            return set(map(self.cell_id, (0, 5)))

    def marks(state: Walk) -> dict[str, tuple[str, ...]]:
        parts = parts_of(drawn_from(Line(), state, after=(START, (0, 1))))
        return {name: part.marks for name, part in parts.items() if part.marks}

    assert marks(PAINTER.game.apply(START, (0, 1))) == {"cell-b1": ("last",)}
    line = dict.fromkeys(("cell-a1", "cell-c2"), ("decisive",))
    assert marks(OVER) == {"cell-b1": ("last",), **line}


def test_a_piece_that_moved_says_where_it_was_and_an_empty_cell_does_not() -> None:
    after = PAINTER.game.apply(START, (0, 1))
    moved = parts_of(drawn_from(PAINTER, after, after=(START, (0, 1))))
    assert {name: part.was for name, part in moved.items() if part.was} == {"cell-b1": "cell-a1"}


def test_what_stays_is_the_same_object_from_move_to_move() -> None:
    before = parts_of(drawn_from(PAINTER, START))
    after = PAINTER.game.apply(START, (0, 1))
    now = parts_of(drawn_from(PAINTER, after, after=(START, (0, 1))))
    assert {name for name in now if now[name] is not before[name]} == {"cell-a1", "cell-b1"}


def test_cells_are_places_or_pieces_that_are_called_by_the_texts() -> None:
    parts = parts_of(drawn_from(PAINTER, START))
    assert (parts["cell-a1"].role, parts["cell-a1"].label) == ("piece", "a1, cross")
    assert (parts["cell-b2"].role, parts["cell-b2"].label) == ("place", "b2, empty")
    assert PAINTER.emblems(START) == tuple(WalkPainter.kinds.values())


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (START, "Player A to play"),
        (Walk("x....x", 1), "Player A has won"),
        (Walk("......"), "a draw"),
    ],
)
def test_the_status_says_whose_turn_it_is_or_how_it_ended(state: Walk, status: str) -> None:
    assert drawn_from(PAINTER, state).status == status


def test_the_board_in_characters_is_named_along_its_edges() -> None:
    assert drawing(PAINTER) == ["2  o · o", "1  x · x", "   a b c"]
    assert drawing(Slanted()) == [" 2  o · o", "1  x · x", "   a b c"]


def drawing(painter: WalkPainter) -> list[str]:
    return to_text(drawn_from(painter, START)).rstrip().splitlines()[-3:]


def test_square_cells_lie_side_by_side_inside_the_board() -> None:
    (x, y), (right, level), (above, up) = (PAINTER.centre(cell) for cell in (0, 1, 3))
    assert (right - x, level - y, above - x, up - y) == pytest.approx((CELL, 0, 0, -CELL))
    assert inside(PAINTER)


def test_six_sided_cells_share_an_edge_with_each_that_touches_them() -> None:
    painter = Slanted()
    for cell in range(len(GRID)):
        touching = [
            other for other in range(len(GRID)) if shared_corners(painter, cell, other) == 2
        ]
        assert sorted(touching) == sorted(GRID.neighbours(cell, HEXAGONAL))
    assert painter.centre(3)[0] - painter.centre(0)[0] == pytest.approx(CELL / 2)
    assert inside(painter)


def test_rings_around_cells_do_not_overlap() -> None:
    """A page draws them 5 units outside a part, 3.5 wide."""
    for painter in (PAINTER, Slanted()):
        parts = parts_of(drawn_from(painter, START))
        one, other = parts["cell-a1"].box, parts["cell-b1"].box
        assert other.x - (one.x + one.w) >= 2 * 5 + 3.5
        assert parts["cell-a1"].radius == (one.w / 2 if painter.hexagonal else 8)


def test_the_cells_are_shown_on_a_lid_too_and_the_names_are_not() -> None:
    (board,) = drawn_from(PAINTER, START).areas
    assert len(board.scenery) == len(GRID)
    names = [shape.text for shape in board.backdrop if isinstance(shape, Text)]
    assert sorted(names) == ["1", "2", "a", "b", "c"]


def shared_corners(painter: WalkPainter, one: int, other: int) -> int:
    """How many corners of two cells lie on each other, to a unit of 80."""
    near = [
        (a, b)
        for a in painter.corners(one)
        for b in painter.corners(other)
        if abs(a[0] - b[0]) < 1 and abs(a[1] - b[1]) < 1
    ]
    return len(near)


def inside(painter: WalkPainter) -> bool:
    corners = [corner for cell in range(len(GRID)) for corner in painter.corners(cell)]
    return all(0 < x < painter.box.w and 0 < y < painter.box.h for x, y in corners)


def test_the_player_to_move_is_told_what_to_do_and_nobody_else() -> None:
    assert PAINTER.prompt(START, 0, WORDS).do == "Take a piece."
    assert PAINTER.prompt(START, None, WORDS) == PAINTER.prompt(START, 0, WORDS)
    assert PAINTER.prompt(START, 1, WORDS) == NO_PROMPT
    assert PAINTER.prompt(Walk("x....x"), None, WORDS) == NO_PROMPT


def test_steps_are_named_by_the_kinds_of_what_is_pressed() -> None:
    steps = PAINTER.steps(START, WORDS)
    assert {kinds: step.many.do for kinds, step in steps.prompts.items()} == {
        "cell": "And where to?", "cell cell": "Play this move?",
    }  # fmt: skip
    assert PAINTER.steps(START, WORDS.with_names(["Ada", "Grace"])) is steps


def test_sentences_name_the_player_the_action_and_what_is_pressed() -> None:
    named = WORDS.with_names(["Ada", "Grace"])
    assert PAINTER.tell(START, (0, 1), named) == "Ada: a1>b1, from a1 to b1"
    assert PAINTER.instruct(START, (0, 1), named) == "From a1 to b1: a1>b1"


def test_a_piece_is_as_wide_as_the_game_says() -> None:
    class Wide(WalkPainter):
        piece_size = 0.5

    art = [repr(parts_of(drawn_from(p, START))["cell-a1"].art) for p in (PAINTER, Wide())]
    scales = [float(re.findall(r"scale=([\d.]+)", drawing)[0]) for drawing in art]
    assert scales[0] / scales[1] == pytest.approx(WalkPainter.piece_size / 0.5)
