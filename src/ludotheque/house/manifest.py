"""The web app manifest: what a device needs to install the house."""

from __future__ import annotations

from typing import Any

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE

_PAPER, _WOOD = "#F5ECDF", "#6B4A31"  # the page by day, and the wood of the icon
_ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any maskable"),
)


def manifest(lang: str, start: str) -> dict[str, Any]:
    """The manifest in a language; `start` is the address of the first page."""
    say = texts(PACKAGE, lang)
    root = "./" if start.startswith(".") else "/"
    return {
        "id": start,
        "name": say("site.name"),
        "short_name": say("site.name"),
        "description": say("site.motto"),
        "lang": lang,
        "start_url": start,
        "scope": root,
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _WOOD,
        "icons": [
            {"src": f"{root}static/{name}", "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in _ICONS
        ],
    }
