"""Every word of the house that a person sees exists in both languages, and none is left unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque.conformance.suite.test_words import check_french, check_languages
from ludotheque.core.texts import texts

ROOT = Path(ludotheque.__file__).parent
PACKAGES = sorted(
    ".".join(["ludotheque", *file.parent.relative_to(ROOT).parts])
    for file in ROOT.rglob("texts.fr.toml")
)
WITHOUT_GAMES = [package for package in PACKAGES if ".games." not in package]


@pytest.mark.parametrize("package", WITHOUT_GAMES)
def test_both_languages_have_the_same_keys_and_fields(package: str) -> None:
    check_languages(package)


@pytest.mark.parametrize("package", WITHOUT_GAMES)
def test_french_is_typeset(package: str) -> None:
    check_french(package)


FAMILIES = {
    *(
        "seat",
        "colour",
        "option",
        "variant",
        "bot",
        "pawn",
        "mode",
        "way",
        "from",
        "tile",
        "choice",
        "problem",
    ),
    *("verb", "arg"),
}


PROMPTS = {"prompt", "step"}


def test_no_text_is_left_unused() -> None:
    """Every key is written out somewhere, or made there of the name of its family."""
    files = (*ROOT.rglob("*.py"), *ROOT.rglob("*.html"))
    source = "\n".join(f.read_text(encoding="utf-8") for f in files).replace("'", '"')
    families = set(re.findall(r'"@?([a-z_.]+)\.(?:{|" ~)', source))
    shared = texts("ludotheque.core", "fr").entries.keys()
    for package in PACKAGES:
        own = set(texts(package, "fr").entries)
        for key in own if package == "ludotheque.core" else own - shared:
            first, *rest = key.split(".")
            if first in PROMPTS and rest:
                assert f'"{rest[0]}"' in source, key
            above = {key.rsplit(".", n)[0] for n in range(1, len(rest) + 1)}
            built = first in FAMILIES or above & families
            assert f'"{key}"' in source or built, key
