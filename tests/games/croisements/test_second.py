"""Both readings of the rules pages agree: crossings, letters owed, fits, ends and points."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.games.croisements.board import SQUARES, Crossing
from ludotheque.games.croisements.notation import read_square
from ludotheque.games.croisements.rules import Croisements
from ludotheque.games.croisements.state import GREEN, RED, Announce, Pass, State, score
from tests.games.croisements.second import Round, letters_of
from tests.needs import sampled

LAYOUTS, POSITIONS = 15, 200


def rules(spec: str) -> Croisements:
    game = load(spec).round.rules
    assert isinstance(game, Croisements)
    return game


def twin(game: Croisements, state: State) -> Round:
    letters = letters_of(list(game.laid(state)))
    red, green = ({str(pawn) for pawn in state.pawns[side]} for side in (RED, GREEN))
    return Round(letters, red, green, game.options.repeat_words, turns=state.turns)


def named(crossing: Crossing) -> tuple[str, str, str]:
    pawn, square, support = map(str, crossing)
    return pawn, square, support


@pytest.mark.parametrize("layout", range(LAYOUTS))
def test_crossings_and_letters_owed_on_random_positions(layout: int) -> None:
    """Pawns anywhere, as long as the game is not over: 3,000 positions in `make soak`."""
    game, rng = rules("croisements"), Random(layout)
    strips = tuple(rng.sample(range(1, 15), 14))
    for _ in range(sampled(POSITIONS)):
        pawns = rng.sample(SQUARES, 6)
        pair = tuple(sorted(pawns[:3])), tuple(sorted(pawns[3:]))
        state = State(rng.randrange(2), strips, pair, turns=rng.randrange(200))
        if game.turn(state) is None:
            continue
        found = {named(c): Counter(game.owed(state, c)) for c in game.crossings(state)}
        assert game.crossings(state) == {c: game.owed(state, c) for c in game.crossings(state)}
        assert len(found) == len(game.crossings(state))
        other = twin(game, state)
        assert found == other.crossings()
        assert all(
            game.owed(state, c)[0] == other.letters[str(c.pawn)] for c in game.crossings(state)
        )


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_is_refused_by_both_or_by_none(seed: int) -> None:
    game, rng = rules("croisements"), Random(seed)
    for state, _ in walk(game, rng):
        if game.turn(state) is None or state.placed < 6:
            continue
        other = twin(game, state)
        real = list(game.crossings(state))
        for _ in range(60):
            names = tuple(rng.choice(SQUARES) for _ in range(3))
            crossing = rng.choice(real) if real and rng.random() < 0.7 else Crossing(*names)
            owed = [] if crossing not in real else list(game.owed(state, crossing))
            kept = owed[:1] + rng.sample(owed[1:], max(0, len(owed) - 1 - rng.randrange(2)))
            word = "".join(kept) + rng.choice(["", "E", "S"]) or "MOT"
            refused = game.refusal(state, Announce(crossing, word)) is not None
            assert refused != other.fits(named(crossing), word)


@pytest.mark.parametrize("spec", ["croisements", "croisements(repeat_words=no)"])
@pytest.mark.parametrize("idling", [0.05, 0.5])
def test_whole_games_end_alike_with_the_same_points(spec: str, idling: float) -> None:
    game, rng = rules(spec), Random(f"{spec}{idling}")
    ends: Counter[str] = Counter()
    for number in range(12):
        state = _placed(game, rng)
        other = twin(game, state)
        while (end := game.outcome(state)) is None:
            assert not other.over
            if state.turns % 8 == 0:
                assert set(map(named, game.crossings(state))) == other.crossings().keys()
            examples = [a for a in game.actions(state) if isinstance(a, Announce)]
            back = number % 3 == 0 and [a for a in examples if _returns(a, state)]
            if examples and rng.random() > idling:
                action = rng.choice(back or examples)
                assert other.fits(named(action.crossing), action.word)
                other.move(named(action.crossing), action.word)
                state = game.play(state, action)
            else:
                lost = examples and rng.random() < 0.5
                state = game.apply(
                    state, Announce(examples[0].crossing, "X", True) if lost else Pass()
                )
                other.wait()
        assert other.over
        ends[end.reason.key] += 1
        points = score(state, RED), score(state, GREEN)
        assert points == other.points()
        assert end.points == (points if state.red == 0 else points[::-1])
    assert len(ends) > 1, ends


def _returns(action: Announce, state: State) -> bool:
    """Whether the move goes back to where pawns have been."""
    seen = {pawn for (red, green), _ in state.once | state.twice for pawn in (*red, *green)}
    return action.crossing.square in seen


def _placed(game: Croisements, rng: Random) -> State:
    state = game.initial(rng.randrange(2))
    while state.placed < 6:
        state = game.apply(state, rng.choice(game.actions(state)))
    return state


def test_a_square_reads_back() -> None:
    assert [read_square(str(square)) for square in SQUARES] == list(SQUARES)
