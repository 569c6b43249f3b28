"""Specs: one canonical text per rule set, clear refusals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import catalogue, load
from ludotheque.core.reason import SpecError
from ludotheque.core.spec import (
    IDLE,
    Domain,
    Options,
    Setting,
    option,
    read_options,
    write_setting,
    write_spec,
)
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import find, load_for, names
from ludotheque.games.plus4.options import Plus4Options


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("plus4", "plus4"),
        ("plus4()", "plus4"),
        (" plus4 ( mode = endless , target = 5 ) ", "plus4(mode=endless,target=5)"),
        ("plus4(target=11,mode=rounds)", "plus4(mode=rounds)"),
        ("babylone(start=4,4,3,1)", "babylone(start=4,4,3,1)"),
        ("babylone(to_win=3,start=4, 4,3,1)", "babylone(start=4,4,3,1,to_win=3)"),
        ("babylone(start=3,3,3,3)", "babylone"),
        ("redline(contrast=oui)", "redline(contrast=yes)"),
        ("redline(contrast=false,players=3)", "redline(players=3)"),
    ],
)
def test_canonical_text(written: str, canonical: str) -> None:
    assert load(written).spec == canonical
    assert repr(load(written)) == f"load({canonical!r})"


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("chess", "spec.no_game"),
        ("", "spec.unread"),
        ("plus4(", "spec.unread"),
        ("plus4(5)", "spec.unread"),
        ("plus4(speed=3)", "spec.no_option"),
        ("plus4(mode=fast)", "spec.bad_value"),
        ("plus4(target=five)", "spec.bad_value"),
        ("plus4(target=5,5)", "spec.bad_value"),
        ("plus4(target=²)", "spec.bad_value"),
        ("plus4(target=5,target=6)", "spec.twice"),
        ("redline(contrast=maybe)", "spec.bad_value"),
        ("redline(contrast=1)", "spec.bad_value"),
        ("babylone(start=)", "spec.bad_value"),
        ("x" * 400, "spec.unread"),
        ("plus4(rounds=3)", "spec.idle"),
        ("plus4(target=5)", "spec.idle"),
        ("plus4(mode=rounds,rounds=3,target=1)", "spec.idle"),
    ],
)
def test_refused_text(written: str, key: str) -> None:
    with pytest.raises(SpecError) as refused:
        load(written)
    assert refused.value.reason.key == key


def every_value(domain: Domain, default: Setting) -> list[Setting]:
    """All choices, or the bounds and the default of a number."""
    if domain.several[1]:
        return [default, (2, 2)]
    return list(domain.choices) or sorted({domain.low, domain.high, cast(int, default)})


def combinations(kind: type[Options]) -> Iterator[dict[str, Setting]]:
    """Every choice of values, with the ends of long ranges."""
    values = [every_value(kind.domains()[name], usual) for name, usual in kind.defaults().items()]
    for chosen in product(*values):
        yield dict(zip(kind.domains(), chosen, strict=True))


@pytest.mark.parametrize("name", names())
def test_of_all_combinations_those_with_an_idle_option_are_refused(name: str) -> None:
    """A stored spec may have an option that a new one must not: the game is the same without it."""
    kind = find(name).options
    for chosen in combinations(kind):
        given = {option: write_setting(value) for option, value in chosen.items()}
        usual = kind.defaults()
        idle = {o for o, value in chosen.items() if value != usual[o] and kind.unmet(o, chosen)}
        used = {option: usual[option] if option in idle else v for option, v in chosen.items()}
        try:
            expected = kind(**used)
        except SpecError as refusal:  # values that do not go together
            assert refusal.reason.key != IDLE
            continue
        assert read_options(kind, given, stored=True) == expected
        if not idle:
            assert read_options(kind, given) == expected
            continue
        with pytest.raises(SpecError) as refused:
            read_options(kind, given)
        reason = dict(refused.value.reason.values)
        assert refused.value.reason.key == IDLE
        assert reason["name"] in idle
        for lang in LANGUAGES:
            assert str(reason["name"]) in find(name).texts(lang).say(refused.value.reason)


@given(st.text() | st.text(alphabet="plus4redlinebaby(=),mode 0123"))
def test_any_text_loads_or_is_refused(text: str) -> None:
    try:
        kit = load(text)
    except SpecError:
        return
    assert load(kit.spec).options == kit.options


def test_options_are_checked_in_python_too() -> None:
    with pytest.raises(SpecError):
        Plus4Options(mode="fast")
    with pytest.raises(SpecError):
        Plus4Options(target=True)
    assert (
        write_spec("plus4", Plus4Options(), every=True)
        == "plus4(mode=elementary,target=11,rounds=0,repetition=leader,lines=all,both_lines=draw)"
    )


def test_the_catalogue_lists_every_box_with_its_variants() -> None:
    assert [box.name for box in catalogue()] == ["babylone", "croisements", "plus4", "redline"]
    for box in catalogue():
        for preset in box.variants.values():
            assert isinstance(preset, box.options)
        assert box.players[0] >= 2
        assert issubclass(box.options, Options)
    assert option(1, 1, 2).default == 1


@pytest.mark.parametrize(
    ("spec", "lang", "canonical"),
    [
        ("croisements", "en", "croisements(language=en)"),
        ("croisements", "fr", "croisements"),
        ("croisements", "it", "croisements"),
        ("croisements(language=fr,repeat_words=no)", "en", "croisements(repeat_words=no)"),
        ("croisements(repeat_words=no)", "en", "croisements(language=en,repeat_words=no)"),
        ("plus4", "en", "plus4"),
    ],
)
def test_a_reader_finds_words_in_their_own_language(spec: str, lang: str, canonical: str) -> None:
    assert load_for(spec, lang).spec == canonical
