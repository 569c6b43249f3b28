"""The rules of Croisements, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.player import draw
from ludotheque.core.reason import IllegalAction
from ludotheque.games import draw_figure
from ludotheque.games.croisements import strips
from ludotheque.games.croisements.board import SQUARES, Square, letter
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions
from ludotheque.games.croisements.state import GREEN, RED, Announce, Lay, State, score, worth
from ludotheque.play.match import Match
from ludotheque.words import lexicon
from tests.games.croisements.boards import (
    ALL,
    Listed,
    act,
    key,
    play,
    reached,
    spelled,
    squares,
    standing,
)
from tests.marks import rule


def laid(game: Croisements, seed: int = 1) -> State:
    state, rng = game.initial(), Random(seed)
    while game.turn(state) is None:
        state = game.apply(state, draw(game, state, rng))
    return state


@rule("croisements", "1.1", "1.2")
def test_the_two_halves_are_the_same_from_both_sides() -> None:
    game = spelled({"a1": "A", "h1": "B", "d7": "C"})
    board = game.laid(standing("a1 b1 c1", "a14 b14 c14"))
    assert [letter(board, Square(*s)) for s in ((0, 0), (7, 13))] == ["A", "A"]
    assert [letter(board, Square(*s)) for s in ((7, 0), (0, 13))] == ["B", "B"]
    assert [letter(board, Square(*s)) for s in ((3, 6), (4, 7))] == ["C", "C"]
    assert len(SQUARES) == 8 * 14
    assert all(letter(board, s) == letter(board, s.opposite) for s in SQUARES)


@rule("croisements", "1.2")
def test_chance_lays_fourteen_strips_from_reds_first_row() -> None:
    game = load("croisements").round.rules
    assert isinstance(game, Croisements)
    state = game.initial()
    assert list(game.actions(state)) == [Lay(n) for n in range(1, 15)]
    assert list(game.weights(state)) == [1] * 14
    state = game.play(game.play(state, Lay(7)), Lay(3))
    french = strips("fr")
    row = "".join(letter(game.laid(state), Square(column, 0)) for column in range(8))
    assert row == french[6] + french[2]
    assert key(game, state, "strip 7") == ("no_strip", "1.2")
    assert key(game, state, "b1") == ("laying", "1.2")
    assert key(game, laid(game), "strip 3") == ("laid", "1.2")
    assert len(laid(game).strips) == len(set(laid(game).strips)) == 14


@pytest.mark.parametrize("lang", ["fr", "en"])
@rule("croisements", "1.2", "6.1")
def test_each_language_has_its_own_strips(lang: str) -> None:
    game = load(f"croisements(language={lang})").round.rules
    assert isinstance(game, Croisements)
    assert game.strips == strips(lang)
    assert strips("fr") != strips("en")
    assert len(game.strips) == 14
    assert all(len(strip) == 4 and strip.isalpha() and strip.isupper() for strip in game.strips)


@rule("croisements", "1.3")
def test_who_begins_by_lot_is_red() -> None:
    for first in (0, 1):
        match = Match(load("croisements"), first=first)
        match.settle(Random(2))
        assert match.turn == first
        match.play("c1")
        assert match.turn == 1 - first
        with pytest.raises(IllegalAction) as refused:
            match.play("c2")
        assert refused.value.reason.key == "not_first_row"
        match.play("c14")
        board = match.state.round
        assert board.pawns == (squares("c1"), squares("c14"))
        assert board.seat(RED) == first


@rule("croisements", "1.4")
def test_three_pawns_each_in_turn_on_ones_own_first_row() -> None:
    game = spelled({})
    state = laid(game)
    assert [str(a) for a in map(str, (p.square for p in game.actions(state)))] == [  # type: ignore[union-attr]
        f"{c}1" for c in "abcdefgh"
    ]
    assert key(game, state, "a14") == ("not_first_row", "1.4")
    assert key(game, state, "a2") == ("not_first_row", "1.4")
    assert key(game, state, "pass") == ("placing", "1.4")
    assert key(game, state, "a1-a2/b1 AZ") == ("placing", "1.4")
    state = play(game, state, "a1", "a14")
    assert key(game, state, "a1") == ("not_empty", "1.4")
    state = play(game, state, "b1", "c14", "d1")
    assert game.turn(state) == 1
    state = play(game, state, "h14")
    assert state.pawns == (squares("a1 b1 d1"), squares("a14 c14 h14"))
    assert key(game, state, "c1") == ("placed", "1.4")


@rule("croisements", "1.5")
def test_red_starts_and_they_play_in_turn() -> None:
    game = spelled({})
    state = play(game, laid(game), "a1", "a14", "b1", "c14", "d1", "h14")
    assert game.turn(state) == 0
    state = play(game, state, "pass")
    assert game.turn(state) == 1
    assert game.turn(play(game, state, "pass")) == 0


@rule("croisements", "2.1")
def test_one_of_ones_own_pawns_to_an_empty_square() -> None:
    game = spelled({})
    state = standing("a1 c1 e1", "a14 c14 e14")
    assert key(game, state, "a1-a2/c1 ZZZZ") == ("crooked_support", "2.3")
    assert key(game, state, "a1-b2/c1 ZZZ") is None
    assert key(game, state, "a14-b13/c14 ZZZ") == ("no_own_pawn", "2.1")
    assert key(game, state, "b1-b2/c1 ZZZ") == ("no_own_pawn", "2.1")
    assert key(game, state, "a1-c1/e1 ZZZ") == ("not_empty", "2.1")
    assert play(game, state, "a1-b2/c1 ZZZ").pawns == (squares("b2 c1 e1"), squares("a14 c14 e14"))


@rule("croisements", "2.2")
def test_the_pawn_goes_straight_as_far_as_nothing_is_in_the_way() -> None:
    """As in the source: P cannot go to T, a pawn stands on the way."""
    game = spelled({})
    state = standing("a1 g7 h9", "d4 a14 b14")
    assert key(game, state, "a1-c2/g7 ZZZ") == ("crooked", "2.2")
    assert key(game, state, "a1-e5/g7 ZZZZZZZ") == ("blocked", "2.2")
    assert key(game, state, "a1-c3/g7 ZZZZZZZ") == ("blocked_support", "2.4")
    assert key(game, state, "a1-c3/d4 ZZZZ") == ("same_line", "2.5")
    assert key(game, state, "a1-a7/g7 " + "Z" * 13) is None
    assert key(game, state, "a1-g1/g7 " + "Z" * 13) is None
    beside = standing("a1 a2 b1", "c5 a14 b14")
    assert key(game, beside, "a1-c3/c5 ZZZZZ") is None, "diagonally between two pawns"


@pytest.mark.parametrize("lang", ["fr", "en"])
@rule("croisements", "2.3")
def test_figures_show_the_nine_crossings_of_the_source_and_three_supports(lang: str) -> None:
    box = load("croisements").box
    paragraph = box.rules_page(lang).find("2.3")
    assert paragraph is not None
    crossings, supports = (draw_figure(box, figure, lang) for figure in paragraph.figures)
    assert len([part for part in crossings.parts() if part.marks == ("lit",)]) == 9
    lit = [part.id for part in supports.parts() if part.marks == ("lit",)]
    assert lit == ["pawn-a2", "pawn-g2", "pawn-c6"]


@rule("croisements", "2.3")
def test_the_support_is_another_pawn_of_either_player() -> None:
    """As in the source: one pawn may have the choice of supports of both colours."""
    game = spelled({})
    state = standing("c1 f4 a9", "c9 g3 h14")
    mine = {str(c.support) for c in game.crossings(state) if str(c.square) == "c4"}
    assert mine == {"f4", "c9", "a9"} - {"a9"} | {"c1"}
    supports = {
        str(c.support)
        for c in game.crossings(state)
        if (str(c.pawn), str(c.square)) == ("f4", "c4")
    }
    assert supports == {"c1", "c9"}
    assert key(game, state, "c1-c4/f4 " + "Z" * 7) is None
    assert key(game, state, "c1-c4/e5 " + "Z" * 7) == ("no_support", "2.3")
    assert key(game, state, "c1-c4/c1 " + "Z" * 7) == ("same_pawn", "2.3")
    assert key(game, state, "c1-c4/g3 " + "Z" * 7) == ("crooked_support", "2.3")


@rule("croisements", "2.4")
def test_the_supports_way_stops_at_a_pawn() -> None:
    game = spelled({})
    open_ = standing("c1 g4 a9", "h14 g14 f14")
    shut = standing("c1 g4 a9", "e4 g14 f14")
    assert key(game, open_, "c1-c4/g4 " + "Z" * 8) is None
    assert key(game, shut, "c1-c4/g4 " + "Z" * 8) == ("blocked_support", "2.4")
    assert key(game, shut, "c1-c4/e4 " + "Z" * 8) is None


@rule("croisements", "2.5")
def test_the_two_ways_cross() -> None:
    game = spelled({})
    state = standing("a1 e1 a9", "h14 g14 f14")
    assert key(game, state, "a1-c1/e1 ZZZZZ") == ("same_line", "2.5")
    assert key(game, state, "a1-c3/e1 ZZZZZ") is None
    assert key(game, state, "a1-a5/a9 " + "Z" * 9) == ("same_line", "2.5")
    assert key(game, state, "a1-a5/e1 " + "Z" * 9) is None


@rule("croisements", "2.5")
def test_two_pawns_have_the_same_crossings_for_each_other() -> None:
    """As in the source: where A can go leaning on B, B can go leaning on A; here nine squares."""
    game = spelled({})
    state = standing("c1 f6 a14", "h14 h13 h12", 4)
    pair = {
        pawn: {
            str(c.square) for c in game.crossings(state) if (str(c.pawn), str(c.support)) == pawn
        }
        for pawn in (("c1", "f6"), ("f6", "c1"))
    }
    assert pair["c1", "f6"] == pair["f6", "c1"]
    assert len(pair["c1", "f6"]) == 9


@rule("croisements", "2.6")
def test_one_step_sideways_backwards_and_between_neighbours() -> None:
    game = spelled({})
    state = standing("d7 e7 a1", "h14 g14 f14")
    for text in (
        "d7-d8/e7 ZZZ",
        "d7-d6/e7 ZZZ",
        "d7-e6/e7 ZZZ",
        "e7-d6/d7 ZZZ",
        "d7-a7/a1 " + "Z" * 10,
    ):
        assert key(game, state, text) is None, text
    assert {"d8", "d6", "a7"} <= set(reached(game, state, "d7"))


@rule("croisements", "2.7")
def test_a_pawn_that_is_home_may_leave_and_may_support() -> None:
    game = spelled({})
    state = standing("b14 d12 a1", "h14 g9 f9")
    assert worth(squares("b14")[0], RED) == 3
    assert key(game, state, "b14-b12/d12 " + "Z" * 5) is None
    assert key(game, state, "b14-b11/d12 " + "Z" * 5) == ("crooked_support", "2.3")
    assert key(game, state, "d12-d14/b14 " + "Z" * 5) is None
    assert play(game, state, "b14-b12/d12 ZZZZZ").pawns[RED] == squares("a1 b12 d12")


SOURCE = {"a4": "S", "b4": "E", "c4": "T", "d4": "A", "d5": "G"}


def french(letters: dict[str, str]) -> Croisements:
    return spelled(letters, lexicon("fr"))


@rule("croisements", "3.1", "3.2", "3.3")
@pytest.mark.parametrize(
    ("text", "owed"),
    [
        ("a4-d4/d5 STAGES", "SETAG"),
        ("a4-d4/d5 SUFFRAGETTES", "SETAG"),
        ("a4-c4/d5 SUGGESTION", "SETG"),
    ],
)
def test_the_sources_words_from_s_leaning_on_g(text: str, owed: str) -> None:
    game = french(SOURCE)
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    action = act(game, text)
    assert isinstance(action, Announce)
    assert Counter(game.owed(state, action.crossing)) == Counter(owed)
    after = play(game, state, text)
    assert action.crossing.square in after.pawns[GREEN]
    assert after.idle == 0


@rule("croisements", "3.1", "3.2", "3.3")
@pytest.mark.parametrize(
    ("text", "owed"),
    [("b6-d6/g3 TRICHEURS", "TUESIC"), ("g3-d6/b6 COUTURIERS", "CISEUT")],
)
def test_the_sources_words_where_t_and_c_meet_in_e(text: str, owed: str) -> None:
    game = french({"b6": "T", "c6": "U", "d6": "E", "e5": "S", "f4": "I", "g3": "C"})
    state = standing("b6 g3 a1", "h14 g14 f14")
    action = act(game, text)
    assert isinstance(action, Announce)
    assert Counter(game.owed(state, action.crossing)) == Counter(owed)
    assert action.crossing.square in play(game, state, text).pawns[RED]


@rule("croisements", "3.1")
def test_the_word_begins_with_the_letter_of_the_pawn() -> None:
    game = french(SOURCE)
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    assert key(game, state, "a4-d4/d5 PASTAGES") == ("initial", "3.1")
    assert key(game, state, "d5-d4/a4 STAGES") == ("initial", "3.1")


@rule("croisements", "3.2")
def test_every_letter_as_often_as_it_occurs_and_the_meeting_once() -> None:
    """Four E and three S on the way ask for at least four E and three S."""
    game = spelled({"a1": "E", "b1": "E", "c1": "E", "d1": "E", "d2": "S", "d3": "S", "d4": "S"})
    state = standing("a1 d4 h1", "h14 g14 f14")
    assert Counter(game.owed(state, act(game, "a1-d1/d4 E").crossing)) == Counter(E=4, S=3)  # type: ignore[union-attr]
    assert key(game, state, "a1-d1/d4 EEEESSS") is None
    assert key(game, state, "a1-d1/d4 ESESESE") is None
    assert key(game, state, "a1-d1/d4 EEEESSXX") == ("missing", "3.2")
    assert key(game, state, "a1-d1/d4 EEESSSXX") == ("missing", "3.2")
    reason = game.refusal(state, act(game, "a1-d1/d4 EESXX"))
    assert reason is not None
    assert dict(reason.values)["letters"] == "E E S S"


@rule("croisements", "3.3")
@pytest.mark.parametrize("word", ["stages", "suffragettes", "sabotages", "sauvetage", "sergents"])
def test_order_is_free_letters_may_be_added_and_inflected_forms_are_words(word: str) -> None:
    game = french(SOURCE)
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    fits = key(game, state, f"a4-d4/d5 {word}") is None
    assert fits == (not Counter("SETAG") - Counter(word.upper().replace("É", "E")))
    if fits:
        assert play(game, state, f"a4-d4/d5 {word}").idle == 0


@rule("croisements", "3.3")
def test_proper_nouns_are_no_words_unless_a_common_word_is_written_the_same() -> None:
    known = lexicon("fr")
    assert "MARSEILLE" not in known
    assert "PIERRE" in known
    assert "CHER" in known, "a river, and no noun"


@rule("croisements", "3.4")
@pytest.mark.parametrize(
    ("written", "heard"),
    [("été", "ETE"), ("ÇÀ", "CA"), ("cœur", "COEUR"), ("Porte-monnaie", "PORTEMONNAIE"),
     ("aujourd’hui", "AUJOURDHUI"), ("ex æquo", "EXAEQUO"), ("Noël", "NOEL")],
)  # fmt: skip
def test_accents_ligatures_and_signs_are_folded_away(written: str, heard: str) -> None:
    action = act(spelled({}), f"a1-b2/c1 {written}")
    assert isinstance(action, Announce)
    assert action.word == heard


@pytest.mark.parametrize(
    "text",
    [
        "0 1.2.3.4.5.6.7.8.9.10.11.12.13.14 a1.b1.c1 a14.b14.c14 0 0 +ABC",
        "0 1.2.3.4.5.6.7.8.9.10.11.12.13.14 a2.b1.c1 a14.b14.c14 6 6",
        "0 1.2.3.4.5.6.7.8.9.10.11.12.13.14 a2.b1.c1 a3.b3.c3 0 7",
        "0 1.2.3.4.5.6.7.8.9.10.11.12.13.14 a2.b1.c1 a14.b14.c14 0 2 "
        "a1.b1.c1/a14.b14.c14~r:2 a1.b1.c1/a14.b14.c14~g:1",
        "0 1.1.3.4.5.6.7.8.9.10.11.12.13.14 - - 0 0",
        "0 1.2 a1 - 0 0",
        "0 1.2.3.4.5.6.7.8.9.10.11.12.13.14 a1.b1.c1 a14.b14.c14 0 201",
    ],
)
@rule("croisements", "1.4", "4.5")
def test_positions_that_no_game_comes_to_are_refused(text: str) -> None:
    notation = load("croisements(repeat_words=no)").round.notation
    with pytest.raises(IllegalAction):
        notation.read_state(text)


@rule("croisements", "3.5")
def test_a_word_that_does_not_fit_is_refused_and_nothing_changes() -> None:
    match = Match(load("croisements"), first=0)
    match.settle(Random(3))
    for text in ("b1", "b14", "d1", "d14", "f1", "f14"):
        match.play(text)
    before, played = match.state, len(match.actions)
    for text in ("b1-c2/d1 Q", "b1-c2/d1 ZZZZ", "b1-b9/d1 MOT"):
        with pytest.raises(IllegalAction) as refused:
            match.play(text)
        assert refused.value.reason.rule
    assert (match.state, len(match.actions)) == (before, played)


@rule("croisements", "3.6")
def test_a_word_that_fits_but_is_unknown_costs_the_turn() -> None:
    game = french(SOURCE)
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    after = play(game, state, "a4-d4/d5 STAGESS")
    assert after.pawns == state.pawns
    assert (after.turns, after.idle, game.turn(after)) == (4, 1, 0)


@rule("croisements", "3.8")
def test_the_verdict_is_written_and_stands_whatever_the_list_says() -> None:
    knows, knows_not = spelled(SOURCE, Listed("STAGES")), spelled(SOURCE, Listed("OTHER"))
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    good, lost = act(knows, "a4-d4/d5 STAGES"), act(knows, "a4-d4/d5 STAGES?")
    for game, verdict in ((knows, good), (knows_not, lost)):
        for announced in (good, lost):
            assert game.ruled(state, announced) == verdict
            assert game.play(state, announced) == game.apply(state, verdict)
    assert knows.apply(state, lost).pawns == state.pawns
    assert knows_not.apply(state, good).pawns != state.pawns


@rule("croisements", "3.9", "6.2")
def test_a_word_may_come_again_unless_the_option_says_no() -> None:
    again, fresh = spelled({}), spelled({}, repeat=False)
    state = standing("a1 c1 e1", "a14 c14 e14")
    for game in (again, fresh):
        after = play(game, state, "a1-b2/c1 ZÉBUZZZ", "pass")
        refused = key(game, after, "b2-a1/c1 ZEBUZZZ") or key(game, after, "c1-c2/b2 ZEBUZZZ")
        assert refused == (None if game is again else ("used", "6.2"))
        theirs = play(game, state, "a1-b2/c1 ZEBUZZZ")
        own = key(game, theirs, "a14-b13/c14 ZEBUZZZ")
        assert own == (None if game is again else ("used", "6.2"))
    lost = fresh.apply(state, act(fresh, "a1-b2/c1 ZEBUZZZ?"))
    assert lost.used == frozenset()
    assert again.apply(state, act(again, "a1-b2/c1 ZEBUZZZ")).used == frozenset()


@rule("croisements", "6.2")
def test_examples_do_without_the_words_that_may_not_come_again() -> None:
    game = load("croisements(repeat_words=no)").round.rules
    assert isinstance(game, Croisements)
    state = laid(game, 4)
    state = play(game, state, "b1", "b14", "d1", "d14", "f1", "f14")
    for _ in range(12):
        moves = [a for a in game.actions(state) if isinstance(a, Announce)]
        assert not state.used & {move.word for move in moves}
        state = game.play(state, moves[0])
    assert len(state.used) == 12


def ruled(game: Croisements, word: str) -> tuple[str, str] | bool:
    """Why the list refuses the word at no cost, or whether it costs the turn."""
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    try:
        after = play(game, state, f"a4-d4/d5 {word}")
    except IllegalAction as refused:
        return refused.reason.key, refused.reason.rule
    return after.pawns == state.pawns


@rule("croisements", "3.7")
def test_a_compound_of_listed_words_that_is_not_listed_is_refused_at_no_cost() -> None:
    game = spelled(SOURCE, Listed("SAGE", "TAS", "STAGES", "SAGETASTE"))
    for word in ("sage-tas", "SAGE TAS", "sage‑tas", "sage d’tas", "stages-sage"):
        assert ruled(game, word) == ("unlisted_compound", "3.7")
    assert ruled(game, "sagetas") is True, "as one word it costs the turn"
    assert ruled(game, "sage-txs") is True, "and so does one with a part that is no word"
    assert ruled(game, "sage-taste") is False, "listed as a whole"


@rule("croisements", "3.7")
@pytest.mark.parametrize(
    ("language", "words", "free"),
    [
        ("fr", "stages à sage,stages y sage,stages-à-sage,stages ô l'à-sage", True),
        ("fr", "stages b sage,stages-b-sage,stages i sage,stages'a sage", False),
        ("en", "stages a sage,stages I sage,stages-a-sage,stages-b-sage,stages-o'-sage", True),
        ("en", "stages b sage,stages y sage,stages sage-b,stages d'sage", False),
    ],
)
def test_a_part_of_one_letter_can_count_as_listed(language: str, words: str, free: bool) -> None:
    game = spelled(SOURCE, Listed("SAGE", "STAGES"), language=language)
    for word in words.split(","):
        assert ruled(game, word) == (("unlisted_compound", "3.7") if free else True), word


@rule("croisements", "3.3")
def test_a_known_proper_noun_is_refused_at_no_cost() -> None:
    game = spelled(SOURCE, Listed("SAGE", "STAGES", names=("STEGAN", "STEGASAGE", "RA")))
    for word in ("Stégan", "Stega-Sage", "sage Stégan", "stages-Ra"):
        assert ruled(game, word) == ("proper_noun", "3.3"), word
    for word in ("stegax", "Stégan-stegax", "stages-de-Ra"):
        assert ruled(game, word) is True, word


@rule("croisements", "6.3")
def test_in_families_an_unlisted_word_is_refused_at_no_cost() -> None:
    game = spelled(SOURCE, Listed("STAGES"), lenient=True)
    assert ruled(game, "STAGESS") == ("unlisted", "6.3")
    assert ruled(game, "STAGES") is False
    state = standing("h1 h2 h3", "a4 d5 h14", 3)
    assert game.apply(state, act(game, "a4-d4/d5 STAGESS?")).idle == 1, "a ruling stands"


@rule("croisements", "3.10")
def test_a_player_may_pass() -> None:
    game = spelled({})
    state = standing("a1 c1 e1", "a14 c14 e14")
    after = play(game, state, "pass")
    assert (after.pawns, after.turns, after.idle) == (state.pawns, 3, 1)


@rule("croisements", "4.1", "4.2")
@pytest.mark.parametrize("last", ["pass", "c5-c6/d5 ZZZ", "c5-c6/d5 ZZZ?"])
def test_when_red_is_home_green_has_one_more_turn(last: str) -> None:
    game = spelled({})
    state = standing("a12 b13 c11", "h5 d5 c5", 6)
    assert game.outcome(state) is None
    state = play(game, state, "c11-b12/a12 ZZZ")
    assert game.outcome(state) is None
    assert game.turn(state) == 1
    state = game.apply(state, act(game, last))
    end = game.outcome(state)
    assert end is not None
    assert (end.reason.key, end.reason.rule, end.points) == ("arrived", "4.2", (4, 0))
    assert game.turn(state) is None
    assert key(game, state, "pass") == ("over", "4.1")


@rule("croisements", "4.1", "4.3")
def test_when_green_is_home_it_is_over_at_once() -> None:
    game = spelled({})
    state = standing("a9 b9 h9", "a3 c2 b4", 7)
    state = play(game, state, "b4-b3/a3 ZZZ")
    end = game.outcome(state)
    assert end is not None
    assert (end.reason.key, end.reason.rule) == ("arrived", "4.3")
    assert end.points == (0, 4)
    assert end.returns == (-1, 1)


@rule("croisements", "4.2")
def test_green_may_overtake_in_the_last_turn() -> None:
    game = spelled({})
    state = standing("a12 b12 c11", "a1 b1 c4", 6)
    state = play(game, state, "c11-c12/b12 ZZZ", "c4-c1/b1 ZZZZZ")
    end = game.outcome(state)
    assert end is not None
    assert (end.points, end.winners) == ((3, 9), (1,))


@rule("croisements", "4.4")
def test_six_turns_in_a_row_without_a_move_end_it() -> None:
    game = spelled({}, Listed("NOTHING"))
    state = standing("a1 c1 e1", "a14 c14 e12", 2)
    for number, text in enumerate(["pass", "pass", "a1-b2/c1 ZZZ", "pass", "pass"], start=1):
        state = play(game, state, text)
        assert state.idle == number
        assert game.outcome(state) is None
    assert key(game, state, "a14-b13/c14 Q") == ("initial", "3.1")
    state = play(game, state, "pass")
    end = game.outcome(state)
    assert end is not None
    assert (end.reason.key, end.reason.rule, end.returns) == ("idle", "4.4", (0, 0))


@rule("croisements", "4.4")
def test_a_move_starts_the_count_anew() -> None:
    game = spelled({})
    state = play(game, standing("a1 c1 e1", "a14 c14 e14"), *["pass"] * 5, "a14-b13/c14 ZZZ")
    assert state.idle == 0
    assert game.outcome(play(game, state, *["pass"] * 5)) is None
    assert game.outcome(play(game, state, *["pass"] * 6)) is not None


@rule("croisements", "4.5")
def test_the_third_time_the_same_pawns_stand_ends_it() -> None:
    game = spelled({})
    state = standing("a1 c1 e5", "a14 c14 e10", 0)
    there = ("a1-b2/c1 ZZZ", "a14-b13/c14 ZZZ", "b2-a1/c1 ZZZZ", "b13-a14/c14 ZZZZ")
    state = play(game, state, *there, *there[:3])
    assert game.outcome(state) is None
    state = play(game, state, there[3])
    end = game.outcome(state)
    assert end is not None
    assert (end.reason.key, end.reason.rule) == ("repetition", "4.5")


@rule("croisements", "4.5")
def test_waiting_does_not_make_a_position_occur_again() -> None:
    game = spelled({})
    state = standing("a1 c1 e1", "a14 c14 e14")
    for count in range(1, 6):
        state = play(game, state, "pass")
        assert game.outcome(state) is None, count
    moved = play(game, standing("a1 c1 e5", "a14 c14 e14"), "a1-b2/c1 ZZZ", "pass")
    moved = play(game, moved, "b2-a1/c1 ZZZZ", "pass")
    assert moved.position in moved.once, "passing brings a position about, once in a run"
    other = play(game, moved, "a1-b2/c1 ZZZ", "pass", "b2-a1/c1 ZZZZ")
    assert game.outcome(other) is None
    end = game.outcome(play(game, other, "pass"))
    assert end is not None
    assert end.reason.key == "repetition"


@rule("croisements", "4.6")
def test_two_hundred_turns_are_the_most() -> None:
    game = spelled({})
    state = standing("a1 c1 e1", "a14 c14 e3", 198)
    state = play(game, state, "pass")
    assert game.outcome(state) is None
    end = game.outcome(play(game, state, "e3-c3/c1 ZZZZZ"))
    assert end is not None
    assert (end.reason.key, end.reason.rule, end.points) == ("long", "4.6", (0, 1))


@rule("croisements", "5.1", "5.2")
def test_three_two_and_one_points_by_the_row() -> None:
    """As in the source: 3 + 2 + 2 = 7 for Green."""
    assert score(standing("a1 b1 c1", "a1 b2 c2"), GREEN) == 7
    assert [worth(Square(0, row), RED) for row in range(14)] == [0] * 11 + [1, 2, 3]
    assert [worth(Square(0, row), GREEN) for row in range(14)] == [3, 2, 1] + [0] * 11


@rule("croisements", "5.2")
def test_pawns_that_are_there_count_however_it_ends() -> None:
    game = spelled({})
    state = play(game, standing("a14 c1 e1", "a13 c2 e8"), *["pass"] * 6)
    end = game.outcome(state)
    assert end is not None
    assert end.points == (3, 2)
    assert end.winners == (0,)


@rule("croisements", "5.3")
def test_the_higher_total_wins_and_who_ends_it_need_not() -> None:
    game = spelled({})
    state = standing("a14 b14 c8", "a3 c3 b4", 7)
    ended = play(game, state, "b4-b3/a3 ZZZ")
    end = game.outcome(ended)
    assert end is not None
    assert (end.points, end.winners) == ((6, 3), (0,))
    level = game.outcome(play(game, standing("a12 b13 c8", "a3 c3 b4", 7), "b4-b3/a3 ZZZ"))
    assert level is not None
    assert (level.points, level.returns) == ((3, 3), (0, 0))


@rule("croisements", "5.3")
def test_points_belong_to_seats_whoever_is_red() -> None:
    game = Croisements(strips("fr"), Listed(), CroisementsOptions())
    state = State(1, ALL, (squares("a14 b1 c1"), squares("a13 b13 c13")), turns=200)
    end = game.outcome(state)
    assert end is not None
    assert end.points == (0, 3)
    assert end.winners == (1,)


@rule("croisements", "7.1")
def test_resigning_ends_it_for_the_other() -> None:
    match = Match(load("croisements"), first=0)
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.reason.rule == "7.1"
