"""Specs: one canonical text per rule set, clear refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import catalogue, load
from ludotheque.core.reason import SpecError
from ludotheque.core.spec import Options, option, write_spec
from ludotheque.games import load_for
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
    ],
)
def test_refused_text(written: str, key: str) -> None:
    with pytest.raises(SpecError) as refused:
        load(written)
    assert refused.value.reason.key == key


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
        == "plus4(mode=elementary,target=11,rounds=0,repetition=leader,lines=all)"
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
