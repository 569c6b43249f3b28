"""The help pages, at both doors and in both languages."""

from __future__ import annotations

import re

import pytest

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.pages import manual
from tests.house.doors import House


def test_help_leads_to_every_page_and_to_the_rules(house: House) -> None:
    with house.guest() as guest:
        assert re.search(r'href="[^"]*/help/?"', guest.get("/").text)
        linked = re.findall(r'href="[^"]*/((?:help|rules)/[a-z0-9-]+)/?"', guest.get("/help").text)
        for path in linked:
            assert guest.get(f"/{path}").status_code == 200, path
        assert sum(path.startswith("help/") for path in linked) >= 3
        assert guest.get("/help/nothing").status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", manual.PAGES)
def test_a_page_says_what_the_screens_say_and_leads_on(name: str, lang: str) -> None:
    """Every key is a text of the house, and every link a page that is there with this one."""
    page = manual.help_in(name, lang)
    assert len(page.sections) >= 3
    assert not re.search(r"[{}#]|<script|\.md", page.article)
    linked = set(re.findall(r'href="/help/([a-z-]+)"', page.article))
    for pocket, offline in ((True, False), (False, True), (False, False)):
        shown = set(manual.pages(pocket, offline))
        assert name not in shown or linked <= shown, (name, pocket, offline)


@pytest.mark.parametrize("name", manual.PAGES)
def test_both_languages_have_the_same_sections(name: str) -> None:
    french, english = (manual.help_in(name, lang) for lang in LANGUAGES)
    assert len(french.sections) == len(english.sections)
    tags = [re.findall(r"<(h2|ul|ol|li|p)>", page.article) for page in (french, english)]
    assert tags[0] == tags[1]
