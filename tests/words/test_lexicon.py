"""The lexicon: words that it has, words that it lacks, and searches by letters."""

from __future__ import annotations

import lzma
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tools.lexicon import COARSE, PACKAGES, forms, frequencies

from ludotheque.words import fold, lexicon
from ludotheque.words.lexicon import LANGUAGES, UNKNOWN_TENTHS, Lexicon, names, read_list
from tests.needs import needs


@pytest.mark.parametrize(
    "word",
    ["stages", "suffragettes", "suggestion", "tricheurs", "couturiers", "mangeassions", "OEUVRE",
     "porte-monnaie", "aujourd'hui", "aujourd’hui", "œuvre", "garçon", "GARCON", "porte monnaie",
     "pomme de terre", "pommes de terre", "chemin de fer", "chemins de fer", "salle de bains",
     "trait d’union", "clin d'œil", "clins d’œil", "machine à laver"],
)  # fmt: skip
def test_french_words_are_in_however_they_are_written(word: str) -> None:
    assert word in lexicon("fr")


@pytest.mark.parametrize(
    "word",
    [
        "stagess",
        "xyzzy",
        "marseille",
        "l'arbre",
        "km",
        "cm",
        "s",
        "paul",
        "",
        "dupont",
        "qu'il",
        "1er",
        "la rochelle",
        "de fer",
    ],
)
def test_what_is_no_french_word_is_out(word: str) -> None:
    assert word not in lexicon("fr")


def test_english_words() -> None:
    english = lexicon("en")
    alike = ("houses", "running", "naïve", "suggestion", "unhappiest", "it", "tyre")
    spellings = ("colour", "color", "realise", "realize", "mother-in-law", "mothers-in-law")
    for word in (*alike, *spellings, "ice cream", "ice creams", "runner-up", "runners-up"):
        assert word in english
    for word in ("paris", "london", "xyzzy", "kg", "bk", "b", "new york", "dept", "xviii"):
        assert word not in english


def test_hunspell_itself_accepts_every_form() -> None:
    needs("a spelling checker")
    spelt = sorted(forms("fr"))
    done = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", "fr", "-l"],
        input="\n".join(spelt),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == []
    dictionary, told = PACKAGES["fr"][0], provenance("fr")
    if without_revision(installed(dictionary)) == without_revision(told["packages"][0]):
        folded = {fold(form) for form in spelt}
        assert folded <= set(lexicon("fr")), "run python -m tools.lexicon"
        assert len(folded) == told["words"] - told["compounds"]


def installed(package: str) -> str:
    """The name of the dictionary on this machine, and its version."""
    words = ["dpkg-query", "-W", "-f", "${Package} ${Version}", package]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=20).stdout


def without_revision(version: str) -> str:
    """A version without Debian's own number."""
    return version.rpartition("-")[0]


def provenance(lang: str) -> dict[str, Any]:
    source = files("ludotheque.words") / "data" / "sources.toml"
    told: dict[str, Any] = tomllib.loads(source.read_text("utf-8"))[lang]
    return told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_provenance_names_the_list(lang: str) -> None:
    data = files("ludotheque.words") / "data"
    told = provenance(lang)
    assert told["hash"] == lexicon(lang).hash
    assert told["words"] == len(lexicon(lang))
    notice = (data / "NOTICE.md").read_text("utf-8")
    for licence in ("Mozilla Public License", "CC BY-SA 3.0", "CC BY-SA 4.0", "WordNet"):
        assert licence in notice
    assert 10_000 < told["compounds"] < told["words"] / 2
    assert told["names"] == len(names(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_find_agrees_with_reading_the_whole_list(lang: str) -> None:
    needs("a slow search")
    words = lexicon(lang)
    rng = Random(lang)
    for _ in range(60):
        base = rng.choice(words.words)
        letters = "".join(rng.choices(base, k=rng.randint(1, 7)))
        owed = Counter(letters).items()
        wanted = [w for w in words if w[0] == base[0] and all(w.count(one) >= n for one, n in owed)]
        assert words.find(base[0], letters) == wanted
        example = words.example(base[0], letters)
        assert (example is None) == (not wanted)
        if example is not None:
            assert words.frequency(example) == max(map(words.frequency, wanted))


def test_the_sources_examples_are_found() -> None:
    french = lexicon("fr")
    assert {"STAGES", "SUFFRAGETTES"} <= set(french.find("S", "SETAG"))
    assert "SUGGESTION" in french.find("S", "SETG")
    assert "TRICHEURS" in french.find("T", "TUESIC")
    assert "COUTURIERS" in french.find("C", "CISEUT")
    assert french.find("S", "SSSSSSSSS") == []
    assert french.find("?", "A") == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "iii xiv qty gs asap govt dept approx etc kb mdse sexs studys"),
        ("fr", "cf janv av fig févr etc km cos asap"),
    ],
)
def test_numerals_abbreviations_and_odd_derivations_are_no_words(lang: str, words: str) -> None:
    assert [word for word in words.split() if word in lexicon(lang)] == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", "cuillère à café,bateaux à moteur,tout à coup,et cætera,t-shirt,grammes,centimètre"),
        ("en", "T-shirts,Wi-Fi,U-turn,jack-o'-lanterns,qi,zax,cwm,qat,app,driver's licence"),
        ("en", "letters of credit,mothers-in-law,recruitments,topsy-turvy,all of a sudden,o'clock"),
    ],
)
def test_common_compounds_short_words_and_units_are_listed(lang: str, words: str) -> None:
    assert [word for word in words.split(",") if word not in lexicon(lang)] == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", "petits chien hollandais de chasse au gibier d'eau,demis-clefs,entres le marteau"),
        ("en", "trillion floating point operations per seconds,commercials letter of credit"),
    ],
)
def test_no_odd_plurals_are_made(lang: str, words: str) -> None:
    assert [word for word in words.split(",") if word in lexicon(lang)] == []


@pytest.mark.parametrize(
    ("lang", "known", "unknown"),
    [
        ("fr", "Strasbourg Bretagne Jean-Paul Saint-Étienne", "Pierre Xyzzy ADN"),
        ("en", "Paris London Christmas Shakespeare", "Rose Xyzzy NATO"),
    ],
)
def test_proper_nouns_are_known_unless_a_word_is_written_alike(
    lang: str, known: str, unknown: str
) -> None:
    for name in known.split():
        assert lexicon(lang).is_name(name), name
    for name in unknown.split():
        assert not lexicon(lang).is_name(name), name
    own = Lexicon(lang, [fold(known.split()[1])])
    assert not own.is_name(known.split()[1]), "a host's list has the last word"


@pytest.mark.parametrize("word", ["as", "is", "us", "her", "wings", "mix", "nth", "go", "reads"])
def test_short_english_words_are_words(word: str) -> None:
    assert word in lexicon("en")


def test_common_words_are_known_as_such() -> None:
    french = lexicon("fr")
    assert french.frequency("maison") > 4.5
    assert french.frequency("mangeassions") < 1
    assert french.frequency("xyzzy") == 0


@pytest.mark.parametrize(
    ("lang", "word"),
    [
        *(
            ("en", word)
            for word in ("haven't", "don’t", "can't", "o'clock", "time of day", "ice cream")
        ),
        *(("en", word) for word in ("runner-up", "commercial letter of credit", "shes", "shit")),
        *(("fr", word) for word in ("aujourd'hui", "pomme de terre", "peut-être", "merde")),
    ],
)
def test_what_no_bot_should_say_is_a_word_without_a_frequency(lang: str, word: str) -> None:
    assert word in lexicon(lang)
    assert lexicon(lang).frequency(word) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_compound_has_a_frequency(lang: str) -> None:
    file = files("ludotheque.words") / "data" / f"{lang}.compounds.xz"
    compounds = lzma.decompress(file.read_bytes()).decode().split()
    assert len(compounds) == provenance(lang)["compounds"]
    assert {lexicon(lang).tenths(word) for word in compounds} == {0}
    coarse = [word for word in lexicon(lang) if COARSE[lang].fullmatch(word.lower())]
    assert len(coarse) > 50
    assert {lexicon(lang).tenths(word) for word in coarse} == {0}


def test_words_that_only_look_like_those_keep_their_frequency() -> None:
    english, french = lexicon("en"), lexicon("fr")
    for word in ("well", "were", "ill", "shell", "its", "lets", "titan", "dickens", "snigger"):
        assert english.frequency(word) > 0, word
    for word in ("salopette", "bordelais", "violon", "contre", "culture", "reconnu", "week-end"):
        assert french.frequency(word) > 0, word


def test_only_spellings_in_one_piece_count(monkeypatch: pytest.MonkeyPatch) -> None:
    met = {"house": 5.12, "plug-in": 6.0, "plugin": 3.3, "can't": 5.8, "cant": 4.4, "shit": 5.5}
    measured = SimpleNamespace(zipf_frequency=lambda form, lang: met.get(form, 6.5))
    monkeypatch.setitem(sys.modules, "wordfreq", measured)
    assert frequencies("en", {*met, "ice cream", "haven't"}) == {
        "HOUSE": 51, "PLUGIN": 33, "CANT": 0, "SHIT": 0, "ICECREAM": 0, "HAVENT": 0,
    }  # fmt: skip


def test_an_example_does_without_the_words_it_must_not_name() -> None:
    french = lexicon("fr")
    first = french.example("S", "SUGGESTION")
    assert first == "SUGGESTION"
    second = french.example("S", "SUGGESTION", {first})
    assert second in french.find("S", "SUGGESTION")
    assert french.example("S", "SUGGESTION", set(french.find("S", "SUGGESTION"))) is None


def test_a_host_may_load_another_list(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("Élan\nœuf\n\nporte-clé\n3 x\n", encoding="utf-8")
    own = read_list(file, "fr")
    assert list(own) == ["ELAN", "OEUF", "PORTECLE"]
    assert own.hash != lexicon("fr").hash
    assert own.find("o", "F") == ["OEUF"]
    assert isinstance(own, Lexicon)


def test_in_a_hosts_list_a_word_is_as_common_as_in_ours_or_middling(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("maison\nmangeassions\npomme de terre\nludothécard\nludo-técard\n", "utf-8")
    own = read_list(file, "fr")
    assert own.frequency("maison") == lexicon("fr").frequency("maison")
    assert own.frequency("mangeassions") == 0
    assert own.frequency("pomme de terre") == 0
    assert own.frequency("ludothécard") == UNKNOWN_TENTHS / 10
    assert own.frequency("ludo-técard") == 0


def test_folding() -> None:
    assert fold("Cœur d’Æther-Ñ ÿ") == "COEURDAETHERNY"
    with pytest.raises(ValueError, match="no lexicon"):
        lexicon("xx")


def test_a_list_gives_its_words_in_order_one_by_one_and_in_parts() -> None:
    words = ["A", "AS", "BAS", "BASE"]
    listed = Lexicon("fr", words).words
    assert list(listed) == words
    assert [listed[place] for place in range(len(words))] == words
    assert listed[1:3] == words[1:3]
    assert len(listed) == 4
    none = Lexicon("fr", []).words
    assert (len(none), list(none)) == (0, [])
