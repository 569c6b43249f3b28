"""A table where words are announced: verdicts kept, answers never shown, lists named."""

from __future__ import annotations

import json
from typing import Any

from ludotheque import load
from ludotheque.games.croisements.state import Announce
from ludotheque.words import lexicon
from tests.site.running import Running, cookie
from tests.site.wire import Wire

PLACES = ("b1", "b14", "d1", "d14", "f1", "f14")


def begun(site: Running, guest: Any) -> tuple[str, Wire]:
    """A table on one screen with all pawns placed."""
    table = site.new_table(guest, "croisements", language="fr", seat0="me", seat1="here")
    wire = Wire(site, table, cookie(guest))
    wire.hello()
    for place in PLACES:
        seq = wire.view["seq"]
        assert wire.act(place)["type"] == "kept"
        wire.newer(seq)
    return table, wire


def typed(wire: Wire) -> dict[str, dict[str, Any]]:
    """The typed gestures of the newest view, by the beginning of their action."""
    ends = [gesture[-1] for gesture in wire.view["gestures"]]
    return {end["action"]: end for end in ends if isinstance(end, dict)}


def record_of(site: Running, guest: Any, table: str) -> str:
    text: str = guest.get(f"/t/{table}/record").text
    return text


# A short word may stand by chance in the letters that a crossing owes.
LONG = 8


def test_nothing_that_is_sent_tells_which_words_there_are(site: Running) -> None:
    with site.guest() as guest:
        table, wire = begun(site, guest)
        page = guest.get(f"/t/{table}").text
        sent = json.dumps(wire.view)
        match = load("croisements")
        state = match.game.initial()
        for move in (
            record_of(site, guest, table).split("1. ", 1)[1].replace("\n", " | ").split("|")
        ):
            text = move.split(". ")[-1].strip()
            if text:
                state = match.game.play(state, match.game.notation.read_action(text))
        examples = [a for a in match.game.actions(state) if isinstance(a, Announce)]
        board = state.round
        assert board is not None
        crossings = match.round.rules.crossings(board)  # type: ignore[attr-defined]
        assert len(typed(wire)) == len(crossings) > len(examples)
        long = [example.word for example in examples if len(example.word) >= LONG]
        assert long
        for word in long:
            assert word not in sent
            assert word not in page
        for crossing in crossings:
            start = f"{crossing.pawn}-{crossing.square}/{crossing.support} "
            assert typed(wire)[start]["letters"] == match.round.rules.owed(board, crossing)  # type: ignore[attr-defined]
        wire.close()


def test_a_word_is_kept_a_misfit_refused_and_an_unknown_word_costs_the_turn(site: Running) -> None:
    with site.guest() as guest:
        table, wire = begun(site, guest)
        start, end = "b1-c2/d1 ", typed(wire)["b1-c2/d1 "]
        seq = wire.view["seq"]
        refused = wire.act(start + "?!")
        assert (refused["type"], wire.view["seq"]) == ("refused", seq)
        assert "lacks" in wire.act(start + end["initial"])["text"]
        word = lexicon("fr").example(end["initial"], end["letters"])
        assert word is not None
        assert wire.act(start + word.lower())["type"] == "kept"
        wire.newer(seq)
        assert f"b1-c2/d1 {word}" in record_of(site, guest, table)
        start, end = next((start, end) for start, end in typed(wire).items())
        assert wire.act(f"{start}{end['letters']}qzx")["type"] == "kept"
        text = record_of(site, guest, table)
        assert f"{end['letters']}QZX?" in text
        assert f'[Words "fr {lexicon("fr").hash}"]' in text
        wire.close()


def test_a_record_from_elsewhere_keeps_the_list_it_names(site: Running) -> None:
    with site.guest() as guest:
        table, wire = begun(site, guest)
        wire.act("pass")
        text = record_of(site, guest, table).replace(lexicon("fr").hash, "0123456789abcdef")
        answer = guest.post("/open", data={"text": text})
        assert answer.status_code == 303, answer.text
        other = answer.headers["location"].removeprefix("/t/")
        assert '[Words "fr 0123456789abcdef"]' in record_of(site, guest, other)
        wire.close()


def test_an_unlisted_word_is_shown_only_to_who_announced_it(site: Running) -> None:
    with site.guest() as ana, site.guest() as bruno, site.guest() as watcher:
        table = site.new_table(ana, "croisements", language="fr", seat0="me", seat1="open")
        bruno.post(site.invites(ana, table)[0], data={"name": "Bruno"})
        watcher.get("/")
        guests = [ana, bruno, watcher]
        wires = [Wire(site, table, cookie(guest)) for guest in guests]
        for wire in wires:
            wire.hello()
        mover, other = sorted(wires[:2], key=lambda wire: not wire.view["can"]["act"])
        for place, by in zip(PLACES, [mover, other] * 3, strict=True):
            played(by, place, wires)
        start, end = next(iter(typed(mover).items()))
        word = f"{end['letters']}QZX"
        played(mover, start + word, wires)
        shown = {
            wire: everything(site, table, guest, wire)
            for wire, guest in zip(wires, guests, strict=True)
        }
        for wire in wires:
            line = wire.view["moves"][-1]["text"]
            assert line == (f"{start}{word}?" if wire is mover else f"{start}?")
            for text in shown[wire]:
                assert (word in text) == (wire is mover)
        answer = watcher.post("/open", data={"text": record_of(site, watcher, table)})
        assert answer.status_code == 303, "a file without the word replays"
        for wire in wires:
            wire.close()


def played(by: Wire, action: str, wires: list[Wire]) -> None:
    seq = by.view["seq"]
    assert by.act(action)["type"] == "kept"
    for wire in wires:
        wire.newer(seq)


def everything(site: Running, table: str, guest: Any, wire: Wire) -> list[str]:
    """All texts with moves that a guest is sent: the live view, the page, the file and the log."""
    paths = (f"/t/{table}", f"/t/{table}/record", f"/api/tables/{table}/events")
    return [json.dumps(wire.view), *(guest.get(path).text for path in paths)]
