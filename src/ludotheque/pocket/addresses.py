"""Where the pages of a site lie in a folder of files: every path lies below one root."""

from __future__ import annotations

import re
from urllib.parse import quote

FILES = ("/static/", "/script/", "/sheet/")
"""What a page loads: the same files in every language."""
PAGES = ("", "box", "rules", "privacy")
"""The first words of paths whose pages are files; all others are made when they are asked for."""
_MADE = "play/"
_LINK = re.compile(r'(?<=\s)(href|src|action)="(/[^"]*)"')


def addressed(html: str, root: str, lang: str) -> str:
    """A page whose links lead to where things lie below `root`, which ends with a slash."""
    return _LINK.sub(lambda found: f'{found[1]}="{address_of(found[2], root, lang)}"', html)


def address_of(path: str, root: str, lang: str) -> str:
    """Where a path of a site is found; those of pages depend on the language."""
    if path.startswith(FILES):
        return root + path[1:]
    home = root if lang == "fr" else f"{root}{lang}/"
    bare = path[1:].partition("?")[0].partition("#")[0]
    if bare.partition("/")[0] in PAGES:
        return home + (f"{bare}/" if bare else "") + path[1 + len(bare) :]
    return f"{home}{_MADE}?{quote(path, safe='/?=&;#%')}"
