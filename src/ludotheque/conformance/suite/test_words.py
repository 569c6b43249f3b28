"""Every text of a game that people see exists in both languages, with the same fields."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from ludotheque.core.kit import Box
from ludotheque.core.texts import LANGUAGES, texts


def test_both_languages_have_the_same_keys_and_fields(box: Box) -> None:
    check_languages(box.package)


def check_languages(package: str) -> None:
    """Checks that both languages have the same texts, with the same fields."""
    french, english = (texts(package, lang).entries for lang in LANGUAGES)
    alone = sorted(french.keys() ^ english.keys())
    assert not alone, f"the text “{alone[0]}” is in one language only"
    for key in french:
        same = fields(french[key]) == fields(english[key])
        assert same, f"the text “{key}” is filled in differently in the two languages"
        assert french[key].strip(), f"the text “{key}” is empty in French"
        assert english[key].strip(), f"the text “{key}” is empty in English"


def fields(template: str) -> set[str]:
    """The names of the fields in a template and in the forms of these fields."""
    found = [(name, form) for _, name, form, _ in Formatter().parse(template) if name]
    return {name for name, form in found for name in (name, *fields(form or ""))}


def test_every_reason_in_the_rules_has_its_text(box: Box) -> None:
    for file in Path(str(import_module(box.package).__file__)).parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        for key in re.findall(r'\b(?:because|unread)\(\s*"([a-z_.]+)"', source):
            for lang in LANGUAGES:
                known = key in box.texts(lang)
                assert known, f"{file.name} gives the reason “{key}”, which has no text in {lang}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_variant_is_described(box: Box, lang: str) -> None:
    words = box.texts(lang)
    assert box.title(lang)
    assert box.line(lang)
    for name in box.options.domains():
        assert f"option.{name}" in words, f"the option “{name}” has no text in {lang}"
    for name in box.variants:
        assert f"variant.{name}" in words, f"the variant “{name}” has no text in {lang}"


def test_french_is_typeset(box: Box) -> None:
    check_french(box.package)


def check_french(package: str) -> None:
    """Checks that French punctuation has its space and its own apostrophe."""
    tight = re.compile(r"\w[;!?»](?=\s|$)|\w:(?=\s[^A-Z]|$)|«\w|\w'\w")
    for key, text in texts(package, "fr").entries.items():
        found = tight.findall(text)
        assert not found, f"the text “{key}” lacks a space or a ’ at “{found[0]}”: “{text}”"
