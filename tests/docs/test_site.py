"""The sources from which the documentation is built as a site."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import Any

import pytest
from tools import docs

from ludotheque.cli import VERBS
from ludotheque.core.texts import LANGUAGES, texts

_FENCE = re.compile(r"^ *```.*?^ *```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_WORDS = 1_600
_NO_NAMES = {
    "Hosts",
    "Install",
    "Add to home screen",
    "Installer",
    "Ajouter à l’écran d’accueil",
    "Workers",
}
GENERATED = {"changelog.md", "reference/command-line.md", "reference/python.md"}


@pytest.fixture(scope="module", params=LANGUAGES)
def site(request: pytest.FixtureRequest) -> tuple[str, dict[str, str]]:
    files = dict(docs.gathered(request.param))
    return request.param, {name: text.decode() for name, text in files.items()}


def test_every_link_of_the_site_leads_to_one_of_its_files(site: tuple[str, dict[str, str]]) -> None:
    lang, files = site
    other = {"en": "fr", "fr": "en"}[lang]
    beside = {re.sub(r"\.md$", ".html", page) for page in docs.pages(other).values()}
    for name, text in files.items():
        if not name.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)\s]+)\)", _FENCE.sub("", text)):
            path = target.partition("#")[0]
            if not path or "://" in path or path.endswith((".webp", ".png", ".svg")):
                continue
            place = normpath(join(dirname(name), path))
            if path.endswith(".html"):
                home = normpath(join("fr", dirname(name), path)) if lang == "fr" else place[3:]
                assert home in beside, f"{name}: {target}"
            else:
                assert place in files, f"{name}: {target}"


def test_the_menu_names_pages_that_exist_and_names_each_once(
    site: tuple[str, dict[str, str]],
) -> None:
    lang, files = site
    settings = tomllib.loads((docs.ROOT / "docs" / f"site.{lang}.toml").read_text("utf-8"))
    named = list(_named(settings["project"]["nav"]))
    assert len(named) == len(set(named))
    assert set(named) <= set(files)
    shown = {name for name in files if name.endswith(".md") and not name.startswith("files/")}
    assert {name for name in shown - set(named) if not name.startswith("evidence/")} == set()


def _named(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        for value in entry.values():
            if isinstance(value, str):
                yield value
            else:
                yield from _named(value)


def test_no_page_is_long_but_what_is_generated_and_evidence(
    site: tuple[str, dict[str, str]],
) -> None:
    for name, text in site[1].items():
        if name.endswith(".md") and name not in GENERATED and not name.startswith("evidence/"):
            assert len(_FENCE.sub("", text).split()) <= _WORDS, name


def test_every_command_has_its_section(site: tuple[str, dict[str, str]]) -> None:
    text = site[1]["reference/command-line.md"]
    assert re.findall(r"^## ludotheque (.*)$", text, re.MULTILINE) == list(VERBS)


def test_french_pages_have_the_sections_tables_and_lists_of_the_english_ones() -> None:
    english, french = (docs.pages(lang) for lang in ("en", "fr"))
    sources = {page: source for source, page in english.items()}
    for source, page in french.items():
        if page != "index.md":
            both = [(docs.ROOT / path).read_text("utf-8") for path in (source, sources[page])]
            for part in (r"^#+ ", r"^\| ?", r"^(?:- |\d\. )", r"`LUDOTHEQUE_\w+` \| `[^`]*`"):
                found = [re.findall(part, text, re.MULTILINE) for text in both]
                assert found[0] == found[1], (page, part)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_page_names_of_the_screen_is_called_so_there(lang: str) -> None:
    """Italics that begin with a capital are names of pages, buttons and messages."""
    called = {text.rstrip(" :") for text in texts("ludotheque.house", lang).entries.values()}
    named = 0
    for path in docs.pages(lang):
        if "/how-to/" in path or path.endswith(("security.md", "durability.md", "offline.md")):
            text = _FENCE.sub("", (docs.ROOT / path).read_text("utf-8"))
            for found in re.findall(r"(?<!\*)\*([A-ZÀÉ][^*\n]*)\*(?!\*)", text.replace("\n", " ")):
                assert re.sub(r" +", " ", found) in called | _NO_NAMES, f"{path}: {found}"
                named += 1
    assert named > 10
