"""How much room prompts take: on the narrowest phone, what to do and why are four lines at most."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from ludotheque import catalogue
from ludotheque.conformance.suite.test_lessons import lessons_of, to_the_end
from ludotheque.core.texts import LANGUAGES, Prompt, Texts, texts
from ludotheque.house import FOLDER
from ludotheque.practice.lessons import exercise
from tests.conformance.test_words import PACKAGES

MOST_LINES = 4
LESSONS = lessons_of(catalogue())
NAME = "Maximilien"
# The longest that each may become; a name has ten letters, and three are listed at most.
FILLED: dict[str, str | int] = {
    "name": NAME, "names": f"{NAME}, {NAME} and {NAME}", "n": 12, "k": 3, "most": 200,
    "pawn": "h10", "square": "h14", "support": "g10",
    "status": f"Grille sans fin, jusqu’à 11 · à {NAME} de jouer",
}  # fmt: skip
BY_THE_PAGE = {"{n}": "4", "{last}": "h14", "{L}": "W", "{letters}": "A B D E E G I L N O R S"}
PAGE = """<!doctype html><style>
p {{ width: 300px; margin: 0; font-size: 16px; line-height: 20px }} .do {{ font-weight: 700 }}
{css}</style><body></body>"""
MEASURE = """prompts => prompts.map(lines => {
  const [wanted, why] = lines.map((text, n) => {
    const line = document.createElement('p');
    line.className = n ? '' : 'do';
    line.textContent = text;
    document.body.append(line);
    return text ? line.getBoundingClientRect().height / 20 : 0;
  });
  return wanted + why;
})"""


def prompts(words: Texts) -> Iterator[Prompt]:
    """Every prompt of situations, of steps, of lessons and of problems, filled in."""
    asking = re.compile(r"(prompt|step|lesson|problem)\..*\.do$")
    keys = {key.rpartition(".")[0] for key in words.entries if asking.match(key)}
    for key in sorted(keys):
        lines = (filled(words, f"{key}.{line}") for line in ("do", "why"))
        yield Prompt(*lines)


def filled(words: Texts, key: str) -> str:
    if key not in words:
        return ""
    text = words(key, **FILLED, **longest(words))
    for field, value in BY_THE_PAGE.items():
        text = text.replace(field, value)
    return text


def longest(words: Texts) -> dict[str, str]:
    """The longest texts that are put into others, by the name of their field."""
    families = {"round": "round.", "word": "a_word.", "why": "again.", "tip": "bonus."}
    found = {}
    for field, family in families.items():
        texts = [text for key, text in words.entries.items() if key.startswith(family)]
        found[field] = max(texts, key=len, default="")
    return found


def lines_of(chromium: Browser, said: list[Prompt]) -> list[float]:
    page = chromium.new_page()
    page.set_content(PAGE.format(css=FOLDER.joinpath("static/site.css").read_text("utf-8")))
    lines: list[float] = page.evaluate(MEASURE, [[prompt.do, prompt.why] for prompt in said])
    page.close()
    return lines


def praise(name: str, number: int, lang: str) -> Prompt:
    """The texts that are shown once a lesson is done."""
    played = exercise(name, number, lang)
    return played.praise(to_the_end(played)[-1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_to_do_and_why_take_four_lines_at_most(chromium: Browser, lang: str) -> None:
    said = [prompt for package in PACKAGES for prompt in prompts(texts(package, lang))]
    words = texts("ludotheque.games.croisements", lang)
    warnings = (filled(words, key) for key in ("idle_soon", "again", "long_soon"))
    said += [Prompt(filled(words, "prompt.pawn.do"), why) for why in warnings]
    said += [praise(name, number, lang) for name, number, spoken in LESSONS if spoken == lang]
    lines = lines_of(chromium, said)
    assert len(said) > 40
    assert [pair for pair in zip(lines, said, strict=True) if pair[0] > MOST_LINES] == []
    assert max(lines) > 2, "the page has measured something"
