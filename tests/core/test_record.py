"""Records: headers, escapes, versions, ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.reason import RecordError, Refusal
from ludotheque.core.record import MAX_ACTIONS, Record, read_record
from ludotheque.play.history import FORFEITS
from ludotheque.play.match import replay

GAME = "babylone(start=2,to_win=1)"
WON = Record(
    GAME, 1, ("chooser 0", "first", "a>b"), ("Ana", "Bruno"), "2026-11-15", "1 -1", "finished"
)

names = st.text(max_size=20).map(lambda name: "".join(c if c.isprintable() else " " for c in name))


def test_a_record_as_it_is_written() -> None:
    assert WON.write() == (
        f'[Game "{GAME}"]\n[Rules "1"]\n[Date "2026-11-15"]\n[Seat "Ana"]\n[Seat "Bruno"]\n'
        '[Result "1 -1"]\n[Termination "finished"]\n\n1. chooser 0 | first | a>b\n'
    )
    assert read_record(WON.write()) == WON
    assert replay(WON).outcome is not None


@given(seats=st.tuples(names, names), actions=st.lists(st.sampled_from(["a>b", "begin 1", "3*"])))
def test_whatever_the_names_it_reads_back(seats: tuple[str, str], actions: list[str]) -> None:
    record = Record(GAME, 1, tuple(actions), seats)
    assert read_record(record.write()) == record


def test_headers_of_others_are_kept() -> None:
    record = read_record(WON.write().replace("[Date", '[Event "Club"]\n[Date'))
    assert record.extra == (("Event", "Club"),)
    assert read_record(record.write()) == record


@pytest.mark.parametrize(
    ("change", "key", "number"),
    [
        (("a>b", "a>a"), "same_pile", 3),
        (("a>b", "a>?"), "unread", 3),
        (("first", "a>b"), "series.choose", 2),
        (("a>b", "a>b | a>b"), "over", 4),
        (("chooser 0", "chooser 7"), "series.unread", 1),
        (('Rules "1"', 'Rules "2"'), "record.version", None),
        (('Rules "1"', 'Rules "x"'), "record.no_game", None),
        (("[Game", "[Gume"), "record.no_game", None),
        (('[Seat "Ana"]\n', ""), "record.seats", None),
        (("1 -1", "-1 1"), "record.result", None),
        (("| a>b", ""), "record.result", None),
        (("finished", "vanished"), "record.termination", None),
        (("babylone(", "chess("), "spec.no_game", None),
        (('[Date "2026-11-15"]', "[Date 2026]"), "record.header", None),
        (("finished", "resigned 0"), "match.over", None),
        (("1. chooser", "7. chooser"), "record.number", None),
        (('[Rules "1"]', '[Rules "1"]\n[Rules "1"]'), "record.twice", None),
    ],
)
def test_wrong_records_are_refused(change: tuple[str, str], key: str, number: int | None) -> None:
    text = WON.write().replace(*change, 1)
    assert text != WON.write()
    with pytest.raises(RecordError) as refused:
        replay(read_record(text))
    assert refused.value.reason.key == key
    assert refused.value.number == number


def test_too_long_a_record_is_refused() -> None:
    text = f'[Game "{GAME}"]\n[Rules "1"]\n\n' + "a>b|" * (MAX_ACTIONS + 1)
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert refused.value.reason.key == "record.long"


@pytest.mark.parametrize("how", FORFEITS)
def test_a_record_says_how_somebody_gave_up(how: str) -> None:
    unfinished = WON.write().replace("| a>b", "").replace("1 -1", "-1 1")
    match = replay(read_record(unfinished.replace("finished", f"{how} 0")))
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason.key == f"match.{how}"
    assert match.record("2026-11-15").termination == f"{how} 0"
    assert replay(match.record()).outcome == match.outcome


@given(text=st.text() | st.text(alphabet='[]"\\GameRuls 1plus4|.\n'))
@settings(max_examples=300)
def test_arbitrary_records_raise_only_refusals(text: str) -> None:
    try:
        replay(read_record(text))
    except Refusal as refusal:
        assert isinstance(refusal, RecordError)
