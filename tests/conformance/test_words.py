"""Every word a person sees exists in both languages, and is filled in."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import ludotheque
from ludotheque import catalogue
from ludotheque.core.texts import LANGUAGES, texts

ROOT = Path(ludotheque.__file__).parent
PACKAGES = sorted(
    ".".join(["ludotheque", *file.parent.relative_to(ROOT).parts])
    for file in ROOT.rglob("texts.fr.toml")
)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys_and_fields(package: str) -> None:
    french, english = (texts(package, lang).entries for lang in LANGUAGES)
    assert french.keys() == english.keys()
    for key in french:
        assert fields(french[key]) == fields(english[key]), key
        assert french[key].strip()
        assert english[key].strip()


@pytest.mark.parametrize("package", [p for p in PACKAGES if ".games." in p])
def test_every_reason_in_the_rules_has_its_text(package: str) -> None:
    folder = ROOT.joinpath(*package.split(".")[1:])
    for file in folder.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        for key in re.findall(r'\b(?:because|unread)\(\s*"([a-z_.]+)"', source):
            for lang in LANGUAGES:
                assert key in texts(package, lang), (file.name, key)


def test_every_option_and_variant_is_described() -> None:
    for box in catalogue():
        for lang in LANGUAGES:
            words = box.texts(lang)
            assert box.title(lang)
            assert box.line(lang)
            for name in box.options.domains():
                assert f"option.{name}" in words
            for name in box.variants:
                assert f"variant.{name}" in words


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


@pytest.mark.parametrize("package", PACKAGES)
def test_french_is_typeset(package: str) -> None:
    """No line ends before a mark that French sets apart by a space, nor inside quotation marks."""
    for key, text in texts(package, "fr").entries.items():
        assert not re.search(r" [:;?!»%]|« ", text), key
