"""Builds the documentation as a site, in English and in French: `make docs`.

The pages of docs/ are joined by those of the site's Help, by pages from the root of the repository,
and by what is generated from the code: the command line from its parser, the Python API from
docstrings. Everything is gathered in build/docs; the site itself is build/docs/site.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath, relpath

from ludotheque.cli import VERBS
from ludotheque.cli.parser import Parser
from ludotheque.core.texts import LANGUAGES
from ludotheque.house.pages.manual import PAGES, source
from tools.api import END, PUBLIC, START, called

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "docs"
HELP = "src/ludotheque/house/help"
OTHERS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""Pages from the root of the repository, for the English site."""
TITLES = {"en": "Command line", "fr": "Ligne de commande"}
HOMES = {"en": "docs", "fr": "docs/fr"}
_FENCE = re.compile(r"(^ *```.*?^ *```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r'(?<=\]\()([^)\s]+)(?=\))|(?<=src=")([^"]+)(?=")|(?<=srcset=")([^"]+)(?=")')


def pages(lang: str) -> dict[str, str]:
    """The pages of the site in a language: for the path of each source, that of the page."""
    home = HOMES[lang]
    found = {
        file.relative_to(ROOT).as_posix(): file.relative_to(ROOT / home).as_posix()
        for file in sorted((ROOT / home).rglob("*.md"))
        if lang != "en" or not file.is_relative_to(ROOT / HOMES["fr"])
    }
    found |= {f"{HELP}/{name}.{lang}.md": f"play/{name}.md" for name in PAGES}
    return found | {name: name.lower() for name in OTHERS if lang == "en"}


def gathered(lang: str) -> Iterator[tuple[str, bytes]]:
    """Every file that the site in a language is built from, by its path."""
    shown, files = pages(lang), set[str]()
    for path, page in shown.items():
        text = _helped(path, lang) or (ROOT / path).read_text("utf-8")
        linked = _linked(path, page, with_docstrings(text), shown, files, lang)
        yield page, linked.encode()
    yield "reference/command-line.md", command_line(lang).encode()
    for path in sorted(files):
        yield f"files/{path}", (ROOT / path).read_bytes()


def _helped(path: str, lang: str) -> str:
    """The source of a help page with its texts; empty for any other page."""
    name = Path(path).name.removesuffix(f".{lang}.md")
    return source(name, lang) if path.startswith(HELP) else ""


def _linked(
    path: str, page: str, text: str, shown: dict[str, str], files: set[str], lang: str
) -> str:
    """The text with its links as they are on the site; notes the other files that it links to."""

    def address(match: re.Match[str]) -> str:
        target, _, anchor = match[0].partition("#")
        if "://" in target or not target:
            return match[0]
        place = normpath(str(Path(path).parent / target))
        if place in shown:
            return _with(relpath(shown[place], str(Path(page).parent)), anchor)
        other = pages("en" if lang == "fr" else "fr")
        if place in other:  # in the other language, whose site lies beside this one or below it
            here = f"fr/{page}" if lang == "fr" else page
            there = other[place] if lang == "fr" else f"fr/{other[place]}"
            html = relpath(there, str(Path(here).parent)).removesuffix(".md") + ".html"
            return _with(html, anchor)
        files.add(place)
        return relpath(f"files/{place}", str(Path(page).parent))

    parts = _FENCE.split(text)
    parts[::2] = [_LINK.sub(address, part) for part in parts[::2]]
    return "".join(parts)


def _with(address: str, anchor: str) -> str:
    return f"{address}#{anchor}" if anchor else address


def command_line(lang: str) -> str:
    """The reference of the command, from its parser."""
    parser = Parser(lang, VERBS)
    text = f"# {TITLES[lang]}\n\n{_help(parser.top)}"
    for name, verb in parser.verbs.choices.items():
        text += f"\n## ludotheque {name}\n\n{_help(verb)}"
    return text


def _help(parser: argparse.ArgumentParser) -> str:
    return f"```text\n{parser.format_help().strip()}\n```\n"


def with_docstrings(text: str) -> str:
    """The page with the list of public names replaced by directives that show their docstrings."""
    before, start, rest = text.partition(START)
    if not start:
        return text
    _, _, after = rest.partition(END)
    lines: list[str] = []
    for module in PUBLIC:
        lines += [f"## {module}", ""]
        for name in called(module):
            lines += [f"::: {module}.{name}", "    options:", "      heading_level: 3", ""]
    return before + "\n".join(lines) + after


def build(folder: Path = BUILD) -> int:
    """Gathers the pages and builds both sites, the French one within the English one."""
    shutil.rmtree(folder, ignore_errors=True)
    for lang in LANGUAGES:
        place = folder / lang
        for name, content in gathered(lang):
            file = place / "pages" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        shutil.copy(ROOT / "docs" / f"site.{lang}.toml", place / "zensical.toml")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(command, cwd=place, check=False)
        if done.returncode:
            return done.returncode
    shutil.move(folder / "en" / "site", folder / "site")
    shutil.move(folder / "fr" / "site", folder / "site" / "fr")
    return 0


if __name__ == "__main__":
    sys.exit(build())
