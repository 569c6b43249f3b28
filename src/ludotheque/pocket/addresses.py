"""Translates paths of a site to addresses of the pocket, all below one root."""

from __future__ import annotations

import re
from urllib.parse import quote

FILES = ("/static/", "/script/", "/sheet/")
"""The beginnings of paths to files that pages load, the same in every language."""
PAGES = ("", "box", "rules", "privacy", "help")
"""The first parts of paths whose pages are files; all other pages are made on request."""
_MADE = "play/"
_LINK = re.compile(r'(?<=\s)(href|src|action)="(/[^"]*)"')


def addressed(html: str, root: str, lang: str) -> str:
    """A page with its links translated to addresses below `root`, which ends with a slash."""
    return _LINK.sub(lambda found: f'{found[1]}="{address_of(found[2], root, lang)}"', html)


def address_of(path: str, root: str, lang: str) -> str:
    """The address for a path of a site; addresses of pages depend on the language."""
    if path.startswith(FILES):
        return root + path[1:]
    home = root if lang == "fr" else f"{root}{lang}/"
    bare = path[1:].partition("?")[0].partition("#")[0]
    if bare.partition("/")[0] in PAGES:
        return home + (f"{bare}/" if bare else "") + path[1 + len(bare) :]
    return f"{home}{_MADE}?{quote(path, safe='/?=&;#%')}"
