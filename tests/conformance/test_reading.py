"""All texts that people read: French as it is printed, one word for a thing, nothing unfilled."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ludotheque import catalogue
from ludotheque.conformance.suite.test_words import fields
from ludotheque.core.texts import LANGUAGES, texts
from tests.conformance.test_words import PACKAGES
from tests.house.doors import PocketHouse
from tests.pocket.browser import MemoryBrowser, browser

__all__ = ["browser"]
GAMES = [box.name for box in catalogue()]
# Placeholders that a script of the page fills in during a gesture.
FILLED_IN_LATER = {"n", "last", "L", "letters"}


@cache
def written(lang: str) -> set[tuple[str, str]]:
    """Every text and every piece of a rules page, each after its package."""
    found = {(name, text) for name in PACKAGES for text in texts(name, lang).entries.values()}
    for box in catalogue():
        page = box.rules_page(lang)
        pieces = [*page.introduction, *(tip for section in page.sections for tip in section.tips)]
        pieces += [section.title for section in page.sections]
        for p in page.paragraphs():
            pieces += [p.source, p.ours, p.example, *(figure.caption for figure in p.figures)]
        found |= {(box.package, piece) for piece in pieces}
    return found


def found(pattern: str, lang: str, within: str = "") -> list[str]:
    """What matches in the texts of the packages that begin so, with some words around it."""
    wanted = re.compile(pattern, re.IGNORECASE)
    pieces = {text for package, text in written(lang) if package.startswith(within)}
    matches = [(text, match) for text in pieces for match in wanted.finditer(text)]
    return [text[max(match.start() - 30, 0) : match.end() + 30] for text, match in matches]


def test_french_signs_have_their_no_break_spaces() -> None:
    narrow, wide = "(?<!«)[ \u00a0](?=[;!?])", "[ \u202f](?=[:»%])|«[ \u202f]"
    assert found(f"{narrow}|{wide}", "fr") == []


def test_no_e_stands_before_a_vowel() -> None:
    vowel = r"(?!oui\b|onz|un\b|y[aeiou])[aeiouyàâéèêîïôûœ][a-zàâéèêîïôûœ’]"
    assert found(rf"\b(?<!-)(?:[dlnsjmtc]e|la|(?:lors|puis|jus)?que)[ \ue000]{vowel}", "fr") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_field_is_filled_in_and_names_are_elided(package: str, lang: str) -> None:
    words = texts(package, lang)
    for key, template in words.entries.items():
        said = words(key, **dict.fromkeys(fields(template), "Élise"))
        left = set(re.findall(r"\{(\w+)\}", said))
        assert key.startswith("api.") or left <= FILLED_IN_LATER, key
        assert key.startswith(("api.", "step.")) or not left, key
        assert "\ue000" not in said, key
        assert not re.search(r"\b(de|que) Élise", said), key


# The words that `one thing, one name` leaves out, for all packages and for each game.
NOT_WRITTEN = {
    "fr": {
        "": r"cliqu|appuyez|touchez|glissez|éliminée?s?\b|\bperdants?\b|match nul|ennemi|tutoriel"
        r"|\bsiège|\bgardée?s?\b|d’habitude|\binvalide|soumettre|\bvalider|\brelevé"
        r"|\bbots?\b(?!\}|\u00a0»)|\bIA\b|\bpuzzle|nos? décisions?\b",
        "ludotheque.games.redline": r"tuile|carreau|cul-de-sac|\brayon|\bla pioche|\bstock",
        "ludotheque.games.babylone": r"dalle|\btours? de tablettes",
        "ludotheque.games.plus4": r"joker|rangée",
        "ludotheque.games.croisements": r"soutien\b|trajectoire|\bsauts?\b|case d’arrivée",
    },
    "en": {
        "": r"\bclick|\btap\b|\bswipe|\bdrag\b|\bAI\b|\benem|tutorial|\blobby|\baskew\b"
        r"|\bby lot\b|\bbeware\b|\bis kept\b(?! as| until)|\ba tie\b|\bour decision",
        "ludotheque.games.redline": r"\bspokes?\b|prolong|discard|\bthe bag\b|cul-de-sac",
        "ludotheque.games.babylone": r"\btower|\btiles?\b|\bput pile",
        "ludotheque.games.plus4": r"joker|\bcursor|\blevels?\b(?! “)",
        "ludotheque.games.croisements": r"trajector|intersection|\bjump(?! over|ing)|\bput\b",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_thing_has_one_name(lang: str) -> None:
    for package, pattern in NOT_WRITTEN[lang].items():
        assert found(pattern, lang, package) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_key_and_no_field_is_left_on_a_page(
    game: str, lang: str, browser: MemoryBrowser
) -> None:
    house = PocketHouse(browser)
    with house.guest(lang) as guest:
        paths = [f"/{kind}/{game}" for kind in ("box", "rules", "new", "problem")]
        paths += ["/", f"/learn/{game}/1", guest.post(f"/quick/{game}").headers["location"]]
        for path in paths:
            page = guest.get(path, follow_redirects=True)
            assert page.status_code == 200, path
            shown = re.sub(r"<style.*?</style>", "", page.text, flags=re.DOTALL)
            assert re.findall(r"@[a-z_]+\.[a-z0-9_.]+|\ue000", shown) == [], path
            shown = re.sub(r"<script.*?</script>", "", shown, flags=re.DOTALL)
            assert re.findall(r"\{\w[\w.]*\}", shown) == [], path
    house.close()
