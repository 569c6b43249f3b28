"""Everything that pages and programs are sent has the declared shapes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import catalogue, load
from ludotheque.core.reason import Refusal
from ludotheque.play.hints import advice, hints
from ludotheque.play.review import ReviewStep, decisions, understand
from ludotheque.table import commands, shapes
from ludotheque.table.company import Company, Stay
from ludotheque.table.messages import Resign, kept_reply
from ludotheque.table.replies import press_reply, refused_reply
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Table, deny
from ludotheque.table.views.company import presence
from ludotheque.table.views.hints import hint_view
from ludotheque.table.views.page import Following, eyes_of, past_view, steps_through, view
from ludotheque.table.views.program import position, public_event
from ludotheque.table.views.review import line_view, review_view, reviewed
from ludotheque.table.words import Facts
from tests.shapes import assert_shaped
from tests.table.tables import ANA, BRUNO, made, moment
from tests.table.test_fold import any_change, some_action, some_table

BOXES = [box.name for box in catalogue()]
GUESTS = "ana", "bruno", "carla"
SPECS = *BOXES, "plus4(mode=rounds,target=2)", "redline(players=3,rounds=2)"
_CHANGES = 60  # of a table at which anything may happen


class Watched:
    """A table that a guest looks at after every change, and whose steps all follow."""

    def __init__(self, created: Change) -> None:
        self.table = created.after
        self.followers = {
            guest: Following(eyes_of(self.table, guest, "fr"), self.table) for guest in GUESTS
        }
        self.goes_on(created)

    def goes_on(self, change: Change) -> None:
        before, self.table = self.table, change.after
        for event in change.events:
            assert_shaped(public_event(event, self.table, "ana"), shapes.PublicEvent)
        somebody = GUESTS[self.table.seq % len(GUESTS)]
        assert_shaped(view(self.table, somebody, "fr"), shapes.View)
        assert_shaped(position(self.table, somebody, "en"), shapes.TablePosition)
        eyes = eyes_of(self.table, somebody, "en")
        if eyes == eyes_of(before, somebody, "en"):
            assert_shaped(steps_through(eyes, [before, self.table]), shapes.SentSteps)
        for guest, following in self.followers.items():
            if eyes_of(self.table, guest, "fr") == following.eyes:
                assert_shaped(following.step(Facts(self.table, "fr")), shapes.SentStep)


def acts(table: Table, rng: Random) -> Change:
    assert table.turn is not None
    return commands.act(table, [table.turn], some_action(table, rng), moment(rng))


def played(spec: str, rng: Random, **how: Any) -> Table:
    """A game that was played to its end, or as far as it may go."""
    table = made(spec, rng=rng, **how).after
    while table.turn is not None and not table.full:
        table = acts(table, rng).after
    return table


@pytest.mark.parametrize("spec", SPECS)
def test_a_whole_game_is_sent_in_its_shapes(spec: str) -> None:
    rng = Random(spec)
    seats = load(spec).game.seats
    watched = Watched(made(spec, *[ANA] * seats, rng=rng, clock="5+3"))
    while watched.table.turn is not None and not watched.table.full:
        watched.goes_on(acts(watched.table, rng))
    table = watched.table
    assert_shaped(review_view(table, "ana", "en"), shapes.ReviewStart)
    for number in range(0, len(table.moves), 7):
        assert_shaped(past_view(table, number, "ana", "fr"), shapes.PastView)


@pytest.mark.parametrize("spec", SPECS)
def test_whatever_happens_at_a_table_is_sent_in_its_shapes(spec: str) -> None:
    rng = Random(spec)
    watched = Watched(some_table(spec, rng))
    for number in range(_CHANGES):
        try:
            change = any_change(watched.table, rng, moment(rng, 1000 * number))
        except Refusal as refusal:
            said = refused_reply(watched.table, "fr", {"id": "x"}, refusal)
            assert_shaped(said, shapes.SentRefused)
        else:
            watched.goes_on(change)


@pytest.mark.parametrize("game", ["babylone", "plus4"])
def test_answers_to_presses_have_their_shapes(game: str) -> None:
    rng, table = Random(game), made(game).after
    kinds = set[str]()
    while table.turn is not None and len(table.moves) < 12:
        guest = table.seats[table.turn].guest
        parts = [part[0] for area in view(table, guest, "en")["areas"] for part in area["parts"]]
        offered = [gesture[:-1] for gesture in view(table, guest, "en")["gestures"]]
        for presses in (*offered, *(rng.choices(parts, k=n) for n in (1, 1, 2, 2, 3))):
            answer = press_reply(table, guest, "en", {"presses": list(presses)})
            if answer is not None:
                kinds.add(answer["type"])
                assert_shaped(answer, shapes.Why | shapes.SentOutlook)
        table = acts(table, rng).after
    assert kinds == {"why", "outlook"}


@pytest.mark.parametrize("game", BOXES)
def test_a_hint_has_its_shape(game: str) -> None:
    table = made(game, ANA, ANA).after
    steps = hints(table.kit, table.state, advice(table.kit, table.state), "fr")
    for number in (1, 2, 3):
        step = hint_view(table, steps, number)
        assert_shaped(step, shapes.SentHintStep)
        assert_shaped({"type": "hint", "id": "x", **step}, shapes.SentHint)


def test_who_is_there_has_its_shape() -> None:
    table = made("redline(players=3)", ANA, BRUNO, Sitter("bot", bot="random")).after
    company = Company({"ana": Stay(0, 9000), "bruno": Stay(0, 1)}, limit_ms=5000)
    for now in (0, 8000, 20_000):
        assert_shaped(presence(table, company, now), shapes.SentPresence)


def test_an_answer_to_a_command_has_its_shape() -> None:
    assert_shaped(kept_reply(Resign("x", 3), 4), shapes.SentKept)
    assert_shaped(refused_reply(made("plus4").after, "fr", {}, deny("stale")), shapes.SentRefused)


def test_a_review_has_its_shape() -> None:
    rng = Random(7)
    table = played("babylone", rng)
    steps = [
        ReviewStep(n, state, action, understand(table.kit, state, action, n) if n % 4 else None)
        for n, state, action in decisions(table.kit, [move.action for move in table.moves])
    ]
    news = reviewed(table, steps, len(steps), 0, "ana", "en")
    assert_shaped(news, shapes.ReviewNews)
    assert any(decision["better"] for decision in news["decisions"])
    assert_shaped(line_view(table, 2, "", "ana", "fr"), shapes.PastView)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seq": None}, ".seq: None is not int"),
        ({"seq": True}, ".seq: True is not int"),
        ({"plays": "often"}, ".plays: 'often' is not Literal"),
        ({"more": 1}, ".more is unknown"),
        ({"seats": [{}]}, ".seats[0].name is missing"),
        ({"over": {}}, ".over: {} is not "),
        ({"gestures": [["a", 1]]}, ".gestures[0][1]: 1 is not "),
        ({"gestures": [[1, "a"]]}, ".gestures[0][0]: 1 is not str"),
        ({"looks": {"k": ["", ""]}}, ".looks[k]: ['', ''] is not "),
    ],
)
def test_another_shape_is_noticed(change: dict[str, Any], fault: str) -> None:
    shown = {**view(made("plus4").after, "ana", "fr"), **change}
    with pytest.raises(AssertionError) as caught:
        assert_shaped(shown, shapes.View)
    assert str(caught.value).startswith(fault)
